public import AccessibilityMirror
public import AccessibilityTree
internal import Glibc

/// Runs an application made of views in this process: keeps a store up to date with its elements,
/// and performs their actions.
///
/// Everything is synchronous and confined to the store's thread: when `perform` or `update` returns, or after
/// a property of a model was set, the store is up to date. Changes made together are one revision.
public final class ViewHost: TreeSource {
  public let name: String
  public private(set) var status = SourceStatus(.starting)
  /// The name of the application.
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
  /// The client that started direct touch, and the one that is acting; 0 when it is not known.
  var touchingClient: UInt64 = 0
  var actingClient: UInt64 = 0
  weak var acting: ElementNode?
  /// The gestures in progress.
  var gestures: [TouchPlayback] = []
  /// The views with a hover action that the pointer is over.
  var pointed: [ViewNode] = []
  /// The window that was opened or used last, and the one that clients know to be in front.
  weak var usedWindow: ElementNode?
  weak var shownFrontWindow: ElementNode?
  /// Open dialogs, menus and further windows, with the element that gets the focus back when they close.
  var overlays: [Overlay] = []
  /// Those that opened since the last layout.
  var opened: [ElementNode] = []
  let screen: SharedScreen
  /// Runs the tasks of the application.
  private(set) lazy var executor = HostExecutor(self)
  /// The tasks that have not ended.
  var tasks: [HostTask] = []
  /// The tasks that actions wait for.
  var waiting: [HostTask] = []
  /// The task that the action being performed has started.
  var startedTask: HostTask?
  /// The time of the current gesture point, in nanoseconds of the mirror's clock; `nil` outside of gestures.
  var gestureTime: UInt64?

  /// - Parameters:
  ///   - name: The name of the source, such as "sample:calculator".
  ///   - origin: The top left corner of the application's window, on the screen.
  ///   - screen: The screen shared with other applications; without one the application is always in front.
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
      TypedNode(AppRoot(app: app), graph: graph, parent: nil, environment: NodeEnvironment())
    }
    graph.host = self
    graph.onChange = { [weak self] in self?.refresh() }
  }

  deinit {
    for task in tasks { task.cancel() }
    root?.unmount()
  }

  /// Calls a closure on the thread of the store, soon and from any thread, such as `LoopHandle.submit`. Tasks of
  /// the application continue by it when what they awaited ended elsewhere; without it, an intent that
  /// waits for something is refused.
  public var submit: (@Sendable (@escaping @Sendable () -> Void) -> Void)? {
    get { executor.submit }
    set { executor.submit = newValue }
  }

  /// The root element of the application; `nil` before `start`.
  public var application: ElementID? { root?.element?.id }

  /// The number of evaluated bodies of the application's own views, in total.
  package var evaluations: Int { graph.evaluations }

  /// The number of evaluated views, including built-in ones, in total.
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
    cancelTasks()
    status = SourceStatus(.stopped)
    screen.remove(self)
  }

  /// Changes state from outside, such as from a timer, as one revision.
  public func update(_ body: () throws -> Void) rethrows {
    guard status.phase == .running else { return }
    try transaction(body)
  }

  /// Runs `body` and updates the store when it ends, even if it throws.
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

  /// Commits all pending changes as one revision; makes none when nothing changed.
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
      if showOpened() { updateLayout(root) }
      publish(root)
    }
  }

  /// Evaluates the changes, and those of a focus move that follows. Returns `false` when that does not end.
  private func settle() -> Bool {
    let origin = focused
    guard graph.evaluate() else { return false }
    graph.rebuildElements()
    guard followOverlays(from: origin) else { return true }
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

  /// Runs the blocks that specify attributes, because the store is about to be read (E10).
  public func prepareToRead() {
    guard !graph.lazyAttributes.isEmpty, status.phase == .running else { return }
    inContext { for attribute in graph.lazyAttributes.values { attribute.refresh() } }
    refresh()
  }
}

extension ViewHost: ElementHost {
  func element(of id: ElementID) -> ElementNode? { publisher.element(id) }

  func step(_ body: () throws -> Void) rethrows { try transaction(body) }
}
