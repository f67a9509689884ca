import AccessibilityMirror
import AccessibilityTree
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Foundation

/// A server in this process whose every text (of elements, of errors and of the server itself) would harm a
/// terminal that shows it unchanged.
final class HostileServer: Sendable {
  static let text = HostileText.label

  let address: SocketAddress
  private let thread: LoopThread
  private let world: LoopBound<HostileWorld>

  init() async throws {
    let thread = try LoopThread(name: "hostile")
    let made = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        continuation.resume(
          returning: Result {
            let world = HostileWorld(loop)
            let address = try world.begin()
            return (address, LoopBound(world, on: loop))
          })
      }
    }
    (address, world) = try made.get()
    self.thread = thread
  }

  deinit { thread.stop() }
}

/// The objects on the server's loop.
private final class HostileWorld {
  private let loop: EventLoop
  private let store: TreeStore
  private let source: HostileSource
  private let server: BridgeServer
  private var changes = 0

  init(_ loop: EventLoop) {
    self.loop = loop
    store = TreeStore(epoch: 3) { MonotonicTime.now().nanoseconds }
    source = HostileSource(store)
    server = BridgeServer(
      store: store, sources: [source], loop: loop,
      configuration: ServerConfiguration(version: "1\(HostileServer.text)"))
  }

  func begin() throws -> SocketAddress {
    try source.fill()
    change()
    return try server.listen(at: .tcp(host: "127.0.0.1", port: 0))
  }

  /// Makes changes all the time.
  private func change() {
    loop.schedule(after: .milliseconds(50)) { [weak self] in
      guard let self else { return }
      changes += 1
      try? source.change(changes)
      change()
    }
  }
}

private final class HostileSource: TreeSource {
  private static let text = HostileServer.text
  private let store: TreeStore
  private var elements: [ElementID] = []

  init(_ store: TreeStore) { self.store = store }

  var name: String { "source \(Self.text)" }
  var status: SourceStatus { SourceStatus(.unavailable, detail: Self.text) }

  func fill() throws {
    let root = store.makeID()
    let window = store.makeID()
    var application = Application(root: root, name: Self.text, source: name)
    application.toolkit = Self.text
    application.toolkitVersion = Self.text
    application.load = .partial(Self.text)
    application.health = .slow
    try store.edit { edit in
      try edit.addApplication(
        application, root: Element(id: root, role: .application, label: Self.text))
      try edit.insert(element(window, .window), under: root)
      for role in [Role.button, .textField, .slider, .image, .list, .link] {
        let id = store.makeID()
        elements.append(id)
        try edit.insert(element(id, role), under: window)
      }
    }
  }

  private func element(_ id: ElementID, _ role: Role) -> Element {
    let text = Self.text
    var element = Element(id: id, role: role, label: text, value: text)
    element.states = [.enabled, .visible, .showing]
    if role == .button { element.states.insert(.focused) }
    element.nativeRole = text
    element.hint = text
    element.identifier = text
    element.placeholder = text
    element.inputLabels = [text]
    element.rotors = [text]
    element.attributes = [ToolkitAttribute(name: text, value: text)]
    element.actions = [
      Action(.press, nativeName: text), Action(.custom, name: text, nativeName: text),
      Action(.setText, nativeName: text), Action(.drag), Action(.drop),
    ]
    element.dragPoints = [NamedPoint(text, Point(x: 1, y: 1))]
    element.dropPoints = [NamedPoint(text, Point(x: 1, y: 1))]
    element.intents = [
      IntentOffer(text, type: text, parameters: [IntentParameter(text, .text(text))])
    ]
    element.frame = Frame(
      rect: Rect(x: 0, y: 0, width: role == .link ? 2 : 200, height: 20), space: .screen)
    element.liveRegion = .polite
    element.range =
      role == .slider ? NumericRange(current: .nan, minimum: -.infinity, maximum: 1e300) : nil
    element.level = .max
    element.positionInSet = .max
    element.setSize = .max
    return element
  }

  func change(_ number: Int) throws {
    try store.edit { edit in
      for id in elements { try edit.update(id) { $0.value = "\(Self.text)\(number)" } }
      edit.post(.announcement(text: Self.text, priority: .high, element: elements.first))
      edit.post(
        .scrolled(container: elements[0], deltaX: .infinity, deltaY: .nan, page: Self.text))
    }
  }

  func start() {}
  func stop() {}
  func isReading(_ application: ElementID) -> Bool { false }

  func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    switch request.command {
    case .press: completion(.performed(method: Self.text))
    default: completion(.refused(ActionRefusal(.rejected, Self.text)))
    }
  }

  func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void
  ) {
    let difference = VerifyReport.Difference(
      element: elements.first, object: Self.text, field: Self.text, mirrored: Self.text,
      live: Self.text)
    completion(
      VerifyReport(
        application: application, compared: 1, differences: [difference], failure: Self.text))
  }

  func diagnose(completion: @escaping ([Finding]) -> Void) {
    completion([Finding(.problem, Self.text, Self.text, remedy: Self.text)])
  }
}
