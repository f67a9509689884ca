import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A private bus with a registry, fake applications, and a source that mirrors them, on one loop.
final class FakeDesktop {
  let bus: PrivateBus
  let loop: EventLoop
  let registry: FakeBusService
  let store: TreeStore
  let source: DesktopSource
  private(set) var applications: [FakeApplication] = []
  /// All notifications so far.
  private(set) var notifications: [AccessibilityTree.Notification] = []
  private var observation: Observation?

  init(_ configure: (inout DesktopConfiguration) -> Void = { _ in }) throws {
    bus = try PrivateBus()
    loop = try EventLoop()
    registry = try FakeBusService(bus, loop)
    store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
    var configuration = DesktopConfiguration()
    configuration.busAddress = bus.address
    configure(&configuration)
    source = DesktopSource(store: store, loop: loop, configuration: configuration)
    try answerRegistry()
    observation = store.observe { [weak self] in self?.notifications += $0.notifications }
  }

  deinit {
    source.stop()
  }

  private func answerRegistry() throws {
    var named: Result<Void, BusError>?
    registry.connection.requestName(DesktopBus.registryName) { named = $0 }
    try #require(loop.run { named != nil })
    registry.on("org.a11y.atspi.Registry", "RegisterEvent") { _ throws(BusError) in .values([]) }
    registry.on("org.a11y.atspi.Accessible", "GetChildren") {
      [weak self] _ throws(BusError) in
      let names = self?.applications.map(\.service.name) ?? []
      return .values([
        .array(of: "(so)", names.map { .reference($0, FakeApplication.rootPath) })
      ])
    }
  }

  /// Adds an application. It appears on the desktop when `announce` is called or the source starts.
  func launch(
    _ name: String, _ build: (FakeApplication) throws -> Void
  ) throws -> FakeApplication {
    let application = try FakeApplication(bus, loop, name: name)
    try build(application)
    applications.append(application)
    return application
  }

  /// Removes an application from the registry's list without an event; it stays on the bus.
  func hide(_ application: FakeApplication) {
    applications.removeAll { $0 === application }
  }

  /// Adds an application to the list without an event.
  func reveal(_ application: FakeApplication) {
    applications.append(application)
  }

  /// Lets the registry report that applications were added or removed.
  func announce() throws {
    try registry.emit(
      DesktopBus.rootPath, "org.a11y.atspi.Event.Object", "ChildrenChanged",
      [.string("add"), .int32(0), .int32(0), .variant(.int32(0)), .properties([:])])
  }

  func quit(_ application: FakeApplication) throws {
    applications.removeAll { $0 === application }
    try announce()
  }

  // MARK: The mirror

  /// Runs turns until the condition holds. The test fails when it does not hold in time.
  func wait(
    _ what: String, for time: Duration = .patience, location: SourceLocation = #_sourceLocation,
    until condition: () -> Bool
  ) throws {
    guard loop.run(within: time, until: condition) else {
      throw NotInTime(what: what + "\n" + outline())
    }
  }

  struct NotInTime: Error {
    let what: String
  }

  /// Waits until all applications have been read.
  func settle(_ count: Int? = nil, within time: Duration = .patience) throws {
    let count = count ?? applications.count
    try wait("\(count) applications are read", for: time) {
      store.applications.count == count
        && store.applications.values.allSatisfy { $0.load != .loading && $0.load != .structure }
        && store.applications.keys.allSatisfy { !source.isReading($0) }
    }
  }

  func element(_ label: String) -> Element? {
    store.tree.elements(labelled: label).first
  }

  /// Returns the tree as indented lines of roles and labels.
  func outline() -> String {
    var lines = store.tree.roots.compactMap { source.application($0)?.progress }
    store.tree.walk(from: store.tree.roots) { element, depth in
      lines.append(
        String(repeating: "  ", count: depth) + element.role.name + " " + (element.label ?? "-"))
      return lines.count < 500 ? .descend : .stop
    }
    return lines.joined(separator: "\n")
  }

  /// Compares every application with its mirror.
  func verify() throws -> [VerifyReport] {
    var reports: [VerifyReport] = []
    let roots = store.tree.roots
    for root in roots { source.verify(root, deadline: .max) { reports.append($0) } }
    try wait("verified") { reports.count == roots.count }
    return reports
  }

  /// Expects the mirrors to equal the applications.
  func expectTrue(_ location: SourceLocation = #_sourceLocation) throws {
    for report in try verify() {
      #expect(report.failure.isEmpty, sourceLocation: location)
      #expect(
        report.differences.isEmpty, "\(report.differences.prefix(5))", sourceLocation: location)
    }
  }
}

extension Tree {
  /// Returns all elements with a label.
  func elements(labelled label: String) -> [Element] {
    var found: [Element] = []
    walk(from: roots) { element, _ in
      if element.label == label { found.append(copy element) }
      return .descend
    }
    return found
  }
}

extension ApplicationMirror {
  /// The progress of reading, for the message of a failed test.
  var progress: String {
    "\(application.load), \(reads.outstanding) asked, \(reads.outstandingHigh) first, "
      + "\(reads.outstandingChildren) children, \(ReadPriority.allCases.map(reads.waiting)) waiting, "
      + "\(structure.undecided.count) undecided, \(publisher.restructured.count) changed, "
      + "\(publisher.orphans.count) orphans, cache \(structure.cacheReader.state) \(structure.cacheReader.isReading), fresh "
      + publisher.fresh.all.prefix(5).map {
        "\($0.path) \($0.stage) known \($0.known.rawValue) dirty \($0.dirty.rawValue) "
          + "reading \($0.reading.rawValue) lane \(String(describing: $0.readPriority)) "
          + "parent \($0.parent?.path ?? "none")"
      }.joined(separator: ", ")
  }
}
