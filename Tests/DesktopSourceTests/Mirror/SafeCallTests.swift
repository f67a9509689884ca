import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The calls that are made to applications, and those that never are.
@Suite(.serialized, .ownThreadInTurn)
struct SafeCallTests {
  private func addButtons(_ application: FakeApplication, _ count: Int) {
    let window = application.add("Window", role: 23, under: application.root)
    for number in 1...count {
      let button = application.add("Button \(number)", role: 43, under: window)
      button.interfaces.append("Action")
      button.actions = ["click"]
    }
  }

  private func calls(_ application: FakeApplication, _ member: String) -> Int {
    application.service.received.count { $0.hasSuffix(" " + member) }
  }

  /// at-spi2-atk answers `GetActions` from memory that Gecko has freed.
  @Test(
    arguments: [
      ("Gecko", "128.0", false), ("gtk", "3.24.38", false), ("Chromium", "130", false),
      ("VCL", "1", false), ("", "", false), ("GTK", "4.8.3", true), ("Qt", "5.15.8", true),
    ])
  func `all actions are read at once only from toolkits that answer safely`(
    _ toolkit: String, _ version: String, _ isAsked: Bool
  ) throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addButtons($0, 20)
      $0.toolkit = toolkit
      $0.version = version
    }
    application.service.on("org.a11y.atspi.Action", "DoAction") { _ throws(BusError) in
      .values([.bool(true)])
    }
    desktop.source.start()
    try desktop.settle()
    let button = try #require(desktop.element("Button 7"))
    #expect(button.actions.first?.kind == .press)
    #expect(button.actions.first?.nativeName == "click")
    var outcome: ActionOutcome?
    desktop.source.perform(
      ActionRequest(
        element: button.id, command: .press, deadline: desktop.store.time + 5_000_000_000)
    ) { outcome = $0 }
    try desktop.wait("it is pressed") { outcome != nil }
    #expect(outcome?.method == "Action.DoAction(click)")
    try desktop.expectTrue()
    #expect((calls(application, "GetActions") > 0) == isAsked)
  }

  /// A LibreOffice sheet reports that many children, and -1 in its cache.
  @Test(arguments: [FakeApplication.Cache.none, .counted])
  func `children are never read where there are too many`(_ cache: FakeApplication.Cache)
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addButtons($0, 3)
      let sheet = $0.add("Sheet", role: 55, under: $0["/o/1"]!)
      sheet.states |= 1 << 31
      sheet.claimedChildren = .max
      let list = $0.add("List", role: 31, under: $0["/o/1"]!)
      $0.add("Item", role: 32, under: list)
      $0.cache = cache
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("Sheet")?.totalChildren == Int(Int32.max))
    #expect(desktop.element("Item") != nil)
    let (sheet, list) = (try #require(application["/o/5"]), try #require(application["/o/6"]))
    for _ in 0..<3 {
      try application.emit(sheet, "ChildrenChanged", "add", 0, 0, .int32(0))
      try application.emit(sheet, "VisibleDataChanged")
    }
    // An object that had one child has too many now.
    list.claimedChildren = .max
    let before = calls(application, "GetChildren")
    try application.emit(list, "ChildrenChanged", "add", 0, 0, .int32(0))
    try desktop.wait("the list is counted") {
      desktop.element("List")?.totalChildren == Int(Int32.max)
    }
    try desktop.settle()
    #expect(calls(application, "GetChildren") == before)
    try desktop.expectTrue()
    let asked = application.service.received.filter { $0.hasSuffix(" GetChildren") }
    #expect(!asked.contains { $0.hasPrefix(sheet.path + " ") })
  }

  @Test func `names of actions are learned from a few elements, and read from all of them later`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { addButtons($0, 200) }
    desktop.source.start()
    var asked: Int?
    try desktop.wait("complete") {
      guard desktop.store.applications.values.first?.load == .complete else { return false }
      asked = asked ?? calls(application, "GetName")
      return true
    }
    #expect(try #require(asked) < 150, "most are forecast")
    try desktop.wait("each is read") { calls(application, "GetName") >= 200 }
    try desktop.expectTrue()
  }

  @Test
  func `what is off screen is not asked for the number of its actions before all is complete`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addButtons($0, 1000)
      for number in 50...1000 { $0["/o/\(number)"]!.states &= ~(1 << 25) }
      // One has an action more, and one has none.
      $0["/o/900"]!.actions = ["click", "open"]
      $0["/o/901"]!.actions = []
    }
    desktop.source.start()
    var asked: Int?
    try desktop.wait("complete") {
      guard desktop.store.applications.values.first?.load == .complete else { return false }
      asked = asked ?? calls(application, "NActions")
      return true
    }
    #expect(try #require(asked) < 600, "most are forecast")
    try desktop.wait("each is read") {
      desktop.element("Button 899")?.actions.count == 2
        && desktop.element("Button 900")?.actions.isEmpty == true
    }
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `a wrong prediction is corrected, and its kind is not predicted again`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addButtons($0, 200)
      for number in [150, 151, 180] { $0["/o/\(number)"]!.actions = ["open"] }
    }
    desktop.source.start()
    try desktop.settle()
    try desktop.wait("the odd ones are read") {
      [149, 150, 179].allSatisfy {
        desktop.element("Button \($0)")?.actions.first?.nativeName == "open"
      }
    }
    try desktop.expectTrue()
    let mirror = try #require(desktop.store.tree.roots.first.flatMap(desktop.source.application))
    let kind = LearnedActions.Kind(
      try #require(mirror.root.children.first?.children.first).facts, count: 1)
    #expect(mirror.peer.learnedActions.forecast(kind) == nil)
    #expect(desktop.source.repairCount == 0, "a forecast is no error of the mirror")
  }

  @Test func `a kind is predicted when enough objects agree, and never after they differed`() {
    var facts = AtspiFacts()
    facts.role = 43
    let kind = LearnedActions.Kind(facts, count: 1)
    let (click, open) = ([AtspiAction(name: "click")], [AtspiAction(name: "open")])
    var learned = LearnedActions()
    for _ in 0..<LearnedActions.minSamples {
      #expect(learned.forecast(kind) == nil)
      let isTrue = learned.learn(kind, click)
      #expect(isTrue)
    }
    #expect(learned.forecast(kind) == click)
    facts.states = [.showing, .focused]
    #expect(learned.forecast(LearnedActions.Kind(facts, count: 1)) == click)
    facts.states = .checked
    #expect(learned.forecast(LearnedActions.Kind(facts, count: 1)) == nil)
    let isTrue = learned.learn(kind, open)
    #expect(!isTrue)
    #expect(learned.forecast(kind) == nil)
  }
}
