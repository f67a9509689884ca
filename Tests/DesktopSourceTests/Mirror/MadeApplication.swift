import AccessibilityMirror
import AccessibilityTree
import BridgeTransport

@testable import DesktopSource

/// An application of made-up objects that nobody can be asked about: its connection leads nowhere.
final class MadeApplication: MirrorOwner {
  let loop: EventLoop
  let store: TreeStore
  let context: MirrorContext
  let application: MirroredApplication
  let publisher: Publisher
  /// All that was told.
  private(set) var notifications: [AccessibilityTree.Notification] = []
  /// Whether no list of children is being read.
  var isSettled = true
  private let socket: DeafSocket
  private var observation: Observation?

  init(_ configure: (inout DesktopConfiguration) -> Void = { _ in }) throws {
    socket = try DeafSocket()
    loop = try EventLoop()
    store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
    var configuration = DesktopConfiguration()
    configure(&configuration)
    context = MirrorContext(
      store: store, loop: loop,
      calls: try BusConnection.open(address: "unix:path=\(socket.path)", on: loop),
      configuration: configuration, sourceName: "made")
    application = MirroredApplication(context: context, peer: ":1.1", path: "/root")
    publisher = Publisher(application)
    application.owner = self
    context.applications[":1.1"] = application
    application.root.facts.role = MirroredApplication.role
    publisher.show()
    observation = store.observe { [weak self] in self?.notifications += $0.notifications }
  }

  deinit { context.calls.close() }

  var root: MirroredObject { application.root }

  func reference(_ path: String) -> ObjectReference {
    context.table.interner.intern(":1.1", path)
  }

  /// Adds an object of which all is known.
  @discardableResult
  func add(_ name: String, under parent: MirroredObject) -> MirroredObject {
    let object = MirroredObject(
      reference("/" + name), peer: application.peer, path: "/" + name, id: store.makeID(),
      application: application)
    object.facts.name = name
    object.facts.role = 43
    object.known = .structure.union(.details)
    object.depth = parent.depth + 1
    parent.append(object)
    context.table.insert(object)
    application.count += 1
    publisher.fresh.append(object)
    publisher.present(object)
    return object
  }

  /// Takes turns until nothing more is to be done.
  func settle() {
    schedule()
    loop.run { !application.isScheduled && !publisher.isUnderWay }
  }

  func schedule() { application.schedule() }

  /// The tree, as labels with those below in brackets.
  var outline: String { outline(of: root.id) }

  private func outline(of id: ElementID) -> String {
    guard let element = store.tree[id] else { return "none" }
    let below = element.children.map { outline(of: $0) }
    let label = element.label ?? "-"
    return below.isEmpty ? label : "\(label)(\(below.joined(separator: " ")))"
  }

  // MARK: The mirror

  func step() {
    publisher.publish(isSettled: isSettled)
    if publisher.isUnderWay { loop.schedule(after: .zero) { [weak self] in self?.schedule() } }
  }

  func audienceCame() {}
  func didRecover() {}
  func requestCheck() {}
  func surrender(_ object: MirroredObject) { publisher.surrender(object) }
  func forEachAwaited(_ body: (ObjectReference) -> Void) {}
}
