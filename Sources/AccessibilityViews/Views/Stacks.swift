/// A row of views. Has no element (S1).
public struct HStack<Content: View>: BuiltInView {
  let alignment: VerticalAlignment
  let spacing: Double
  let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing ?? 8
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(StackLayout(axis: .horizontal, spacing: spacing, alignment: alignment.share))
    node.shape(.stack)
    node.renderChild(content, at: 0)
  }
}

/// A column of views. Has no element (S1).
public struct VStack<Content: View>: BuiltInView {
  let alignment: HorizontalAlignment
  let spacing: Double
  let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing ?? 8
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(StackLayout(axis: .vertical, spacing: spacing, alignment: alignment.share))
    node.shape(.stack)
    node.renderChild(content, at: 0)
  }
}

/// Views on top of each other: the first is at the back and is read first (S4).
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

/// A group of views without a layout or an element of its own.
public struct Group<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.renderChild(content, at: 0)
  }
}

/// Empty space that takes the remaining length of its stack.
public struct Spacer: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.lay(AxisLayout(length: 0, growsAlong: true))
  }
}

/// A line across its stack, between views.
public struct Divider: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.lay(AxisLayout(length: 1, growsAlong: false))
  }
}
