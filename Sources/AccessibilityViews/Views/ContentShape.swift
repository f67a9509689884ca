/// What a content shape is used for.
public struct ContentShapeKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Outline and hit-testing of assistive technologies, and nothing else (E6).
  public static let accessibility = ContentShapeKinds(rawValue: 1)
  /// Where touches are taken; not looked at here.
  public static let interaction = ContentShapeKinds(rawValue: 2)
}

extension View {
  /// Gives the view's element an outline of its own (E6).
  public func contentShape(_ kinds: ContentShapeKinds, _ shape: some Shape) -> some View {
    modifyElement(isEnabled: kinds.contains(.accessibility)) { $0.contentShape = shape.outline }
  }
}
