public import AccessibilityTree
internal import CProtobuf

/// Asks for the elements that match a selector.
public struct FindRequest: Hashable, Sendable {
  public var selector: String
  /// Limits the search to this element and its descendants; `nil`: everywhere.
  public var scope: ElementID?
  /// The maximum number of elements in the page; 0: the server's default, 100.
  public var pageSize: Int
  /// The `nextPageToken` of the previous page; `nil`: the first page.
  public var pageToken: String?
  public var view: ElementView
  /// The revision that the client has all matches of; `nil`: all are sent. Only for the first page.
  public var since: ReadSince?

  public init(
    selector: String, scope: ElementID? = nil, pageSize: Int = 0, pageToken: String? = nil,
    view: ElementView = .full, since: ReadSince? = nil
  ) {
    self.selector = selector
    self.scope = scope
    self.pageSize = pageSize
    self.pageToken = pageToken
    self.view = view
    self.since = since
  }
}

/// One page of the elements that match.
public struct FindResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  /// The elements of the page, in reading order.
  public var elements: [Element]
  /// The number of elements that match in all.
  public var total: Int
  /// The token of the next page; `nil`: this is the last page.
  public var nextPageToken: String?
  /// The time that the search took on the server, in microseconds.
  public var elapsedUs: UInt64
  public var result = ReadResult.whole
  /// For a difference: the elements that matched before and do not any more.
  public var removed: [ElementID] = []
  /// For a difference: those of `elements` that did not match before.
  public var new: [ElementID] = []

  public init(
    revision: Revision, elements: [Element] = [], total: Int = 0, nextPageToken: String? = nil,
    elapsedUs: UInt64 = 0
  ) {
    self.revision = revision
    self.elements = elements
    self.total = total
    self.nextPageToken = nextPageToken
    self.elapsedUs = elapsedUs
  }
}

extension FindRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__FindRequest>) throws(Status) {
    let token = try unsafe readText(message.pointee.page_token, "FindRequest.page_token")
    self.init(
      selector: try unsafe readText(message.pointee.selector, "FindRequest.selector"),
      scope: ElementID(wire: unsafe message.pointee.scope_id),
      pageSize: Int(unsafe message.pointee.page_size), pageToken: token.isEmpty ? nil : token,
      view: try ElementView(wire: unsafe message.pointee.view.rawValue, "FindRequest.view"))
    let hasSince =
      unsafe message.pointee.has_since_case == A11Y__BRIDGE__V1__FIND_REQUEST__HAS_SINCE_SINCE
    since = try ReadSince(
      hasSince ? unsafe message.pointee.since : nil, epoch: unsafe message.pointee.epoch,
      "FindRequest")
    guard since == nil || pageToken == nil else {
      throw .invalid("FindRequest.since", "and page_token cannot be combined")
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.text(FindRequestFields.selector, selector)
      $0.id(FindRequestFields.scopeID, scope)
      $0.count32(FindRequestFields.pageSize, pageSize)
      $0.text(FindRequestFields.pageToken, pageToken ?? "")
      $0.signed(FindRequestFields.view, view.rawValue)
      $0.since(since, FindRequestFields.since, FindRequestFields.epoch)
    }
  }
}

extension FindResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__FindResponse>) throws(Status) {
    let token = try unsafe readText(
      message.pointee.next_page_token, "FindResponse.next_page_token")
    self.init(
      revision: unsafe message.pointee.revision,
      elements: try unsafe BridgeProtocol.elements(
        message.pointee.elements, message.pointee.n_elements),
      total: Int(clamping: unsafe message.pointee.total),
      nextPageToken: token.isEmpty ? nil : token, elapsedUs: unsafe message.pointee.elapsed_us)
    result = try ReadResult(wire: unsafe message.pointee.result.rawValue, "FindResponse.result")
    removed = try unsafe ids(
      message.pointee.removed_ids, message.pointee.n_removed_ids, "FindResponse.removed_ids")
    new = try unsafe ids(
      message.pointee.new_ids, message.pointee.n_new_ids, "FindResponse.new_ids")
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      revision: revision, elements: elements.map(EncodedElement.init), total: total,
      nextPageToken: nextPageToken, elapsedUs: elapsedUs, result: result, removed: removed, new: new
    )
  }

  /// Encodes the response from elements that are already encoded.
  package static func encoded(
    revision: Revision, elements: some Collection<EncodedElement>, total: Int,
    nextPageToken: String? = nil, elapsedUs: UInt64, result: ReadResult = .whole,
    removed: [ElementID] = [], new: [ElementID] = []
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + ProtoWriter.capacity(for: elements)) {
      $0.number(FindResponseFields.revision, revision)
      $0.elements(FindResponseFields.elements, elements)
      $0.count(FindResponseFields.total, total)
      $0.text(FindResponseFields.nextPageToken, nextPageToken ?? "")
      $0.number(FindResponseFields.elapsedUs, elapsedUs)
      $0.signed(FindResponseFields.result, result.wire)
      $0.ids(FindResponseFields.removedIDs, removed)
      $0.ids(FindResponseFields.newIDs, new)
    }
  }
}
