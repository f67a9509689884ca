import AccessibilityMirror
import AccessibilityTree
import BridgeTransport

@testable import DesktopSource

/// An application of made-up objects that cannot be called: its connection is not open.
final class MadeApplication: MirrorOwner {
  let loop: EventLoop
  let store: TreeStore
  let context: MirrorContext
  let application: MirroredApplication
  let publisher: Publisher
  let reads: ReadQueue
  let structure: StructureReader
  /// All notifications so far.
  private(set) var notifications: [AccessibilityTree.Notification] = []
  /// Whether the structure may be shown.
  var isSettled = true
  private let name: String
  private let socket: DeafSocket
  private var observation: Observation?

  convenience init(_ configure: (inout DesktopConfiguration) -> Void = { _ in }) throws {
    let (socket, loop) = (try DeafSocket(), try EventLoop())
    var configuration = DesktopConfiguration()
    configure(&configuration)
    let bus = try BusConnection.open(address: "unix:path=\(socket.path)", on: loop)
    let context = MirrorContext(
      store: TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }, loop: loop,
      calls: bus, events: bus,
      configuration: configuration, sourceName: "made")
    self.init(context, socket, name: ":1.1")
  }

  /// Creates another application on the same bus.
  convenience init(beside other: MadeApplication, name: String) {
    self.init(other.context, other.socket, name: name)
  }

  private init(_ context: MirrorContext, _ socket: DeafSocket, name: String) {
    (self.context, self.socket, self.name) = (context, socket, name)
    (loop, store) = (context.loop, context.store)
    application = MirroredApplication(context: context, peer: name, path: "/root")
    publisher = Publisher(application)
    reads = ReadQueue(application)
    structure = StructureReader(publisher, reads)
    application.owner = self
    context.applications[name] = application
    application.root.facts.role = MirroredApplication.role
    application.root.known = .structure.union(.details)
    publisher.show()
    observation = store.observe { [weak self] in self?.notifications += $0.notifications }
  }

  deinit { context.calls.close() }

  var root: MirroredObject { application.root }

  func reference(_ path: String) -> ObjectReference {
    context.table.interner.intern(name, path)
  }

  /// Adds an object with all its properties known.
  @discardableResult
  func add(_ name: String, under parent: MirroredObject) -> MirroredObject {
    let object = MirroredObject(
      reference("/" + name), peer: application.peer, id: store.makeID(),
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

  /// Lets the cache know objects, each with its name, when they are named as children.
  func announce(_ names: String...) {
    for name in names {
      var item = CacheItem(reference: reference("/" + name), parent: nil, index: -1, childCount: 0)
      item.facts.name = name
      item.facts.role = 43
      structure.cache.announce(item)
    }
  }

  /// Reports the children of an object.
  func list(_ names: String..., under parent: MirroredObject) {
    structure.applyChildren(of: parent, names.map { reference("/" + $0) })
    settle()
  }

  func object(_ name: String) -> MirroredObject? { context.table[reference("/" + name)] }

  /// Runs turns until there is nothing more to do.
  func settle() {
    schedule()
    loop.run { !application.isScheduled && !publisher.isUnderWay && structure.undecided.isEmpty }
  }

  func schedule() { application.schedule() }

  /// The tree, as labels with those of their children in brackets.
  var outline: String { outline(of: root.id) }

  private func outline(of id: ElementID) -> String {
    guard let element = store.tree[id] else { return "none" }
    let below = element.children.map { outline(of: $0) }
    let label = element.label ?? "-"
    return below.isEmpty ? label : "\(label)(\(below.joined(separator: " ")))"
  }

  // MARK: The mirror

  func step() {
    structure.decideChildren()
    publisher.publish(isSettled: isSettled && structure.isSettled)
    guard publisher.isUnderWay || !structure.undecided.isEmpty else { return }
    loop.schedule(after: .zero) { [weak self] in self?.schedule() }
  }

  func didStartWatching() {}
  func didRecover() {}
  func requestPass() {}
  func release(_ object: MirroredObject) { publisher.release(object) }
  func forEachPending(_ body: (ObjectReference) -> Void) {}
}
