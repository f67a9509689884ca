public import AccessibilityTree

/// Asks for one element.
public struct GetElementRequest: Hashable, Sendable {
  public var target: Target

  public init(target: Target) {
    self.target = target
  }
}

/// One element.
public struct GetElementResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  public var element: Element
  /// Nearest first, structure and names only.
  public var ancestors: [Element]
  public var application: ApplicationInfo?

  public init(
    revision: Revision, element: Element, ancestors: [Element] = [],
    application: ApplicationInfo? = nil
  ) {
    self.revision = revision
    self.element = element
    self.ancestors = ancestors
    self.application = application
  }
}
