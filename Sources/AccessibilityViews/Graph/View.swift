/// A part of an application's interface, described as a value.
///
/// A view of an application says what it is made of in `body`. Names and shapes are SwiftUI's.
/// Views are cheap: they are made anew whenever what they depend on changes, and compared with what
/// was there before.
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// Takes part in the view graph. An application's views leave this as it is.
  func render(in node: ViewNode)
}

extension View {
  public func render(in node: ViewNode) {
    node.renderBody(of: self)
  }
}

/// A view that this library brings: it is its own body.
public protocol BuiltInView: View where Body == Self {}

extension BuiltInView {
  public var body: Self { self }
}

/// A view with nothing in it.
public struct EmptyView: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.trimChildren(to: 0)
  }
}
