public import AccessibilityTree
internal import CProtobuf

/// Asks to be told which elements enter and leave the sets that selectors match.
public struct WatchMatchesRequest: Hashable, Sendable {
  /// The maximum number of selectors.
  public static let selectorLimit = 1_024

  /// From 1 to 1,024. Responses refer to them by their position.
  public var selectors: [String]
  /// Whether changes of elements that stay in a set are left out.
  public var onlyMembership: Bool
  public var view: ElementView

  public init(selectors: [String], onlyMembership: Bool = false, view: ElementView = .full) {
    self.selectors = selectors
    self.onlyMembership = onlyMembership
    self.view = view
  }
}

/// Changes of the sets, up to one revision.
public struct WatchMatchesResponse: Hashable, Sendable {
  /// The epoch of all messages; 0 in all but the first.
  public var epoch: UInt64
  /// The revision that the message leads to.
  public var revision: Revision
  public var changes: [MatchChange]
  /// The elements that entered a set or changed within one, each once.
  public var elements: [Element]
  /// Whether further messages for the same revision follow directly.
  public var hasMore: Bool

  public init(
    epoch: UInt64 = 0, revision: Revision, changes: [MatchChange] = [], elements: [Element] = [],
    hasMore: Bool = false
  ) {
    self.epoch = epoch
    self.revision = revision
    self.changes = changes
    self.elements = elements
    self.hasMore = hasMore
  }
}

/// How the set of one selector's matches changed.
public struct MatchChange: Hashable, Sendable {
  /// The position of the selector in the request.
  public var selector: Int
  public var entered: [ElementID]
  public var left: [ElementID]
  public var changed: [ElementID]
  /// Whether the set must be forgotten first, because changes were lost: `entered` has all of it.
  public var isRestarted: Bool

  public init(
    selector: Int, entered: [ElementID] = [], left: [ElementID] = [], changed: [ElementID] = [],
    isRestarted: Bool = false
  ) {
    self.selector = selector
    self.entered = entered
    self.left = left
    self.changed = changed
    self.isRestarted = isRestarted
  }
}

extension WatchMatchesRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__WatchMatchesRequest>) throws(Status) {
    let count = unsafe message.pointee.n_selectors
    guard count > 0 else { throw .invalid("WatchMatchesRequest.selectors", "is empty") }
    try checkCount(count, "WatchMatchesRequest.selectors")
    self.init(
      selectors: try unsafe array(message.pointee.selectors, count) { (text) throws(Status) in
        try unsafe readText(text, "WatchMatchesRequest.selectors")
      },
      onlyMembership: unsafe message.pointee.only_membership != 0,
      view: try ElementView(
        wire: unsafe message.pointee.view.rawValue, "WatchMatchesRequest.view"))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes { writer in
      for selector in selectors {
        writer.text(WatchMatchesRequestFields.selectors, present: selector)
      }
      writer.flag(WatchMatchesRequestFields.onlyMembership, onlyMembership)
      writer.signed(WatchMatchesRequestFields.view, view.rawValue)
    }
  }
}

extension WatchMatchesResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__WatchMatchesResponse>) throws(Status) {
    self.init(
      epoch: unsafe message.pointee.epoch, revision: unsafe message.pointee.revision,
      changes: try unsafe array(message.pointee.changes, message.pointee.n_changes) {
        (change) throws(Status) in try unsafe MatchChange(change)
      },
      elements: try unsafe BridgeProtocol.elements(
        message.pointee.elements, message.pointee.n_elements),
      hasMore: unsafe message.pointee.more != 0)
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      epoch: epoch, revision: revision, changes: changes,
      elements: elements.map(EncodedElement.init), hasMore: hasMore)
  }

  /// Encodes the response from elements that are already encoded.
  package static func encoded(
    epoch: UInt64, revision: Revision, changes: [MatchChange],
    elements: some Collection<EncodedElement>, hasMore: Bool
  ) -> [UInt8] {
    ProtoWriter.bytes(
      capacity: 64 + 32 * changes.count + ProtoWriter.capacity(for: elements)
    ) { writer in
      writer.number(WatchMatchesResponseFields.epoch, epoch)
      writer.number(WatchMatchesResponseFields.revision, revision)
      for change in changes {
        writer.message(WatchMatchesResponseFields.changes) { $0.matchChange(change) }
      }
      writer.elements(WatchMatchesResponseFields.elements, elements)
      writer.flag(WatchMatchesResponseFields.more, hasMore)
    }
  }
}

extension MatchChange {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__MatchChange>) throws(Status) {
    self.init(
      selector: Int(unsafe message.pointee.selector),
      entered: try unsafe ids(
        message.pointee.entered_ids, message.pointee.n_entered_ids, "MatchChange.entered_ids"),
      left: try unsafe ids(
        message.pointee.left_ids, message.pointee.n_left_ids, "MatchChange.left_ids"),
      changed: try unsafe ids(
        message.pointee.changed_ids, message.pointee.n_changed_ids, "MatchChange.changed_ids"),
      isRestarted: unsafe message.pointee.restarted != 0)
  }
}

extension ProtoWriter {
  /// Writes the fields of a `MatchChange` message.
  fileprivate mutating func matchChange(_ change: MatchChange) {
    count32(MatchChangeFields.selector, change.selector)
    ids(MatchChangeFields.enteredIDs, change.entered)
    ids(MatchChangeFields.leftIDs, change.left)
    ids(MatchChangeFields.changedIDs, change.changed)
    flag(MatchChangeFields.restarted, change.isRestarted)
  }
}
