internal import AccessibilityTree

/// An application: its windows and their shared state.
public protocol App: SendableMetatype {
  associatedtype Body: Scene

  @SceneBuilder var body: Body { get }

  /// The intents that the application's element offers by type and parameters, although no view does
  /// (A15). The default is none.
  static var intents: [any AppIntent.Type] { get }

  /// The name of the application. The default is the name of the type in words, without "App".
  static var title: String { get }
}

extension App {
  public static var intents: [any AppIntent.Type] { [] }

  public static var title: String {
    var words = ""
    var name = Substring("\(Self.self)")
    if name.hasSuffix("App"), name.count > 3 { name.removeLast(3) }
    for letter in name {
      if letter.isUppercase, let last = words.last, !last.isUppercase { words += " " }
      words.append(letter)
    }
    return words
  }
}

/// A window.
public protocol Scene: View {}

/// Builds a scene from the content of a closure.
@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A window with its content.
public struct WindowGroup<Content: View>: Scene, BuiltInView {
  let title: String?
  let content: Content

  public init(_ title: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 12))
    node.shape(.element(.container)) { [title, unowned node] content in
      content.element.role = .window
      content.element.label = title ?? node.graph.title
      content.element.states.insert(.active)
    }
    // Several views in a window are stacked vertically.
    node.renderChild(VStack { content }, at: 0)
  }
}

/// The root of the graph: the application's element.
struct AppRoot<Content: App>: BuiltInView {
  let app: Content

  func render(in node: ViewNode) {
    node.lay(ScreenLayout(origin: node.graph.origin))
    node.shape(.element(.container)) { content in
      content.element.role = .application
      content.element.label = Content.title
      for intent in Content.intents { content.offer(intent.handler) }
    }
    node.renderBody(from: app) { app.body }
  }
}

/// Places windows side by side on the screen.
private struct ScreenLayout: Layout {
  static let window = Size(width: 400, height: 600)
  static let spacing = 24.0

  let origin: Point

  func measure(_ node: ViewNode, in available: Size) -> Measured { .nothing }

  func place(_ node: ViewNode) {
    var x = origin.x
    for item in node.itemsInside() {
      let size = item.measure(in: Self.window).size(in: Self.window)
      item.place(in: Rect(Point(x: x, y: origin.y), size), clip: nil)
      x += size.width + Self.spacing
    }
  }
}
