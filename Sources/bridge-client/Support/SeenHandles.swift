internal import AccessibilityTree
internal import BridgeTransport

/// At which revision an agent last saw each element, from what its tools printed.
///
/// An action on an id is guarded by that: an element that has become another one since is not touched.
final class SeenHandles: Sendable {
  /// The maximum number of elements; beyond it all are forgotten.
  private static let limit = 20_000

  /// No mark: the tool did not print a revision.
  private let marks = Lock<[ElementID: RevisionMark?]>([:])

  /// Takes the output of a tool, which may begin or end with its revision, such as `revision 4127-582113`.
  func learn(_ text: String) {
    let lines = text.split(separator: "\n")
    let found = [lines.last, lines.first].lazy.compactMap { line -> RevisionMark? in
      let words = line?.split(separator: " ") ?? []
      guard words.count == 2, words[0] == "revision" else { return nil }
      return try? RevisionMark(written: String(words[1]))
    }
    remember(Self.ids(in: text), found.first)
  }

  /// Remembers elements. Without a revision, one that was seen at an earlier one keeps that.
  func remember(_ ids: [ElementID], _ mark: RevisionMark? = nil) {
    marks.withLock { marks in
      if marks.count + ids.count > Self.limit { marks = [:] }
      for id in ids where mark != nil || marks[id] == nil { marks[id] = .some(mark) }
    }
  }

  /// Whether a tool has printed an element.
  func contains(_ id: ElementID) -> Bool { marks.withLock { $0[id] != nil } }

  /// Returns the revision at which an element was last seen, if that is known.
  func mark(of id: ElementID) -> RevisionMark? { marks.withLock { $0[id] ?? nil } }

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
