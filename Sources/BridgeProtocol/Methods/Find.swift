public import AccessibilityTree

/// Asks for the elements that match.
public struct FindRequest: Hashable, Sendable {
  public var selector: String
  /// Only below this element (itself included); `nil`: everywhere.
  public var scope: ElementID?
  /// At most so many elements; 0: the server's default, 100.
  public var pageSize: Int
  /// The `nextPageToken` of the page before; `nil`: the first.
  public var pageToken: String?
  public var view: ElementView

  public init(
    selector: String, scope: ElementID? = nil, pageSize: Int = 0, pageToken: String? = nil,
    view: ElementView = .full
  ) {
    self.selector = selector
    self.scope = scope
    self.pageSize = pageSize
    self.pageToken = pageToken
    self.view = view
  }
}

/// The elements that match.
public struct FindResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  /// In reading order.
  public var elements: [Element]
  /// How many match in all.
  public var total: Int
  /// `nil`: this is the last page.
  public var nextPageToken: String?
  /// What the search cost the server, in microseconds.
  public var elapsedUs: UInt64

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
