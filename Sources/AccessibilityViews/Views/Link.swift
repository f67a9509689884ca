internal import AccessibilityTree

/// A link. Activating it calls `openURL` of the environment; its attribute `destination` says where it leads.
public struct Link<Label: View>: BuiltInView {
  let destination: String
  let label: Label

  /// - Parameter destination: A URL, or its text.
  public init(
    destination: some CustomStringConvertible, @ViewBuilder label: () -> Label
  ) {
    self.destination = destination.description
    self.label = label()
  }

  public func render(in node: ViewNode) {
    let openURL = node.environment.values.openURL
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 44, height: 44)))
    node.describeControl(.link, .link) { [destination] content in
      content.setAttribute("destination", destination)
      content.offer(ActionHandler(.press) { try openURL.open(destination) })
    }
    node.renderChild(label, at: 0)
  }
}

extension Link where Label == Text {
  public init(_ title: some StringProtocol, destination: some CustomStringConvertible) {
    self.init(destination: destination) { Text(title) }
  }
}

/// What a link does: `.environment(\.openURL, OpenURLAction { url in … return .handled })`. By default
/// nothing opens links, and they refuse.
public struct OpenURLAction {
  public enum Result: Hashable, Sendable {
    case handled, discarded, systemAction
  }

  private let handler: (String) throws -> Result

  public init(handler: @escaping (String) throws -> Result) {
    self.handler = handler
  }

  /// Opens a URL. That it could not be opened has no effect.
  public func callAsFunction(_ url: some CustomStringConvertible) {
    try? open(url.description)
  }

  func open(_ url: String) throws {
    guard try handler(url) == .handled else {
      throw ActionRefusal(.unsupported, "\(url.quoted(limit: 200)) is not opened here")
    }
  }
}

extension EnvironmentValues {
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private struct OpenURLKey: EnvironmentKey {
  static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}
