/// A type of data that is dragged and dropped, such as audio or plain text.
public struct UTType: Hashable, Sendable {
  public let identifier: String

  /// Creates a type with an identifier, known to the system or not.
  public init(_ identifier: String) {
    self.identifier = identifier
  }

  /// A type that an application defines.
  public init(exportedAs identifier: String) {
    self.init(identifier)
  }

  public static let item = UTType("public.item")
  public static let data = UTType("public.data")
  public static let content = UTType("public.content")
  public static let text = UTType("public.text")
  public static let plainText = UTType("public.plain-text")
  public static let utf8PlainText = UTType("public.utf8-plain-text")
  public static let json = UTType("public.json")
  public static let url = UTType("public.url")
  public static let fileURL = UTType("public.file-url")
  public static let image = UTType("public.image")
  public static let png = UTType("public.png")
  public static let jpeg = UTType("public.jpeg")
  public static let audiovisualContent = UTType("public.audiovisual-content")
  public static let audio = UTType("public.audio")
  public static let mp3 = UTType("public.mp3")
  public static let wav = UTType("com.microsoft.waveform-audio")
  public static let movie = UTType("public.movie")

  /// The types that a type conforms to directly.
  private static let parents: [UTType: [UTType]] = [
    .data: [.item], .content: [], .text: [.data, .content], .plainText: [.text],
    .utf8PlainText: [.plainText], .json: [.text], .url: [.data], .fileURL: [.url],
    .image: [.data, .content], .png: [.image], .jpeg: [.image],
    .audiovisualContent: [.data, .content], .audio: [.audiovisualContent], .mp3: [.audio],
    .wav: [.audio], .movie: [.audiovisualContent],
  ]

  /// Whether the type is another one or a kind of it.
  public func conforms(to other: UTType) -> Bool {
    self == other || Self.parents[self, default: []].contains { $0.conforms(to: other) }
  }
}
