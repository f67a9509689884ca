import AccessibilityTree
import AssistiveClients

/// A window with elements, which tests add and change.
struct Stage {
  private(set) var tree = Tree()
  private var count: UInt64 = 2
  let window = ElementID(rawValue: 2)

  init() throws {
    try tree.insert(
      Element(id: ElementID(rawValue: 1), role: .application, label: "App"), under: nil)
    var element = Element(id: window, role: .window, label: "Window")
    element.states = [.enabled, .visible, .showing, .active]
    try tree.insert(element, under: ElementID(rawValue: 1))
  }

  /// Adds another application with an active window, and returns the window.
  mutating func application(_ name: String) throws -> ElementID {
    count += 1
    let root = ElementID(rawValue: count)
    try tree.insert(Element(id: root, role: .application, label: name), under: nil)
    return try add(.window, name, under: root) { $0.states.insert(.active) }
  }

  /// Adds an element and returns its id.
  @discardableResult
  mutating func add(
    _ role: Role, _ label: String? = nil, value: String? = nil, under parent: ElementID? = nil,
    actions: [Action] = [], traits: Traits = [], _ configure: (inout Element) -> Void = { _ in }
  ) throws -> ElementID {
    count += 1
    var element = Element(id: ElementID(rawValue: count), role: role, label: label, value: value)
    element.states = [.enabled, .visible, .showing]
    element.actions = actions
    element.traits = traits
    configure(&element)
    try tree.insert(element, under: parent ?? window)
    return element.id
  }

  @discardableResult
  mutating func button(_ label: String?, under parent: ElementID? = nil) throws -> ElementID {
    try add(.button, label, under: parent, actions: [Action(.press)], traits: [.button])
  }

  @discardableResult
  mutating func slider(_ label: String, _ value: Double) throws -> ElementID {
    try add(
      .slider, label, actions: [Action(.increment), Action(.decrement)], traits: [.adjustable]
    ) { $0.range = NumericRange(current: value) }
  }

  mutating func change(_ id: ElementID, _ body: (inout Element) -> Void) throws {
    try tree.modify(id, body)
  }

  /// Begins or ends direct touch of an element, as its application reports it.
  mutating func setActive(_ isActive: Bool, _ id: ElementID) throws {
    try change(id) { element in
      element.actions.removeAll { $0.kind == .escape }
      element.states.remove(.active)
      guard isActive else { return }
      element.states.insert(.active)
      element.actions.append(Action(.escape))
    }
  }

  mutating func insert(_ element: Element, under parent: ElementID) throws {
    try tree.insert(element, under: parent)
  }

  mutating func remove(_ id: ElementID) throws { try tree.remove(id) }

  var scene: Scene { Scene(tree) }
}

/// Runs an assistive client and records what it said.
struct Driver<Client: AssistiveClient> {
  var client: Client
  var stage: Stage
  private(set) var performed: [(element: ElementID, command: ActionCommand)] = []

  init(_ client: Client, _ stage: Stage) {
    self.client = client
    self.stage = stage
  }

  mutating func begin() -> [String] { take(client.begin(in: scene)) }

  /// Runs a command and returns what the client said.
  mutating func callAsFunction(_ line: String) -> [String] {
    guard let command = Client.parse(line) else { return [] }
    return take(client.carryOut(command, in: scene))
  }

  mutating func key(_ key: Key) -> [String] {
    guard let command = Client.command(for: key) else { return [] }
    return take(client.carryOut(command, in: scene))
  }

  /// Changes the application and returns what the client said.
  mutating func happens(
    _ notifications: [Notification] = [], _ body: (inout Stage) throws -> Void = { _ in }
  ) throws -> [String] {
    try body(&stage)
    return take(client.handle(notifications, in: scene))
  }

  /// Something is announced while an action is in progress.
  mutating func announced(_ text: String) -> [String] {
    take(client.announce([Notification.heard(text, .default)], in: scene))
  }

  /// Simulates a restart of the server: other elements that have the same ids as earlier ones.
  mutating func restarts(with stage: Stage) -> [String] {
    self.stage = stage
    let lost = take(client.loss)
    client = client.renewed(scope: .front)
    return lost + begin()
  }

  /// Begins, and returns the kinds of the client's first lines.
  mutating func kindsAtBegin() -> [SpokenLine.Kind] {
    client.begin(in: scene).compactMap { if case .say(let line) = $0 { line.kind } else { nil } }
  }

  /// Answers the last action.
  mutating func finish(
    _ outcome: ActionResult.Outcome = .confirmed, hasNewValue: Bool = false
  ) -> [String] {
    guard let last = performed.last else { return [] }
    var result = ActionResult(element: last.element, command: last.command, outcome: outcome)
    result.hasNewValue = hasNewValue
    return take(client.finish(result, in: scene))
  }

  var scene: Scene { Scene(stage.tree, scope: client.scope) }

  private mutating func take(_ effects: [ClientEffect]) -> [String] {
    var said: [String] = []
    for effect in effects {
      switch effect {
      case .say(let line): said.append(line.text)
      case .perform(let element, let command): performed.append((element, command))
      }
    }
    return said
  }
}

extension Notification {
  static func heard(_ text: String, _ priority: AnnouncementPriority) -> Self {
    .announcement(text: text, priority: priority, element: nil)
  }
}
