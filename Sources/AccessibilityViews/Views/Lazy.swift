/// The same as `VStack`: rows that are not visible have elements, too (S6).
public struct LazyVStack<Content: View>: View {
  private let stack: VStack<Content>

  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    stack = VStack(alignment: alignment, spacing: spacing, content: content)
  }

  public var body: some View { stack }
}

/// The same as `HStack`.
public struct LazyHStack<Content: View>: View {
  private let stack: HStack<Content>

  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    stack = HStack(alignment: alignment, spacing: spacing, content: content)
  }

  public var body: some View { stack }
}
