internal import AccessibilityTree
internal import BridgeProtocol

/// Changes of sets as messages, each short enough for a frame. A message is made when it can be sent.
struct MatchParts {
  enum Content {
    /// The whole set.
    case whole(Set<ElementID>)
    case changes(MatchChanges)

    var count: Int {
      switch self {
      case .whole(let members): members.count
      case .changes(let changes): changes.count
      }
    }
  }

  /// The maximum length of a message, in bytes, for a client that accepts as much.
  private static let maxLength = 256 * 1024
  /// The bytes of a change without its ids.
  private static let changeSize = 40

  let revision: Revision
  /// For the first message; 0: none.
  var epoch: UInt64
  /// Whether whole sets replace what the client knows of them.
  let isRestart: Bool
  let view: ElementView
  /// The maximum length of a message that the client accepts, in bytes.
  let limit: Int
  /// The contents that are left, by the positions of their selectors.
  var contents: ArraySlice<(index: Int, content: Content)>
  private var change: MatchChange?
  private var elements: Set<ElementID> = []
  private var orderedElements: ArraySlice<ElementID>?

  init(
    _ contents: [(index: Int, content: Content)], revision: Revision, epoch: UInt64,
    isRestart: Bool, view: ElementView, limit: Int
  ) {
    self.contents = contents[...]
    self.revision = revision
    self.epoch = epoch
    self.isRestart = isRestart
    self.view = view
    self.limit = limit
  }

  /// About how much memory the rest takes, in bytes.
  var memory: Int {
    contents.reduce(256) { $0 + 64 + 16 * $1.content.count } + 8 * (change?.count ?? 0)
      + 16 * elements.count
  }

  /// Returns the next message, and whether it is the last.
  mutating func next(_ cache: ElementCache) -> (bytes: [UInt8], isLast: Bool) {
    var room = min(limit, Self.maxLength)
    var changes: [MatchChange] = []
    while room > Self.changeSize + WireSize.id || changes.isEmpty, let change = nextChange(room) {
      room -= Self.changeSize + WireSize.id * change.count
      elements.formUnion(change.entered)
      elements.formUnion(change.changed)
      changes.append(change)
    }
    var encoded: [EncodedElement] = []
    if change == nil, contents.isEmpty {
      encoded = nextElements(cache, room: room, atLeastOne: changes.isEmpty)
    }
    let isLast = change == nil && contents.isEmpty && orderedElements?.isEmpty == true
    let bytes = WatchMatchesResponse.encoded(
      epoch: epoch, revision: revision, changes: changes, elements: encoded, hasMore: !isLast)
    epoch = 0
    return (bytes, isLast)
  }

  private mutating func nextChange(_ room: Int) -> MatchChange? {
    if change == nil, let (index, content) = contents.popFirst() {
      switch content {
      case .whole(let members):
        change = MatchChange(
          selector: index, entered: members.sorted(), isRestarted: isRestart)
      case .changes(let changes): change = changes.message(index)
      }
    }
    guard let first = change?.removeFirst(max(1, (room - Self.changeSize) / WireSize.id)) else {
      return nil
    }
    if change?.count == 0 { change = nil }
    return first
  }

  private mutating func nextElements(
    _ cache: ElementCache, room: Int, atLeastOne: Bool
  ) -> [EncodedElement] {
    var rest = orderedElements ?? elements.sorted()[...]
    elements = []
    var (encoded, room) = ([EncodedElement](), room)
    while let id = rest.first {
      if let element = cache.encoding(of: id, view: view, within: limit) {
        room -= WireSize.of(element)
        guard room >= 0 || (encoded.isEmpty && atLeastOne) else { break }
        encoded.append(element)
      }
      rest.removeFirst()
    }
    orderedElements = rest
    return encoded
  }
}
