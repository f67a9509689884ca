import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// One object of a fake application, its element in a store, and actions on the element.
final class ActionFixture: ActionHost {
  let bus: PrivateBus
  let loop: EventLoop
  let service: FakeBusService
  let client: BusConnection
  let store: TreeStore
  let queue: CallQueue
  let element: ElementID
  var object: ActionObject
  var registry: CallQueue?
  var lastPress: PointerPress?
  /// The interfaces of what the element is in.
  var containerInterfaces: AtspiInterfaces = [.selection]
  /// The paths of what the element is in, where they are told apart.
  var containerPaths: [ElementID: String] = [:]
  /// Elements that the source was asked to read again.
  private(set) var readAnew: [ElementID] = []

  init(
    role: Role = .button, label: String = "Save", states: AtspiStates = [.enabled, .sensitive],
    interfaces: AtspiInterfaces = [.action, .component]
  ) throws {
    bus = try PrivateBus()
    loop = try EventLoop()
    let (bus, loop) = (bus, loop)
    service = try FakeBusService(bus, loop)
    client = try BusConnection.open(address: bus.address, on: loop)
    let client = client
    guard loop.run(until: { client.state == .ready }) else { throw FakeBusService.NotReady() }
    queue = CallQueue(client, destination: service.name)
    object = ActionObject(queue: queue, path: "/a", interfaces: interfaces, dialect: AtspiDialect())
    store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
    let root = store.makeID()
    let id = store.makeID()
    element = id
    try store.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "Fake", source: "desktop"),
        root: Element(id: root, role: .application, label: "Fake"))
      var element = Element(id: id, role: role, label: label)
      element.states = states.shared
      element.actions = [Action(.custom, name: "Reply", nativeName: "reply")]
      try edit.insert(element, under: root)
    }
    answerStates(states)
  }

  func actionObject(_ element: ElementID) -> ActionObject? {
    if element == self.element { return object }
    var container = object
    container.path = containerPaths[element] ?? "/list"
    container.interfaces = containerInterfaces
    return container
  }

  func afterAction(_ element: ElementID) { readAnew.append(element) }

  /// - Parameters:
  ///   - later: What is answered from the second time on, if it differs.
  ///   - path: The object that answers; the default is each that has no answer of its own.
  func answerStates(_ first: AtspiStates, _ later: AtspiStates? = nil, path: String = "*") {
    var answers = 0
    service.on("org.a11y.atspi.Accessible", "GetState", path: path) { _ in
      let states = answers == 0 ? first : later ?? first
      answers += 1
      return .values([
        .array(
          of: "u",
          [
            .uint32(UInt32(states.rawValue & 0xFFFF_FFFF)), .uint32(UInt32(states.rawValue >> 32)),
          ])
      ])
    }
  }

  /// Lets the object offer actions; performed actions are recorded in `done`.
  func offer(_ names: [String], answer: Bool = true) {
    service.onProperty("org.a11y.atspi.Action", "NActions", .int32(Int32(names.count)))
    service.on("org.a11y.atspi.Action", "GetName") { call throws(BusError) in
      let index = Int(try call.int32())
      return .values([.string(names.indices.contains(index) ? names[index] : "")])
    }
    service.on("org.a11y.atspi.Action", "DoAction") { [unowned self] call throws(BusError) in
      let index = Int(try call.int32())
      done.append(names.indices.contains(index) ? names[index] : "#\(index)")
      return .values([.bool(answer)])
    }
  }

  var done: [String] = []

  /// Called when what changed until then is known to be no effect.
  var onPrepared: (ActionPreparation) -> Void = { _ in }

  /// Performs a command, on the element unless another one is given, and waits for its result.
  func perform(
    _ command: ActionCommand, on other: ElementID? = nil, within seconds: Double = 5,
    allowSynthesis: Bool = false, expected: ExpectedTarget? = nil
  ) throws -> ActionOutcome {
    var outcomes: [ActionOutcome] = []
    let request = ActionRequest(
      element: other ?? element, command: command, deadline: store.time + UInt64(seconds * 1e9),
      allowSynthesis: allowSynthesis, expected: expected)
    ActionPerformer.perform(request, host: self) { [unowned self] preparation in
      onPrepared(preparation)
    } completion: {
      outcomes.append($0)
    }
    #expect(outcomes.isEmpty, "called back from within")
    loop.run { !outcomes.isEmpty }
    return try #require(outcomes.first)
  }

  /// Returns the point that a press of the element finds, as a part of one that is under way.
  func point(
    _ find: nonisolated(nonsending) @escaping (ActionRun) async throws -> Point
  ) throws -> Point {
    let request = ActionRequest(
      element: element, command: .press, deadline: store.time + 5_000_000_000)
    let run = ActionRun(
      request, element: try #require(store.tree[element]), object: object, host: self,
      whenPrepared: { _ in }, completion: { _ in })
    var point: Point?
    let task = loop.startTask { point = try? await find(run) }
    defer { task.cancel() }
    loop.run { point != nil }
    return try #require(point)
  }
}

extension ActionOutcome {
  var refusal: ActionRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  /// What the application did instead.
  var miss: ActionRefusal? {
    if case .missed(let refusal, _, _, _) = self { refusal } else { nil }
  }

  var method: String? {
    switch self {
    case .performed(let method, _, _, _, _), .brought(_, let method): method
    default: nil
    }
  }

  var note: String? {
    if case .performed(_, _, _, let note, _) = self { note } else { nil }
  }

  var isSynthesised: Bool {
    if case .performed(_, let isSynthesised, _, _, _) = self { isSynthesised } else { false }
  }

  var reservations: ActionOutcome.Reservations {
    if case .performed(_, _, _, _, let reservations) = self { reservations } else { [] }
  }
}
