import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Adds a window with two buttons and a slider.
func addWindow(_ application: FakeApplication) {
  let window = application.add("Window", role: 23, under: application.root)
  window.interfaces = ["Accessible", "Component"]
  for name in ["One", "Two"] {
    let button = application.add(name, role: 43, under: window)
    button.interfaces.append("Action")
    button.actions = ["click"]
  }
  let slider = application.add("Volume", role: 51, under: window)
  slider.interfaces.append("Value")
  slider.value = 30
  let field = application.add("Name", role: 79, under: window)
  field.interfaces += ["Text", "EditableText"]
  field.states |= 1 << 7
  field.text = "hello"
}

extension FakeDesktop {
  /// Starts an application of a toolkit with such a window and what `build` adds, and reads it.
  static func started(
    _ toolkit: String, _ version: String, _ build: (FakeApplication) throws -> Void
  ) throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = toolkit
      $0.version = version
      try build($0)
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }
}

@Suite(.serialized, .ownThreadInTurn)
struct LoadingTests {
  @Test(arguments: [FakeApplication.Cache.none, .counted, .listed])
  func `an application is read completely, with any kind of cache`(_ cache: FakeApplication.Cache)
    throws
  {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      $0.cache = cache
    }
    desktop.source.start()
    try desktop.settle()

    let button = try #require(desktop.element("Two"))
    #expect(button.role == .button)
    #expect(button.actions.first?.kind == .press)
    #expect(button.frame?.rect == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(desktop.element("Volume")?.range?.current == 30)
    #expect(desktop.element("Name")?.value == "hello")
    #expect(desktop.element("Window")?.role == .window)
    #expect(desktop.store.applications.values.first?.toolkit == "Fake")
    try desktop.expectTrue()
  }

  /// Qt crashes when all properties are read at once.
  @Test(arguments: [("Qt", false), ("Fake", false), ("GTK", true), ("Chromium", true)])
  func `all properties are read at once only from toolkits that support it`(
    _ toolkit: String, _ isAsked: Bool
  ) throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = toolkit
      $0.cache = .none
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("Two")?.role == .button)
    #expect((application.questionsForAllProperties > 0) == isAsked)
  }

  @Test func `what is off screen is read when the structure is there`() throws {
    let showing: UInt64 = 1 << 25
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.cache = .counted
      let window = $0.add("Far", role: 23, under: $0.root)
      for number in 0..<1500 {
        let button = $0.add("Button \(number)", role: 43, under: window)
        button.states &= ~showing
      }
    }
    desktop.source.start()
    try desktop.wait("the structure is there") {
      desktop.store.applications.values.contains { $0.load != .loading }
    }
    #expect(desktop.store.tree.count > 1500)
    let asked = application.service.received.filter { $0.hasSuffix("GetExtents") }
    #expect(asked.count < 200, "\(asked.count) frames were asked for before that")
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `an application is complete only when its document has been loaded`() throws {
    let busy: UInt64 = 1 << 3
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      let window = $0.add("Browser", role: 23, under: $0.root)
      let document = $0.add("Page", role: 95, under: window)
      document.states |= busy
      $0.add("Frame", role: 95, under: document)
    }
    desktop.source.start()
    try desktop.settle()
    func load() -> (LoadState?, LoadState?) {
      let found = desktop.store.applications.values.first
      return (found?.load, found?.shownLoad)
    }
    #expect(load() == (.complete, .loading), "all is read, and more will come")

    let page = try #require(application.objects.values.first { $0.name == "Page" })
    page.states &= ~busy
    try application.emit(page, "StateChanged", "busy", 0)
    try desktop.wait("the page is loaded") { load() == (.complete, .complete) }

    let frame = try #require(application.objects.values.first { $0.name == "Frame" })
    frame.states |= busy
    try application.emit(frame, "StateChanged", "busy", 1)
    try desktop.wait("the frame loads") { desktop.element("Frame")?.states.contains(.busy) == true }
    try desktop.settle()
    #expect(load() == (.complete, .complete), "a frame may load at any time")
    try desktop.expectTrue()
  }

  @Test(arguments: [3, 40])
  func `a new document is complete only when all that is in it has been read`(
    sections: Int
  ) throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { addWindow($0) }
    desktop.source.start()
    try desktop.settle()
    let window = try #require(application.objects.values.first { $0.name == "Window" })
    let page = application.add("Page", role: 95, under: window)
    for number in 0..<sections {
      let section = application.add("Section \(number)", role: 85, under: page)
      for item in 0..<20 { application.add("Item \(number).\(item)", role: 116, under: section) }
    }
    try application.emitChildrenChanged(window, "add", page)
    var untrue: [Int] = []
    try desktop.wait("the page is complete") {
      guard let page = desktop.element("Page") else { return false }
      let count = desktop.store.tree.subtree(of: [page.id]).count
      let isComplete = desktop.store.applications.values.first?.shownLoad == .complete
      if isComplete, count < 1 + 21 * sections { untrue.append(count) }
      return isComplete && count == 1 + 21 * sections
    }
    #expect(untrue == [])
  }

  @Test func `objects that are missing in a cache are found by walking`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      $0.uncached = ["/o/2", "/o/3"]
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("One") != nil)
    try desktop.expectTrue()
  }

  @Test func `a cyclic tree with duplicate and foreign children becomes a valid tree`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      let window = $0["/o/1"]!
      // The object itself, its parent, a child twice, the null object, and an unknown object.
      window.children += [
        (nil, "/o/1"), (nil, FakeApplication.rootPath), (nil, "/o/2"), (nil, ""),
        (":9.999", "/elsewhere"),
      ]
      $0["/o/2"]!.children = [(nil, "/o/1"), (nil, "/o/3")]
      $0.cache = .none
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.store.tree.count == 6)
    #expect(desktop.element("Two")?.parent == desktop.element("Window")?.id)
  }

  @Test(arguments: [Int32.max, -5, 1_000_000])
  func `a claim of too many children is not trusted`(_ claim: Int32) throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      let list = $0.add("List", role: 31, under: $0["/o/1"]!)
      list.states |= 1 << 31
      list.claimedChildren = claim
    }
    desktop.source.start()
    try desktop.settle()
    let list = try #require(desktop.element("List"))
    #expect(list.children.isEmpty)
    #expect(list.totalChildren == (claim > 0 ? Int(claim) : nil))
  }

  @Test func `a very deep tree is mirrored up to the depth limit`() throws {
    let desktop = try FakeDesktop { $0.limits.depth = 100 }
    _ = try desktop.launch("App") { application in
      var parent = application.root
      for level in 1...400 { parent = application.add("\(level)", under: parent) }
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("100") != nil)
    #expect(desktop.element("102") == nil)
    #expect(desktop.store.applications.values.first?.omitsElements == true)
    guard case .partial = desktop.store.applications.values.first?.load else {
      Issue.record("not said to be partial")
      return
    }
  }

  @Test func `a name of many megabytes is cut`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      $0["/o/2"]!.name = String(repeating: "ä", count: 3_000_000)
    }
    desktop.source.start()
    try desktop.settle()
    let label = try #require(
      desktop.element("Window").flatMap { desktop.store.tree[$0.children[0]]?.label })
    #expect(label.utf8.count <= 16_384)
    #expect(label.hasSuffix("…"))
  }

  @Test func `a text is mirrored up to the limit, with its full length`() throws {
    let desktop = try FakeDesktop { $0.limits.text = 100 }
    _ = try desktop.launch("App") {
      addWindow($0)
      $0["/o/5"]!.text = String(repeating: "x", count: 5000)
    }
    desktop.source.start()
    try desktop.settle()
    let field = try #require(desktop.element("Name"))
    #expect(field.value?.count == 100)
    #expect(field.text?.length == 5000)
  }

  @Test func `an object embedded from another process is below its frame`() throws {
    let desktop = try FakeDesktop()
    let plug = try FakeApplication(desktop.bus, desktop.loop, name: "Plug")
    let button = plug.add("Inside", under: plug.root)
    let host = try desktop.launch("App") { application in
      addWindow(application)
      application["/o/1"]!.children.append((plug.service.name, button.path))
    }
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("Inside")?.parent == desktop.element("Window")?.id)

    button.name = "Changed"
    try plug.emit(button, "PropertyChange", "accessible-name", 0, 0, .string("Changed"))
    try desktop.wait("the embedded object is renamed") { desktop.element("Changed") != nil }

    plug.service.vanish()
    try desktop.wait("the embedded object is gone") { desktop.element("Changed") == nil }
    #expect(desktop.element("One") != nil)
    withExtendedLifetime(host) {}
  }

  @Test func `problems are reported while an application is still being read`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.wait("it is found") { desktop.store.applications.count == 1 }
    application.service.isHanging = true
    let mirror = try #require(desktop.source.bus?.context.applications.values.first)
    mirror.reportLargeAnswer(50 << 20)
    try desktop.wait("it is said") {
      desktop.store.applications.values.first?.loadDetail?.contains("50 MB") == true
    }
    #expect(!mirror.isComplete)
    let finding = try #require(desktop.source.mirrorFindings.first)
    #expect(finding.message.hasPrefix("Still loading.") && finding.message.contains("50 MB"))
    application.service.isHanging = false
    try desktop.settle()
    guard case .partial(let reason)? = desktop.store.applications.values.first?.load else {
      Issue.record("\(mirror.load)")
      return
    }
    #expect(reason.contains("50 MB"))
    #expect(desktop.store.applications.values.first?.loadTrouble == "")
  }
}
