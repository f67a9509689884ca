/// Builds one view from the views in a closure: several, `if`, `if let`, `switch`, `for`.
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .second(second) }

  public static func buildArray<Content: View>(_ content: [Content]) -> ArrayView<Content> {
    ArrayView(content: content)
  }
}

/// Several views in order.
public struct TupleView<each Content: View>: BuiltInView {
  let content: (repeat each Content)

  public func render(in node: ViewNode) {
    var slot = 0
    for view in repeat each content {
      node.renderChild(view, at: slot)
      slot += 1
    }
  }
}

/// One of two views. The branch is part of the identity of the content.
public enum ConditionalContent<First: View, Second: View>: BuiltInView {
  case first(First)
  case second(Second)

  public func render(in node: ViewNode) {
    switch self {
    case .first(let view): node.renderChild(Branch<First, Bool>(content: view), at: 0)
    case .second(let view): node.renderChild(Branch<Second, Void>(content: view), at: 0)
    }
  }
}

/// One branch of a condition. `Side` distinguishes two branches of the same type.
private struct Branch<Content: View, Side>: BuiltInView {
  let content: Content

  func render(in node: ViewNode) {
    node.renderChild(content, at: 0)
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Self
}

extension Optional: BuiltInView where Wrapped: View {
  public func render(in node: ViewNode) {
    guard let view = self else { return node.trimChildren(to: 0) }
    node.renderChild(view, at: 0)
  }
}

/// The views from a `for` loop, identified by their index.
public struct ArrayView<Content: View>: BuiltInView {
  let content: [Content]

  public func render(in node: ViewNode) {
    for (slot, view) in content.enumerated() { node.renderChild(view, at: slot) }
    node.trimChildren(to: content.count)
  }
}
