/// A colour. Nothing is drawn here; the names tell what would be.
public enum Color: Hashable, Sendable {
  case black, white, gray, red, orange, yellow, green, blue, purple, brown, clear, accentColor
  /// Components from 0 to 1.
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

/// A text style. Nothing is drawn here.
public enum Font: Hashable, Sendable {
  case largeTitle, title, headline, body, caption
}

extension View {
  /// Sets the background; has no effect, because nothing is drawn here.
  public func background(_ style: some Hashable) -> some View { self }
  public func foregroundStyle(_ style: some Hashable) -> some View { self }
  public func foregroundColor(_ color: Color) -> some View { self }
  public func font(_ font: Font) -> some View { self }
  public func scaleEffect(_ scale: Double) -> some View { self }
}
