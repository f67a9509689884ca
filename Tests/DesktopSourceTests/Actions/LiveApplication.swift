import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A real application in the lab, walked once, for actions on its elements.
///
/// Without a mirror: effects are read from the application itself.
final class LiveApplication: ActionHost {
  let loop: EventLoop
  let store: TreeStore
  let client: BusConnection
  let display: XDisplay?
  private(set) var registry: CallQueue?
  var lastPress: PointerPress?
  private var queue: CallQueue
  private var objects: [ElementID: ActionObject] = [:]
  private var dialect = AtspiDialect()
  private var root: ElementID?

  private static let patience = Duration.patience

  /// Waits until an application whose name has this prefix is on the accessibility bus.
  init(_ name: String, in lab: DesktopLab) throws {
    loop = try EventLoop()
    display = XDisplay.from { lab.environment[$0] }
    store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
    let session = try BusConnection.open(
      address: try #require(lab.environment["DBUS_SESSION_BUS_ADDRESS"]), on: loop)
    defer { session.close() }
    let address = try Self.ask(
      loop, session, CallRequest("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"),
      Answer.string)
    client = try BusConnection.open(address: address, on: loop)
    var starting = CallRequest.property(
      "ChildCount", of: "org.a11y.atspi.Accessible", "org.a11y.atspi.Registry",
      "/org/a11y/atspi/accessible/root")
    starting.startsService = true
    _ = try Self.ask(loop, client, starting, Answer.nothing)
    registry = CallQueue(client, destination: "org.a11y.atspi.Registry")
    queue = CallQueue(client, destination: "org.a11y.atspi.Registry")
    let deadline = MonotonicTime.now().advanced(by: Self.patience)
    while true {
      let applications = try children(of: "/org/a11y/atspi/accessible/root")
      for (owner, path) in applications where path != "/org/a11y/atspi/null" {
        queue = CallQueue(client, destination: owner)
        let found = try? string("Name", of: "Accessible", path)
        if let found, found.lowercased().hasPrefix(name) {
          try load(path, name: found)
          return
        }
      }
      queue = CallQueue(client, destination: "org.a11y.atspi.Registry")
      try #require(MonotonicTime.now() < deadline, "no application \(name) on the bus")
      loop.run(within: .milliseconds(100)) { false }
    }
  }

  func actionObject(_ element: ElementID) -> ActionObject? { objects[element] }
  func afterAction(_ element: ElementID) {}

  // MARK: Queries

  /// Finds one element; walks again until it is found.
  func find(
    _ role: Role, _ label: String? = nil, where condition: (Element) -> Bool = { _ in true }
  ) throws -> ElementID {
    let deadline = MonotonicTime.now().advanced(by: Self.patience)
    while true {
      var found: ElementID?
      store.tree.scan { element in
        guard element.role == role, label == nil || element.label == label, condition(copy element)
        else { return true }
        found = element.id
        return false
      }
      if let found { return found }
      try #require(
        MonotonicTime.now() < deadline,
        "no \(role.name) \(label ?? ""); there are: \(labels(of: role))")
      try reload()
    }
  }

  private func labels(of role: Role) -> [String] {
    var labels: [String] = []
    store.tree.scan { element in
      if element.role == role { labels.append(element.label ?? "–") }
      return true
    }
    return labels
  }

  func perform(
    _ command: ActionCommand, on element: ElementID, allowSynthesis: Bool = false,
    within seconds: Double = 10
  ) throws -> ActionOutcome {
    var outcome: ActionOutcome?
    let request = ActionRequest(
      element: element, command: command, deadline: store.time + UInt64(seconds * 1e9),
      allowSynthesis: allowSynthesis)
    ActionPerformer.perform(request, host: self) { outcome = $0 }
    loop.run { outcome != nil }
    return try #require(outcome)
  }

  /// Performs a command, which must not be refused.
  func succeed(
    _ command: ActionCommand, on element: ElementID,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let refusal = try perform(command, on: element).refusal {
      Issue.record("\(refusal.reason): \(refusal.message)", sourceLocation: sourceLocation)
    }
  }

  func text(of element: ElementID) throws -> String {
    try ask(
      "GetText", of: "Text",
      [.int32(0), .int32(try number("CharacterCount", of: "Text", element))],
      try path(element), Answer.string)
  }

  func states(of element: ElementID) throws -> AtspiStates {
    try ask("GetState", of: "Accessible", [], try path(element), Answer.states)
  }

  func name(of element: ElementID) throws -> String {
    try string("Name", of: "Accessible", try path(element))
  }

  func value(of element: ElementID) throws -> Double { try number(of: element, "CurrentValue") }
  func maximum(of element: ElementID) throws -> Double { try number(of: element, "MaximumValue") }

  private func number(of element: ElementID, _ name: String) throws -> Double {
    try property(name, of: "Value", try path(element)) { (message) throws(BusError) in
      try message.double()
    }
  }

  func number(_ name: String, of interface: String, _ element: ElementID) throws -> Int32 {
    try property(name, of: interface, try path(element), Answer.int32)
  }

  /// Waits until the application satisfies a condition.
  func await(_ what: String, _ condition: () throws -> Bool) throws {
    let deadline = MonotonicTime.now().advanced(by: .patience)
    while try !condition() {
      try #require(MonotonicTime.now() < deadline, "not in time: \(what)")
      loop.run(within: .milliseconds(20)) { false }
    }
  }

  // MARK: Walking

  /// Walks the application again; the ids change.
  func reload() throws {
    guard let root, let path = objects[root]?.path, let application = store.applications[root]
    else { return }
    store.edit { $0.removeApplication(root) }
    objects = [:]
    try load(path, name: application.name)
  }

  private func load(_ path: String, name: String) throws {
    let toolkit = (try? string("ToolkitName", of: "Application", path)) ?? ""
    let version = (try? string("Version", of: "Application", path)) ?? ""
    dialect = AtspiDialect(toolkit: toolkit, version: version)
    let root = store.makeID()
    self.root = root
    var application = Application(root: root, name: name, source: "desktop")
    let process = try Self.ask(
      loop, client, .toBus("GetConnectionUnixProcessID", [.string(queue.destination)])
    ) { (message) throws(BusError) in try message.uint32() }
    application.processID = Int32(clamping: process)
    try store.edit { edit in
      try edit.addApplication(application, root: Element(id: root, role: .application, label: name))
      objects[root] = ActionObject(
        queue: queue, path: path, interfaces: [.accessible], dialect: dialect)
      var waiting = [(path, root)]
      while let (path, id) = waiting.popLast() {
        for (_, child) in try children(of: path).prefix(100).reversed() {
          guard let element = try read(child, isTopLevel: id == root) else { continue }
          try edit.insert(element, under: id, at: 0)
          waiting.append((child, element.id))
        }
      }
    }
  }

  /// Returns `nil` for an object that was removed meanwhile.
  private func read(_ path: String, isTopLevel: Bool) throws -> Element? {
    var facts = AtspiFacts()
    facts.isTopLevel = isTopLevel
    facts.dialect = dialect
    do {
      facts.role = try ask("GetRole", of: "Accessible", [], path) { (message) throws(BusError) in
        try message.uint32()
      }
      facts.name = try string("Name", of: "Accessible", path)
      facts.states = try ask("GetState", of: "Accessible", [], path, Answer.states)
      facts.interfaces = try ask("GetInterfaces", of: "Accessible", [], path) {
        (message) throws(BusError) in try message.interfaces()
      }
    } catch is BusError {
      return nil
    }
    let id = store.makeID()
    var element = Element(id: id, role: .unknown)
    ElementMapping.apply(facts, to: &element)
    if facts.interfaces.contains(.component), element.role == .scrollArea || isTopLevel,
      let rect = try? ask("GetExtents", of: "Component", [.uint32(0)], path, Answer.extents)
    {
      element.frame = Frame(
        rect: rect, space: dialect.ignoresWindowPosition ? .window : .screen)
    }
    objects[id] = ActionObject(
      queue: queue, path: path, interfaces: facts.interfaces, dialect: dialect)
    return element
  }

  private func children(of path: String) throws -> [(String, String)] {
    try ask("GetChildren", of: "Accessible", [], path) { (message) throws(BusError) in
      var result: [(String, String)] = []
      try message.array("(so)") { () throws(BusError) in result.append(try message.reference()) }
      return result
    }
  }

  // MARK: Calls

  private func path(_ element: ElementID) throws -> String {
    try #require(objects[element]).path
  }

  private func string(_ name: String, of interface: String, _ path: String) throws -> String {
    try property(name, of: interface, path, Answer.string)
  }

  private func property<Value>(
    _ name: String, of interface: String, _ path: String,
    _ read: @escaping (MessageReader) throws(BusError) -> Value
  ) throws -> Value {
    try Self.ask(
      loop, client, .property(name, of: "org.a11y.atspi." + interface, queue.destination, path)
    ) { (message) throws(BusError) in
      try message.variant { () throws(BusError) in try read(message) }
    }
  }

  private func ask<Value>(
    _ member: String, of interface: String, _ arguments: [BusValue], _ path: String,
    _ read: @escaping (MessageReader) throws(BusError) -> Value
  ) throws -> Value {
    try Self.ask(
      loop, client,
      CallRequest(queue.destination, path, "org.a11y.atspi." + interface, member, arguments), read)
  }

  private static func ask<Value>(
    _ loop: EventLoop, _ connection: BusConnection, _ request: CallRequest,
    _ read: @escaping (MessageReader) throws(BusError) -> Value
  ) throws -> Value {
    var answer: Result<Value, BusError>?
    connection.call(request, timeout: .seconds(60)) { answer = BusConnection.read($0, read) }
    loop.run { answer != nil }
    return try #require(answer).get()
  }
}
