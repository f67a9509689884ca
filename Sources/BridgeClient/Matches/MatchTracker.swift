public import AccessibilityTree
public import BridgeProtocol

/// The sets that a call of WatchMatches reports, put together from its messages.
public struct MatchTracker: Sendable {
  /// Something that happened to one element in one set.
  public struct Event: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      case enter, leave, change
    }

    public let kind: Kind
    /// The position of the selector in the request.
    public let selector: Int
    public let id: ElementID
    /// The element; `nil` when it left, or was gone when the message was sent.
    public let element: Element?
  }

  /// The matches of each selector.
  public private(set) var sets: [Set<ElementID>]
  /// The epoch of the messages; 0 before the first.
  public private(set) var epoch: UInt64 = 0
  /// The revision at which the sets are.
  public private(set) var revision: Revision = 0
  /// Whether the first matches have all arrived.
  public private(set) var hasBegun = false
  private var changes: [MatchChange] = []
  private var elements: [ElementID: Element] = [:]
  /// The number of ids and elements in the messages for one revision so far.
  private var entries = 0
  /// The maximum of `entries`: a server that sends more is not to be believed.
  private static let maxEntries = 20_000_000

  /// - Parameter count: The number of selectors.
  public init(count: Int) {
    sets = Array(repeating: [], count: count)
  }

  /// Prepares for the messages of another call with the same selectors, after the connection was lost. What
  /// changed meanwhile is reported as events.
  public mutating func restart() {
    (hasBegun, changes, elements, entries) = (false, [], [:], 0)
  }

  /// Takes the next message. Returns what happened up to its revision; `nil`: further messages belong to it.
  ///
  /// Of the first messages, the events are the matches that are not known yet.
  public mutating func take(_ response: WatchMatchesResponse) throws(ClientError) -> [Event]? {
    if response.epoch != 0 { epoch = response.epoch }
    changes += response.changes
    for element in response.elements { elements[element.id] = element }
    entries += response.elements.count
    for change in response.changes {
      entries += 1 + change.entered.count + change.left.count + change.changed.count
    }
    guard entries <= Self.maxEntries else {
      throw .badAnswer("the server's response has more than \(Self.maxEntries) entries")
    }
    guard !response.hasMore else { return nil }
    revision = response.revision
    defer { (hasBegun, changes, elements, entries) = (true, [], [:], 0) }
    return try events()
  }

  private mutating func events() throws(ClientError) -> [Event] {
    var events: [Event] = []
    // A set that is sent whole may be divided among messages.
    var whole: [Int: Set<ElementID>] = [:]
    for change in changes {
      guard sets.indices.contains(change.selector) else {
        throw .badAnswer("the server named selector \(change.selector) of \(sets.count)")
      }
      if !hasBegun || change.isRestarted || whole[change.selector] != nil {
        whole[change.selector, default: []].formUnion(change.entered)
      } else {
        add(change.left, .leave, change.selector, &events)
        add(change.entered, .enter, change.selector, &events)
        add(change.changed, .change, change.selector, &events)
      }
    }
    for (selector, members) in whole.sorted(by: { $0.key < $1.key }) {
      let known = sets[selector]
      add(known.subtracting(members).sorted(), .leave, selector, &events)
      add(members.subtracting(known).sorted(), .enter, selector, &events)
    }
    return events
  }

  private mutating func add(
    _ ids: [ElementID], _ kind: Event.Kind, _ selector: Int, _ events: inout [Event]
  ) {
    for id in ids {
      switch kind {
      case .enter: sets[selector].insert(id)
      case .leave: sets[selector].remove(id)
      case .change: break
      }
      let element = kind == .leave ? nil : elements[id]
      events.append(Event(kind: kind, selector: selector, id: id, element: element))
    }
  }
}
