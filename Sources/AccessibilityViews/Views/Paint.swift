/// What things are painted with. Nothing here is seen; names say what would be.
public enum Color: Hashable, Sendable {
  case black, white, gray, red, orange, yellow, green, blue, purple, brown, clear, accentColor
  /// Each from 0 to 1.
  case rgb(red: Double, green: Double, blue: Double)

  public init(red: Double, green: Double, blue: Double) {
    self = .rgb(red: red, green: green, blue: blue)
  }
}

extension Color: BuiltInView {
  public func render(in node: ViewNode) {
    node.lay(LeafLayout(10, 10, growsWidth: true, growsHeight: true))
  }
}

/// How large text is. Nothing here is seen.
public enum Font: Hashable, Sendable {
  case largeTitle, title, headline, body, caption
}

extension View {
  /// Paints behind the view; nothing here is seen.
  public func background(_ style: some Hashable) -> some View { self }
  public func foregroundStyle(_ style: some Hashable) -> some View { self }
  public func foregroundColor(_ color: Color) -> some View { self }
  public func font(_ font: Font) -> some View { self }
  public func scaleEffect(_ scale: Double) -> some View { self }
}
