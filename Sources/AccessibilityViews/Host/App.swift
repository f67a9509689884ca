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

/// Windows of an application: `WindowGroup`, `Window`, or several of them.
public protocol Scene: View {}

/// Builds a scene from the content of a closure.
@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> TupleScene<repeat each Content> {
    TupleScene(content: (repeat each content))
  }
}

/// Several scenes. Only the first has a window from the start.
public struct TupleScene<each Content: Scene>: Scene, BuiltInView {
  let content: (repeat each Content)

  public func render(in node: ViewNode) {
    var slot = 0
    for scene in repeat each content {
      var environment = node.environment
      environment.isFirstScene = environment.isFirstScene && slot == 0
      node.renderChild(scene, at: slot, environment: environment)
      slot += 1
    }
  }
}

/// The root of the graph: the application's element.
struct AppRoot<Content: App>: BuiltInView {
  let app: Content
  let windows = OpenWindows()

  func render(in node: ViewNode) {
    node.lay(ScreenLayout(origin: node.graph.origin))
    node.shape(.element(.container)) { content in
      content.element.role = .application
      content.element.label = Content.title
      for intent in Content.intents { content.offer(intent.handler) }
    }
    var environment = node.environment
    environment.values.openWindow = OpenWindowAction(windows: windows)
    node.renderBody(from: app, environment: environment) { app.body }
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
