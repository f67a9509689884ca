public import AccessibilityTree

/// Asks for a tree.
public struct GetTreeRequest: Hashable, Sendable {
  /// Where to begin: elements with all below them. Empty: everything, or what `selector` says.
  public var roots: [ElementID]
  /// Where to begin, by selector: every match. Not together with `roots`.
  public var selector: String?
  /// How many levels below the beginnings; 0: those alone; `nil`: all the way down.
  public var depth: Int?
  public var view: ElementView
  /// At most so many elements, in reading order; `nil`: no limit.
  public var limit: Int?

  public init(
    roots: [ElementID] = [], selector: String? = nil, depth: Int? = nil,
    view: ElementView = .full, limit: Int? = nil
  ) {
    self.roots = roots
    self.selector = selector
    self.depth = depth
    self.view = view
    self.limit = limit
  }
}

/// Part of a tree. All parts of one answer are of the same revision.
public struct GetTreeResponse: Hashable, Sendable {
  /// The revision that the tree was read at.
  public var revision: Revision
  /// Parents before children.
  public var elements: [Element]
  /// Set in the last part.
  public var isLast: Bool
  /// In the last part: how many elements within the scope were left out. 0: the answer is complete.
  public var omitted: Int
  /// In the first part: how many elements will come.
  public var total: Int

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
