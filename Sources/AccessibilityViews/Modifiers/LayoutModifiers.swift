/// Adds a layout to a view, without an element.
struct LayoutModifier<Content: View, Kind: Layout>: BuiltInView {
  let content: Content
  let layout: Kind

  func render(in node: ViewNode) {
    node.lay(layout)
    node.renderChild(content, at: 0)
  }
}

/// A view with another one on top of it, aligned with its frame.
private struct LayeredView<Content: View, Other: View>: BuiltInView {
  let content: Content
  let other: Other

  func render(in node: ViewNode) {
    node.lay(LayeredLayout(followsFirst: true))
    node.renderChild(content, at: 0)
    node.renderChild(other, at: 1)
  }
}

extension View {
  /// Sets a fixed width or height, in pixels.
  public func frame(width: Double? = nil, height: Double? = nil) -> some View {
    LayoutModifier(content: self, layout: FrameLayout(width: width, height: height))
  }

  /// Fills the available space with `.infinity`; other values have no effect.
  public func frame(maxWidth: Double? = nil, maxHeight: Double? = nil) -> some View {
    LayoutModifier(
      content: self,
      layout: FrameLayout(fillsWidth: maxWidth == .infinity, fillsHeight: maxHeight == .infinity))
  }

  /// Adds padding at some edges of the view, in pixels.
  public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    LayoutModifier(content: self, layout: PaddingLayout(edges: edges, length: length ?? 16))
  }

  /// Adds padding around the view, in pixels.
  public func padding(_ length: Double) -> some View {
    padding(.all, length)
  }

  /// Places another view on top of this one.
  public func overlay<Other: View>(@ViewBuilder _ content: () -> Other) -> some View {
    LayeredView(content: self, other: content())
  }
}
