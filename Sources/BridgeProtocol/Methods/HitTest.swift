public import AccessibilityTree

/// Asks what is at a point.
public struct HitTestRequest: Hashable, Sendable {
  /// In pixels.
  public var point: Point
  /// What the point is measured from.
  public var space: CoordinateSpace
  /// Only below this element; `nil`: everywhere. Needed for points measured from a window.
  public var scope: ElementID?

  public init(point: Point, space: CoordinateSpace = .screen, scope: ElementID? = nil) {
    self.point = point
    self.space = space
    self.scope = scope
  }
}

/// What is at a point.
public struct HitTestResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  /// The deepest element there; `nil` when there is none.
  public var element: Element?

  public init(revision: Revision, element: Element? = nil) {
    self.revision = revision
    self.element = element
  }
}
