/// Views beside each other. Makes no element (S1).
public struct HStack<Content: View>: BuiltInView {
  let alignment: VerticalAlignment
  let spacing: Double
  let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: Double = 8,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(StackLayout(axis: .horizontal, spacing: spacing, alignment: alignment.share))
    node.shape(.stack)
    node.renderChild(content, at: 0)
  }
}

/// Views above each other. Makes no element (S1).
public struct VStack<Content: View>: BuiltInView {
  let alignment: HorizontalAlignment
  let spacing: Double
  let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: Double = 8,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(StackLayout(axis: .vertical, spacing: spacing, alignment: alignment.share))
    node.shape(.stack)
    node.renderChild(content, at: 0)
  }
}

/// Views one upon the other: the first lies at the back and is read first (S4).
public struct ZStack<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(LayeredLayout())
    node.shape(.stack)
    node.renderChild(content, at: 0)
  }
}

/// Views that stand where the group stands.
public struct Group<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.renderChild(content, at: 0)
  }
}

/// Room that takes what is left along its stack.
public struct Spacer: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.lay(AxisLayout(length: 0, growsAlong: true))
  }
}

/// A line between views, across its stack.
public struct Divider: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.lay(AxisLayout(length: 1, growsAlong: false))
  }
}
