public import AccessibilityMirror
public import AccessibilityTree
internal import Glibc

/// Runs an application made of views in this process: keeps a store true to it, and hands it its
/// actions.
///
/// All is synchronous and confined to the store's thread: when `perform` or `update` returns, or a
/// property of a model was set, the store is true again. What changed together is one revision.
public final class ViewHost: TreeSource {
  public let name: String
  public private(set) var status = SourceStatus(.starting)
  /// What people call the application.
  public let title: String

  let store: TreeStore
  let graph: ViewGraph
  let publisher: ElementPublisher
  private let makeRoot: (ViewGraph) -> ViewNode
  private(set) var root: ViewNode?
  private var isUpdating = false
  /// Notifications that the application posted since the last revision.
  var posted: [PostedNotification] = []
  weak var focused: ElementNode?
  weak var touched: ElementNode?
  weak var acting: ElementNode?
  /// Dialogs and menus that are open, each with where the focus goes when it is gone.
  var overlays: [Overlay] = []
  let screen: SharedScreen
  /// When the point of the gesture under way is, in nanoseconds of the mirror's clock.
  var gestureTime: UInt64?

  /// - Parameters:
  ///   - name: "sample:calculator".
  ///   - origin: The top left corner of the application's window, on the screen.
  ///   - screen: What it shares with other applications; without one it is always in front.
  public init<Content: App>(
    name: String, app: Content, store: TreeStore, origin: Point = Point(x: 0, y: 0),
    screen: SharedScreen = SharedScreen()
  ) {
    self.name = name
    self.store = store
    self.screen = screen
    title = Content.title
    graph = ViewGraph(origin: origin, title: Content.title)
    publisher = ElementPublisher(store: store)
    makeRoot = { graph in
      TypedNode(AppRoot(app: app), graph: graph, parent: nil, environment: Environment())
    }
    graph.host = self
    graph.onChange = { [weak self] in self?.refresh() }
  }

  deinit { root?.unmount() }

  /// The root element of the application; `nil` before `start`.
  public var application: ElementID? { root?.element?.id }

  /// How many bodies of the application's own views were evaluated so far.
  package var evaluations: Int { graph.evaluations }

  /// How many views, built-in ones included, were looked at so far.
  package var visits: Int { graph.visits }

  public func start() {
    guard status.phase == .starting else { return }
    status = SourceStatus(.running)
    screen.add(self)
    let root = makeRoot(graph)
    self.root = root
    inContext { root.evaluate() }
    _ = root.elementItems()
    refresh()
  }

  public func stop() {
    guard status.phase != .stopped else { return }
    status = SourceStatus(.stopped)
    screen.remove(self)
  }

  /// Changes state from outside, as a timer would: all of it is one revision.
  public func update(_ body: () throws -> Void) rethrows {
    guard status.phase == .running else { return }
    try transaction(body)
  }

  /// Runs `body` and brings the store up to date when it ends, however it ends.
  func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isUpdating { return try inContext(body) }
    isUpdating = true
    defer {
      isUpdating = false
      refresh()
    }
    return try inContext(body)
  }

  var time: UInt64 { gestureTime ?? store.time }

  func inContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    if StateContext.current === graph { return try body() }
    return try StateContext.$current.withValue(graph, operation: body)
  }

  /// Makes a revision of what changed; none when nothing did.
  func refresh() {
    guard !isUpdating, status.phase == .running, let root else { return }
    guard graph.needsUpdate || !posted.isEmpty else { return }
    isUpdating = true
    defer { isUpdating = false }
    inContext {
      guard settle() else {
        status = SourceStatus(
          .unavailable,
          detail: "\(title) does not settle: one of its views changes the state that it reads")
        return
      }
      updateLayout(root)
      publish(root)
    }
  }

  /// Evaluates what changed, and what a focus that follows changes. Returns false when that has no
  /// end.
  private func settle() -> Bool {
    guard graph.evaluate() else { return false }
    graph.rebuildElements()
    guard followOverlays() else { return true }
    guard graph.evaluate() else { return false }
    graph.rebuildElements()
    return true
  }

  private func updateLayout(_ root: ViewNode) {
    if root.isPlaced {
      graph.updateLayout()
    } else {
      _ = graph.takeUnmeasured()
      _ = root.measure(in: .zero)
      root.placeInside()
    }
  }

  private func publish(_ root: ViewNode) {
    do {
      try store.edit { edit in
        if publisher.root == nil, let element = root.element {
          try publisher.addApplication(description, element, in: edit)
        } else if let root = publisher.root {
          edit.updateApplication(root) { $0.lastHeard = store.time }
        }
        try publisher.publish(graph, on: self, in: edit)
        for notification in posted { edit.post(resolve(notification)) }
        posted = []
      }
    } catch {
      status = SourceStatus(.unavailable, detail: "the tree of \(title) is broken: \(error)")
    }
  }

  private func description(_ root: ElementID) -> Application {
    var application = Application(root: root, name: title, source: name)
    application.toolkit = "sample"
    application.processID = getpid()
    application.load = .complete
    application.lastHeard = store.time
    return application
  }

  public func isReading(_ application: ElementID) -> Bool { false }

  /// Asks every attribute that is told as a block: somebody is about to read (E10).
  public func prepareToRead() {
    guard !graph.lazyNodes.isEmpty, status.phase == .running else { return }
    for node in graph.lazyNodes.values { node.describedElement?.markStale() }
    refresh()
  }
}

extension ViewHost: ElementHost {
  func element(of id: ElementID) -> ElementNode? { publisher.element(id) }
}
