public import AccessibilityTree
internal import CProtobuf

/// Asks for a tree.
public struct GetTreeRequest: Hashable, Sendable {
  /// The elements to begin with, sent with their descendants. Empty: everything, or what `selector` matches.
  public var roots: [ElementID]
  /// A selector whose matches are the elements to begin with. Not together with `roots`.
  public var selector: String?
  /// The number of levels below the elements to begin with; 0: only those elements; `nil`: all levels.
  public var depth: Int?
  public var view: ElementView
  /// The maximum number of elements, taken in reading order; `nil`: no limit.
  public var limit: Int?
  /// The revision that the client has; `nil`: everything is sent.
  public var since: ReadSince?

  public init(
    roots: [ElementID] = [], selector: String? = nil, depth: Int? = nil,
    view: ElementView = .full, limit: Int? = nil, since: ReadSince? = nil
  ) {
    self.roots = roots
    self.selector = selector
    self.depth = depth
    self.view = view
    self.limit = limit
    self.since = since
  }
}

/// A part of a tree. All parts of one answer are of the same revision.
public struct GetTreeResponse: Hashable, Sendable {
  /// The revision at which the tree was read.
  public var revision: Revision
  /// The elements of the part. Parents come before their children.
  public var elements: [Element]
  /// Whether this is the last part.
  public var isLast: Bool
  /// In the last part, the number of elements in scope that were left out. 0: the answer is complete.
  public var omitted: Int
  /// In the first part, the number of elements in all parts.
  public var total: Int
  /// In the first part.
  public var result = ReadResult.whole
  /// In the first part of a difference, the elements that were removed or left the scope.
  public var removed: [ElementID] = []

  public init(
    revision: Revision, elements: [Element] = [], isLast: Bool = false, omitted: Int = 0,
    total: Int = 0
  ) {
    self.revision = revision
    self.elements = elements
    self.isLast = isLast
    self.omitted = omitted
    self.total = total
  }
}

extension GetTreeRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetTreeRequest>) throws(Status) {
    let selector = try unsafe readText(message.pointee.selector, "GetTreeRequest.selector")
    let limit = Int(clamping: unsafe message.pointee.limit)
    self.init(
      roots: try unsafe requestedIDs(
        unsafe message.pointee.root_ids, unsafe message.pointee.n_root_ids,
        "GetTreeRequest.root_ids"),
      selector: selector.isEmpty ? nil : selector,
      view: try ElementView(wire: unsafe message.pointee.view.rawValue, "GetTreeRequest.view"),
      limit: limit == 0 ? nil : limit)
    if unsafe message.pointee.has_depth_case
      == A11Y__BRIDGE__V1__GET_TREE_REQUEST__HAS_DEPTH_DEPTH
    {
      depth = Int(unsafe message.pointee.depth)
    }
    let hasSince =
      unsafe message.pointee.has_since_case == A11Y__BRIDGE__V1__GET_TREE_REQUEST__HAS_SINCE_SINCE
    since = try ReadSince(
      hasSince ? unsafe message.pointee.since : nil, epoch: unsafe message.pointee.epoch,
      "GetTreeRequest")
    guard roots.isEmpty || self.selector == nil else {
      throw .invalid("GetTreeRequest.selector", "and roots cannot be combined")
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.ids(GetTreeRequestFields.rootIDs, roots)
      $0.text(GetTreeRequestFields.selector, selector ?? "")
      if let depth {
        $0.number(GetTreeRequestFields.depth, present: UInt64(UInt32(clamping: depth)))
      }
      $0.signed(GetTreeRequestFields.view, view.rawValue)
      $0.count(GetTreeRequestFields.limit, limit ?? 0)
      $0.since(since, GetTreeRequestFields.since, GetTreeRequestFields.epoch)
    }
  }
}

extension GetTreeResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetTreeResponse>) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      elements: try unsafe BridgeProtocol.elements(
        message.pointee.elements, message.pointee.n_elements),
      isLast: unsafe message.pointee.last != 0,
      omitted: Int(clamping: unsafe message.pointee.omitted),
      total: Int(clamping: unsafe message.pointee.total))
    result = try ReadResult(wire: unsafe message.pointee.result.rawValue, "GetTreeResponse.result")
    removed = try unsafe ids(
      message.pointee.removed_ids, message.pointee.n_removed_ids, "GetTreeResponse.removed_ids")
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      revision: revision, elements: elements.map(EncodedElement.init), last: isLast,
      omitted: omitted, total: total, result: result, removed: removed)
  }

  /// Encodes the response from elements that are already encoded.
  package static func encoded(
    revision: Revision, elements: some Collection<EncodedElement>, last: Bool, omitted: Int = 0,
    total: Int = 0, result: ReadResult = .whole, removed: [ElementID] = []
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 32 + ProtoWriter.capacity(for: elements)) {
      $0.treePart(revision, elements, last, omitted, total)
      $0.signed(GetTreeResponseFields.result, result.wire)
      $0.ids(GetTreeResponseFields.removedIDs, removed)
    }
  }
}

extension ProtoWriter {
  /// Writes the fields of a `GetTreeResponse`.
  mutating func treePart(
    _ revision: Revision, _ elements: some Collection<EncodedElement>, _ last: Bool,
    _ omitted: Int, _ total: Int
  ) {
    number(GetTreeResponseFields.revision, revision)
    self.elements(GetTreeResponseFields.elements, elements)
    flag(GetTreeResponseFields.last, last)
    count(GetTreeResponseFields.omitted, omitted)
    count(GetTreeResponseFields.total, total)
  }
}
