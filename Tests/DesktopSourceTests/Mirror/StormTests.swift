import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

@Suite(.serialized, .ownThreadInTurn)
struct StormTests {
  /// Random numbers that are the same in each run.
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `after many random changes the mirror equals a new walk`(_ seed: UInt64) throws {
    var dice = Dice(state: seed)
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.cache = seed % 2 == 0 ? .counted : .none
    }
    desktop.source.start()
    try desktop.settle()
    for round in 0..<300 {
      try change(application, round, &dice)
      if round % 7 == 0 { desktop.loop.runOnce(timeout: .zero) }
      if round % 50 == 0 { desktop.loop.run(within: .milliseconds(20)) { false } }
    }
    try desktop.settle()
    try desktop.expectTrue()
    // Deltas and snapshots agreed the whole time.
    var copy = Tree()
    try copy.apply(
      Delta(from: 0, to: desktop.store.revision, changed: desktop.store.snapshot(), removed: []))
    #expect(copy.count == desktop.store.tree.count)
  }

  /// Changes something and sends the events, as a toolkit would.
  private func change(_ application: FakeApplication, _ round: Int, _ dice: inout Dice) throws {
    let all = application.objects.values.sorted { $0.path < $1.path }
    guard let object = all.filter({ $0.role != 75 }).randomElement(using: &dice) else { return }
    let parent = application[object.parent] ?? application.root
    switch Int.random(in: 0..<8, using: &dice) {
    case 0, 1:
      guard all.count < 120 else { fallthrough }
      let new = application.add("New \(round)", under: object)
      if Bool.random(using: &dice) {
        application.add("Inner \(round)", under: new)
      }
      try application.emitChildrenChanged(object, "add", new)
    case 2:
      guard object.role != 23 else { return }
      application.remove(object)
      try application.emitChildrenChanged(parent, "remove", object)
    case 3:
      object.name = "Name \(round)"
      try application.emit(object, "PropertyChange", "accessible-name", 0, 0, .string(object.name))
    case 4:
      object.states ^= 1 << 4
      let isSet = object.states & 1 << 4 != 0
      try application.emit(object, "StateChanged", "checked", isSet ? 1 : 0)
    case 5:
      parent.children.shuffle(using: &dice)
      try application.emitChildrenChanged(parent, "add", object)
    case 6:
      object.extents.0 = Int32.random(in: 0..<1000, using: &dice)
      try application.emit(object, "BoundsChanged")
    default:
      guard object.value != nil else { return }
      object.value = Double(round % 100)
      try application.emit(object, "PropertyChange", "accessible-value")
    }
  }

  @Test func `a quiet application gets no calls`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    // The consequences of loading come to an end.
    #expect(desktop.loop.settle(for: .seconds(3)) { application.service.received.count })
  }

  @Test func `a flood of moves causes a limited number of calls`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let before = application.service.received.count
    for round in 0..<2000 {
      let object = try #require(application["/o/\(round % 4 + 1)"])
      object.extents.0 = Int32(round)
      try application.emit(object, "BoundsChanged")
      if round % 20 == 0 { desktop.loop.runOnce(timeout: .zero) }
    }
    try desktop.wait("the last place is known") {
      desktop.element("Volume")?.frame?.rect.x == 1999
    }
    #expect(application.service.received.count - before < 1500)
  }
}
