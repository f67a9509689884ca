import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import BridgeTransport

/// The objects on the server's loop: a store, a scripted source, a server.
final class World {
  let loop: EventLoop
  let store: TreeStore
  let source: FakeSource
  let server: BridgeServer
  /// The lines that the server logged.
  var log: [String] { lines.lines }
  private let lines = LogLines()
  private let clock = Clock()

  init(
    _ loop: EventLoop, _ configuration: ServerConfiguration, _ limits: ChangeLog.Limits,
    epoch: UInt64
  ) {
    self.loop = loop
    store = TreeStore(epoch: epoch, limits: limits) { [clock] in clock.now }
    source = FakeSource()
    server = BridgeServer(
      store: store, sources: [source], loop: loop, configuration: configuration,
      log: { [lines] in lines.lines.append($0) })
  }

  /// Lets the mirror's clock go on.
  func pass(_ time: Duration) { clock.passed += time }

  /// Adds an application with a window, and returns both.
  @discardableResult
  func addApplication(_ name: String = "App") throws -> (root: ElementID, window: ElementID) {
    let root = store.makeID()
    let window = store.makeID()
    var application = Application(root: root, name: name, source: source.name)
    application.load = .complete
    try store.edit { edit in
      try edit.addApplication(
        application, root: Element(id: root, role: .application, label: name))
      try edit.insert(Element(id: window, role: .window, label: "\(name) window"), under: root)
    }
    return (root, window)
  }

  @discardableResult
  func add(
    _ role: Role = .button, _ label: String, under parent: ElementID,
    _ change: (inout Element) -> Void = { _ in }
  ) throws -> ElementID {
    try store.add(role, label, under: parent, change)
  }

  /// Adds a button of an application that never answers an action.
  func addUnansweredButton() throws -> ElementID {
    source.onPerform = { _, _ in }
    return try add(.button, "B", under: addApplication().window)
  }

  func change(_ id: ElementID, _ body: (inout Element) -> Void) throws {
    try store.edit { try $0.update(id, body) }
  }

  func remove(_ id: ElementID) throws {
    _ = try store.edit { try $0.remove(id) }
  }

  /// Does something on the loop after a while.
  func later(_ delay: Duration, _ body: @escaping () -> Void) {
    _ = loop.schedule(after: delay, body)
  }
}

/// The mirror's clock.
private final class Clock {
  var passed = Duration.zero
  var now: UInt64 { MonotonicTime.now().advanced(by: passed).nanoseconds }
}

/// The lines of a log, in order.
private final class LogLines {
  var lines: [String] = []
}

/// A source whose actions are scripted by a test.
final class FakeSource: TreeSource {
  let name: String
  var status = SourceStatus(.running)
  var isBusy = false
  var hasUnread = false
  var silence: Duration?
  var showsPress = true
  var quickEffect: Duration?
  var actsBeforeAnswer = false
  var reportsMoves = true
  var requests: [ActionRequest] = []
  /// The clients that are gone.
  private(set) var left: [UInt64] = []
  /// The elements that clients looked at.
  private(set) var looked: [ElementID] = []
  /// Whether clients watch, each time that it changed.
  private(set) var watched: [Bool] = []
  /// How often the store was about to be read.
  private(set) var preparations = 0
  var onPerform: (ActionRequest, @escaping (ActionOutcome) -> Void) -> Void = { _, completion in
    completion(.performed(method: "fake"))
  }

  init(named name: String = "fake") { self.name = name }

  func start() {}
  func stop() {}

  /// What is done before an action, and is no part of it.
  var onPrepareAction: (() -> Void)?
  /// Why that is no part of it.
  var preparation = ActionPreparation.preceded

  func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    if let onPrepareAction {
      onPrepareAction()
      whenPrepared(preparation)
    }
    requests.append(request)
    onPerform(request, completion)
  }

  /// Called when the store is about to be read.
  var onPrepare: () -> Void = {}

  func prepareToRead() {
    preparations += 1
    onPrepare()
  }
  func clientDidRead(_ element: ElementID) { looked.append(element) }
  func watchingChanged(_ isWatched: Bool) { watched.append(isWatched) }

  /// The window that is in front and in no accessibility tree.
  var inaccessibleWindow: String?

  func findInaccessibleWindow(
    over element: ElementID, completion: @escaping (String?) -> Void
  ) { completion(inaccessibleWindow) }

  /// Whether the application shows a menu that is in no accessibility tree, and how often that was asked.
  var hasInaccessibleMenu = false
  private(set) var menuSearches = 0

  func findInaccessibleMenu(of element: ElementID, completion: @escaping (Bool) -> Void) {
    menuSearches += 1
    completion(hasInaccessibleMenu)
  }

  /// The whole text of every element.
  var wholeText: String?
  /// How often it was read.
  private(set) var textReads = 0

  func readText(of element: ElementID, limit: Int, completion: @escaping (String?) -> Void) {
    textReads += 1
    completion(wholeText.flatMap { $0.unicodeScalars.count <= limit ? $0 : nil })
  }

  /// Called when an element is read again; the read has ended when it calls back, with whether there was an answer.
  var onReadAgain: (@escaping (Bool) -> Void) -> Void = { $0(true) }

  func readAgain(_ element: ElementID, completion: @escaping (Bool) -> Void) {
    onReadAgain(completion)
  }

  /// Whether the application may go on to say what was, as a browser whose window is covered.
  var saysNothing = false

  func maySayNothing(of element: ElementID) -> Bool { saysNothing }

  func clientLeft(_ client: UInt64) { left.append(client) }

  func isReading(_ application: ElementID) -> Bool { isBusy }
  func hasUnreadElements(_ application: ElementID) -> Bool { hasUnread }
  func silence(of application: ElementID) -> Duration? { silence }
  func showsPress(of button: ElementID) -> Bool { showsPress }
  func quickEffect(of target: ElementID) -> Duration? { quickEffect }
  func actsBeforeAnswer(on target: ElementID) -> Bool { actsBeforeAnswer }
  func reportsMoves(around element: ElementID) -> Bool { reportsMoves }

  func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void
  ) {
    completion(VerifyReport(application: application, compared: 3))
  }

  func diagnose(completion: @escaping ([Finding]) -> Void) {
    completion([Finding(.ok, "fake", "is well")])
  }
}

/// A server on its own thread, reached over real sockets.
final class TestServer: Sendable {
  let address: SocketAddress
  private let thread: LoopThread
  private let world: LoopBound<World>

  private init(_ address: SocketAddress, _ thread: LoopThread, _ world: LoopBound<World>) {
    self.address = address
    self.thread = thread
    self.world = world
  }

  // The world is released after its loop has ended, because the code on the loop uses it.
  deinit { thread.stop() }

  static func start(
    at address: SocketAddress = .tcp(host: "127.0.0.1", port: 0),
    limits: ChangeLog.Limits = .standard, epoch: UInt64 = 7,
    _ configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> TestServer {
    let thread = try LoopThread(name: "server")
    var configuration = ServerConfiguration(version: "test")
    configure(&configuration)
    let made = await withCheckedContinuation { continuation in
      thread.handle.submit { [configuration] loop in
        let world = World(loop, configuration, limits, epoch: epoch)
        continuation.resume(
          returning: Result {
            (try world.server.listen(at: address), LoopBound(world, on: loop))
          })
      }
    }
    let (real, world) = try made.get()
    return TestServer(real, thread, world)
  }

  /// Runs `body` on the server's loop.
  @discardableResult
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (World) throws -> Value
  ) async throws -> Value {
    try await thread.run(with: world, body)
  }

  /// Runs `body` on the server's loop after `delay`.
  func after(_ delay: Duration, _ body: @escaping @Sendable (World) throws -> Void) async throws {
    try await run { world in
      _ = world.loop.schedule(after: delay) { [unowned world] in try? body(world) }
    }
  }

  /// Shuts down, and returns when everything is closed.
  func shutDown() async throws {
    await withCheckedContinuation { continuation in
      thread.handle.submit { [world] loop in
        world.value(on: loop).server.shutDown { continuation.resume() }
      }
    }
  }

  func client(
    _ configure: (inout BridgeClient.Options) -> Void = { _ in }
  ) async throws -> BridgeClient {
    var options = BridgeClient.Options()
    configure(&options)
    return try await BridgeClient.connect(to: address, options: options)
  }
}

/// Returns the status with which a call failed.
func status<Value>(
  of body: @autoclosure () async throws -> Value
) async throws -> Status? {
  do {
    _ = try await body()
    return nil
  } catch let error as ClientError {
    guard let status = error.status else { throw error }
    return status
  }
}
