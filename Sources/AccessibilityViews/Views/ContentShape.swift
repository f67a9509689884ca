/// The purposes of a content shape.
public struct ContentShapeKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The outline and hit-testing for assistive technologies only (E6).
  public static let accessibility = ContentShapeKinds(rawValue: 1)
  /// The area that accepts touches; ignored here.
  public static let interaction = ContentShapeKinds(rawValue: 2)
}

extension View {
  /// Sets the outline of the view's element (E6).
  public func contentShape(_ kinds: ContentShapeKinds, _ shape: some Shape) -> some View {
    modifyElement(isEnabled: kinds.contains(.accessibility)) { $0.contentShape = shape.outline }
  }
}
