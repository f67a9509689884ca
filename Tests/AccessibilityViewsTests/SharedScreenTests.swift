import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `A screen that applications share` {
  private struct StreetApp: App {
    var body: some Scene {
      WindowGroup {
        Rectangle().frame(width: 100, height: 100)
          .gesture(TapGesture().onEnded {})
          .accessibilityLabel("Cat")
          .accessibilityDirectTouch([.requiresActivation])
        Button("Stroke") {}
      }
    }
  }

  private let store = TreeStore(epoch: 1) { 1 }
  private let hosts: [ViewHost]

  init() {
    let screen = SharedScreen()
    hosts = ["a", "b"].map { [store] in
      ViewHost(name: $0, app: StreetApp(), store: store, screen: screen)
    }
    for host in hosts { host.start() }
  }

  private func elements(_ host: ViewHost) -> [Element] {
    host.application.map { store.tree.subtree(of: $0).compactMap { store.tree[$0] } } ?? []
  }

  @discardableResult
  private func perform(_ command: ActionCommand, on label: String, of host: ViewHost) throws
    -> ActionOutcome
  {
    let id = try #require(elements(host).first { $0.label == label }?.id)
    var outcomes: [ActionOutcome] = []
    host.perform(ActionRequest(element: id, command: command, deadline: .max)) {
      outcomes.append($0)
    }
    return try #require(outcomes.first)
  }

  private var active: [Bool] {
    hosts.map { elements($0).contains { $0.role == .window && $0.states.contains(.active) } }
  }

  @Test func `N1 the application that started first is in front, then the one that was used last`()
    throws
  {
    #expect(active == [true, false])
    try perform(.press, on: "Stroke", of: hosts[1])
    #expect(active == [false, true])
    try perform(.custom("Fly"), on: "Stroke", of: hosts[0])
    #expect(active == [false, true], "what is refused is no use")
    try perform(.press, on: "Stroke", of: hosts[0])
    #expect(active == [true, false])
  }

  @Test func `A9 only the application in front has the focus, and regains it when it returns`()
    throws
  {
    try perform(.focus, on: "Stroke", of: hosts[0])
    try perform(.focus, on: "Cat", of: hosts[1])
    func focused() -> [[String]] {
      hosts.map { elements($0).filter { $0.states.contains(.focused) }.compactMap(\.label) }
    }
    #expect(focused() == [[], ["Cat"]])
    try perform(.press, on: "Cat", of: hosts[0])
    #expect(focused() == [["Stroke"], []])
    for host in hosts {
      host.verify(try #require(host.application), deadline: .max) { #expect($0.differences == []) }
    }
  }

  @Test func `A14 touches go on when another application is used, and end with another element`()
    throws
  {
    let cat = try #require(elements(hosts[0]).first { $0.label == "Cat" }?.frame?.rect.center)
    let tap = ActionCommand.directTouch([
      GesturePoint(phase: .down, position: cat, time: 0),
      GesturePoint(phase: .up, position: cat, time: 1),
    ])
    try perform(.press, on: "Cat", of: hosts[0])
    #expect(try perform(tap, on: "Cat", of: hosts[0]).isPerformed)
    try perform(.press, on: "Stroke", of: hosts[1])
    #expect(elements(hosts[0]).first { $0.label == "Cat" }?.states.contains(.active) == true)
    #expect(try perform(tap, on: "Cat", of: hosts[0]).isPerformed)
    try perform(.press, on: "Stroke", of: hosts[0])
    #expect(try !perform(tap, on: "Cat", of: hosts[0]).isPerformed)
  }

  @Test func `an application that stops brings the next one to the front`() throws {
    hosts[0].stop()
    try perform(.press, on: "Stroke", of: hosts[1])
    #expect(active[1])
  }
}

extension ActionOutcome {
  fileprivate var isPerformed: Bool {
    if case .performed = self { true } else { false }
  }
}
