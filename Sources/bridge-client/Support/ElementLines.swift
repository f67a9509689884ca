internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// Elements on a line each, named as outlines name them: `row with "Ada", "Edit" #482117350014`.
///
/// What has no label is named by the texts in it. Answers have the elements alone, so the server is asked for these.
struct ElementLines {
  private let client: BridgeClient
  /// What stands in the place of a label, such as ` with "Ada"`.
  private var names: [ElementID: String] = [:]

  /// The maximum number of elements of an answer for which the server is asked, and how many requests are under way.
  private static let maxNamed = 1000
  private static let maxRequests = 32
  /// The length of a line that is asked for, in tokens.
  private static let budget = 200
  private static let patience = Duration.seconds(2)

  init(_ client: BridgeClient) { self.client = client }

  /// Creates lines of elements, and asks for the names that they need.
  init(_ elements: [Element], _ client: BridgeClient) async {
    self.init(client)
    await learn(elements)
  }

  /// Asks for the names of those elements that have no label. One that is gone by then, or that the server does not answer
  /// for, has none.
  mutating func learn(_ elements: [Element]) async {
    var nameless = elements.filter { $0.isNamedByContents }.prefix(Self.maxNamed)
    let client = client
    await withTaskGroup(of: (ElementID, String?).self) { group in
      func add(_ element: Element) {
        group.addTask { (element.id, await Self.name(of: element, client)) }
      }
      for _ in 0..<Self.maxRequests {
        if let element = nameless.popFirst() { add(element) }
      }
      for await (id, name) in group {
        names[id] = name
        if let element = nameless.popFirst() { add(element) }
      }
    }
  }

  /// The line of an element, without a line end.
  func line(for element: Element) -> String {
    let line = Outline.line(for: element)
    guard let name = names[element.id] else { return line }
    return element.role.name + name + line.dropFirst(element.role.name.count)
  }

  /// The role and name of an element, without its id.
  func name(of element: Element) -> String {
    element.shortName + (names[element.id] ?? "")
  }

  private static func name(of element: Element, _ client: BridgeClient) async -> String? {
    let request = GetOutlineRequest(
      target: .id(element.id), budget: budget, depth: 0, whole: true)
    let answer = try? await client.call(request, timeout: patience)
    guard let line = answer?.text.split(separator: "\n").first else { return nil }
    return OutlinePainter.contents(in: line, of: element)
  }
}

extension Element {
  /// Whether outlines may name it by the texts in it.
  fileprivate var isNamedByContents: Bool {
    !children.isEmpty && label?.isBlank ?? true && !role.isWindow
  }
}
