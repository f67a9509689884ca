/// A part of an application's interface, described by a value.
///
/// An application's view describes its content in `body`. Names and structure follow SwiftUI. Views are
/// cheap: they are recreated whenever their dependencies change, and compared with the previous ones.
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// Renders the view into the view graph. Views of applications use the default implementation.
  func render(in node: ViewNode)
}

extension View {
  public func render(in node: ViewNode) {
    node.renderBody(of: self)
  }
}

/// A view of this library, which is its own body.
public protocol BuiltInView: View where Body == Self {}

extension BuiltInView {
  public var body: Self { self }
}

/// A view without content.
public struct EmptyView: BuiltInView {
  public init() {}

  public func render(in node: ViewNode) {
    node.trimChildren(to: 0)
  }
}
