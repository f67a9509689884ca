extension View {
  /// Adds a heading above the view.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    let title = String(title)
    return VStack {
      Text(title).accessibilityAddTraits(.isHeader)
      self
    }
  }

  /// Adds a bar of controls above the view.
  public func toolbar<Bar: View>(@ViewBuilder content: () -> Bar) -> some View {
    VStack {
      ContainerView(role: .toolBar, content: HStack(content: content))
      self
    }
  }
}

/// A container for navigation; here it only shows its content.
public struct NavigationStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}
