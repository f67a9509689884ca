internal import AccessibilityTree
internal import BridgeTransport

/// At which revision an agent last saw each element, from what its tools printed.
///
/// An action on an id is guarded by that: an element that has become another one since is not touched.
final class SeenHandles: Sendable {
  /// The maximum number of elements; beyond it all are forgotten.
  private static let limit = 20_000

  private let marks = Lock<[ElementID: RevisionMark]>([:])

  /// Takes the output of a tool that begins or ends with its revision, such as `revision 4127-582113`.
  func learn(_ text: String) {
    let lines = text.split(separator: "\n")
    let found = [lines.last, lines.first].lazy.compactMap { line -> RevisionMark? in
      let words = line?.split(separator: " ") ?? []
      guard words.count == 2, words[0] == "revision" else { return nil }
      return try? RevisionMark(written: String(words[1]))
    }
    guard let mark = found.first else { return }
    remember(Self.ids(in: text), mark)
  }

  private func remember(_ ids: [ElementID], _ mark: RevisionMark) {
    marks.withLock { marks in
      if marks.count + ids.count > Self.limit { marks = [:] }
      for id in ids { marks[id] = mark }
    }
  }

  /// Returns the revision at which an element was last seen.
  func mark(of id: ElementID) -> RevisionMark? { marks.withLock { $0[id] } }

  /// Returns the ids in a text, outside of quotation marks, within which applications speak.
  private static func ids(in text: String) -> [ElementID] {
    var ids: [ElementID] = []
    var isQuoted = false
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\" where isQuoted: _ = rest.popFirst()
      case "\"": isQuoted.toggle()
      case "#" where !isQuoted:
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        if let id = ElementID(written: String(digits)) { ids.append(id) }
      default: break
      }
    }
    return ids
  }
}
