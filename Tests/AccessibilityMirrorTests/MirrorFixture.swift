import AccessibilityMirror
import AccessibilityTree

/// A store with a clock of its own, and the commits that it made.
final class MirrorFixture {
  let store: TreeStore
  private(set) var commits: [Commit] = []
  private var observation: Observation?
  private let clock = Clock()

  /// A clock in nanoseconds; each read of the store's time advances it by 1.
  private final class Clock {
    var time: UInt64 = 0
  }

  init(limits: ChangeLog.Limits = .standard) {
    store = TreeStore(epoch: 7, limits: limits) { [clock] in
      clock.time += 1
      return clock.time
    }
    observation = store.observe { [unowned self] in commits.append($0) }
  }

  func letPass(milliseconds: UInt64) {
    clock.time += milliseconds * 1_000_000
  }

  /// Adds an application with a window, each with a frame. It is loaded unless `load` says otherwise.
  func application(
    _ name: String = "App", load: LoadState = .complete
  ) throws -> (root: ElementID, window: ElementID) {
    let (root, window) = (store.makeID(), store.makeID())
    var application = Application(root: root, name: name, source: "test")
    application.load = load
    try store.edit { edit in
      try edit.addApplication(
        application, root: Element(id: root, role: .application, label: name))
      var element = Element(id: window, role: .window, label: name)
      element.frame = Frame(rect: Rect(x: 0, y: 0, width: 400, height: 300), space: .screen)
      try edit.insert(element, under: root)
    }
    return (root, window)
  }

  @discardableResult
  func add(
    _ role: Role, _ label: String? = nil, under parent: ElementID, at index: Int? = nil,
    _ configure: (inout Element) -> Void = { _ in }
  ) throws -> ElementID {
    var element = Element(id: store.makeID(), role: role, label: label)
    configure(&element)
    try store.edit { try $0.insert(element, under: parent, at: index) }
    return element.id
  }

  /// Returns the notifications that `body` causes, without application changes.
  @discardableResult
  func notifications(_ body: (TreeEdit) throws -> Void) rethrows -> [Notification] {
    let before = commits.count
    try store.edit(body)
    return commits[before...].flatMap(\.notifications).filter { $0.kind != .application }
  }
}

extension Frame {
  static func at(_ x: Double, _ y: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: 100, height: 20), space: .screen)
  }
}

/// A small random number generator with a seed, so that a failure can be reproduced.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
