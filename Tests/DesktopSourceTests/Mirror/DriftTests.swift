import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Peculiarities of toolkits that would make a mirror drift if it trusted them.
@Suite(.serialized, .ownThreadInTurn)
struct DriftTests {
  // MARK: Children that are created anew with each read (Qt's trees)

  private func launchTree() throws -> (FakeDesktop, FakeApplication, FakeObject) {
    let desktop = try FakeDesktop()
    var tree: FakeObject?
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.cache = .none
      let made = $0.add("Files", role: 65, under: try #require($0["/o/1"]))
      made.remakesChildren = true
      for name in ["Name", "alpha", "beta", "gamma"] { $0.add(name, role: 56, under: made) }
      tree = made
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, try #require(tree))
  }

  /// Lets the children be read a second time, so that the mirror learns that they are created anew.
  private func askAgain(
    _ desktop: FakeDesktop, _ application: FakeApplication, _ tree: FakeObject
  ) throws {
    try application.emitChildrenChanged(tree, "add", tree)
    let id = try #require(desktop.element("Files")?.id)
    try desktop.wait("it is learnt") { desktop.source.object(id)?.remakesChildren == true }
    try desktop.settle()
  }

  @Test func `children that are created anew with each read keep their elements`() throws {
    let (desktop, application, tree) = try launchTree()
    let ids = try #require(desktop.element("Files")?.children)
    #expect(ids.count == 4)

    try askAgain(desktop, application, tree)
    #expect(desktop.element("Files")?.children == ids)
    try desktop.expectTrue()
    #expect(desktop.element("Files")?.children == ids)
  }

  @Test func `rows are added and removed among children that are created anew`() throws {
    let (desktop, application, tree) = try launchTree()
    try askAgain(desktop, application, tree)
    let (alpha, gamma) = (desktop.element("alpha")?.id, desktop.element("gamma")?.id)

    application.remove(try #require(application[tree.children[2].path]))
    application.add("delta", role: 56, under: tree, at: 1)
    let before = application.remade
    try application.emitChildrenChanged(tree, "add", tree)
    try desktop.wait("the row is there, the other is not") {
      desktop.element("delta") != nil && desktop.element("beta") == nil
    }
    try desktop.settle()
    #expect(desktop.element("alpha")?.id == alpha)
    #expect(desktop.element("gamma")?.id == gamma)
    // Only the new child was read by its index: objects that are created anew stay in the application.
    #expect(application.remade == before + 1)
    try desktop.expectTrue()
  }

  @Test func `an event of a child under a new name reaches its element`() throws {
    let (desktop, application, tree) = try launchTree()
    try askAgain(desktop, application, tree)
    let beta = try #require(application[tree.children[2].path])
    beta.states |= 1 << 23
    let alias = FakeObject(application.name(beta.path, by: tree), "", role: 56, parent: tree.path)
    try application.emit(alias, "StateChanged", "selected", 1)
    try desktop.wait("it is selected") {
      desktop.element("beta")?.states.contains(.selected) == true
    }
    try desktop.expectTrue()
  }

  @Test func `a list with entirely new children is mirrored as it is`() throws {
    let (desktop, application, _) = try launchTree()
    let window = try #require(application["/o/1"])
    for child in window.children { application.remove(try #require(application[child.path])) }
    let new = application.add("New", under: window)
    try application.emitChildrenChanged(window, "add", new)
    try desktop.wait("it is filled") {
      desktop.element("New") != nil && desktop.element("One") == nil
    }
    try desktop.expectTrue()
  }

  // MARK: Interfaces that appear and disappear (Qt)

  @Test func `properties of an interface are removed with the interface`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    #expect(desktop.element("Volume")?.frame != nil)
    let slider = try #require(application["/o/4"])
    slider.interfaces = ["Accessible"]
    try application.emit(slider, "StateChanged", "busy", 1)
    try desktop.wait("its frame and range are gone") {
      desktop.element("Volume")?.frame == nil && desktop.element("Volume")?.range == nil
    }
  }

  @Test func `the select action of a child is removed with its parent's selection`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      let menu = $0.add("File", role: 33, under: try #require($0["/o/1"]))
      menu.interfaces = ["Accessible", "Component", "Selection"]
      let item = $0.add("New", role: 35, under: menu)
      item.states |= 1 << 22
    }
    desktop.source.start()
    try desktop.settle()
    func offersSelection() -> Bool? {
      desktop.element("New")?.actions.contains { $0.kind == .select }
    }
    #expect(offersSelection() == true)
    let menu = try #require(application.root.children.first.flatMap { application[$0.path] })
      .children.last.flatMap { application[$0.path] }
    let file = try #require(menu)
    file.interfaces = ["Accessible", "Component"]
    try application.emit(file, "StateChanged", "busy", 1)
    try desktop.wait("it cannot be selected") { offersSelection() == false }
    try desktop.expectTrue()
  }

  @Test func `a view of Qt without a place is not on screen, nor are its items`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let list = $0.add("Songs", role: 31, under: try #require($0["/o/1"]))
      list.interfaces = ["Accessible", "Component"]
      $0.add("Aria", role: 32, under: list)
    }
    desktop.source.start()
    try desktop.settle()
    func isShown(_ label: String) -> Bool? {
      desktop.element(label)?.states.isSuperset(of: [.visible, .showing])
    }
    #expect(isShown("Songs") == true && isShown("Aria") == true)
    let window = try #require(application.root.children.first.flatMap { application[$0.path] })
    let list = try #require(window.children.last.flatMap { application[$0.path] })
    list.interfaces = ["Accessible"]
    // Its states stay as they are.
    try application.emit(list, "StateChanged", "showing", 0)
    try desktop.wait("both are hidden") { isShown("Songs") == false && isShown("Aria") == false }
    try desktop.expectTrue()
    list.interfaces = ["Accessible", "Component"]
    try application.emit(list, "StateChanged", "showing", 1)
    try desktop.wait("both are shown") { isShown("Songs") == true && isShown("Aria") == true }
  }

  @Test func `a view of Qt that is found to have no place after it was shown is not on screen`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let window = try #require($0["/o/1"])
      let list = $0.add("Songs", role: 31, under: window)
      list.extents = (0, 0, 0, 0)
      $0.add("Aria", role: 32, under: list)
      // So many that none waits for its details.
      for number in 1...300 { $0.add("Part \(number)", under: window) }
    }
    desktop.source.start()
    try desktop.settle()
    for label in ["Songs", "Aria"] {
      let states = try #require(desktop.element(label)?.states)
      #expect(states.isDisjoint(with: [.visible, .showing]), "\(label)")
    }
    try desktop.expectTrue()
    withExtendedLifetime(application) {}
  }

  @Test func `headers of Qt are shown and hidden with their view, whose states stay as they are`()
    throws
  {
    let shown: UInt64 = 1 << 25 | 1 << 30
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let view = $0.add("Songs", role: 65, under: try #require($0["/o/1"]))
      view.interfaces = ["Accessible"]
      $0.add("Title", role: 57, under: view).states &= ~shown
    }
    desktop.source.start()
    try desktop.settle()
    let view = try #require(application.objects.values.first { $0.name == "Songs" })
    let header = try #require(application.objects.values.first { $0.name == "Title" })
    for isShown in [true, false, true] {
      view.interfaces = isShown ? ["Accessible", "Component"] : ["Accessible"]
      header.states ^= shown
      try application.emit(view, "StateChanged", "showing", isShown ? 1 : 0)
      try desktop.wait("the header is shown, or hidden") {
        desktop.element("Title")?.states.isSuperset(of: [.visible, .showing]) == isShown
      }
    }
    try desktop.expectTrue()
  }

  // MARK: Children that are removed without an event (Qt)

  @Test func `children that are removed without an event are found while a client watches`() throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      $0.version = "5.15.8"
      $0.cache = .none
    }
    desktop.source.start()
    try desktop.settle()
    let window = try #require(application["/o/1"])
    desktop.source.watchingChanged(true)
    for round in 1...3 {
      let message = application.add("Message \(round)", role: 29, under: window)
      try desktop.wait("the message is there") { desktop.element("Message \(round)") != nil }
      application.remove(message)
      try desktop.wait("the message is gone") { desktop.element("Message \(round)") == nil }
    }
    try desktop.expectTrue()
  }

  // MARK: Names that repeat the text

  @Test func `a text that repeats the name is hidden, and returns without the name`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      let status = $0.add("", role: 81, under: try #require($0["/o/1"]))
      status.interfaces = ["Accessible", "Component", "Text"]
      status.text = "Busy"
      status.description = "status"
    }
    desktop.source.start()
    try desktop.settle()
    func status() -> Element? {
      desktop.store.tree.elements(where: { $0.hint == "status" })
    }
    let object = try #require(
      application.root.children.first.flatMap { application[$0.path] }?.children.last
        .flatMap { application[$0.path] })
    let before = try #require(status())
    #expect(before.value == "Busy" || before.label == "Busy")

    (object.name, object.text) = ("Ready", "")
    try application.emit(object, "PropertyChange", "accessible-name", 0, 0, .string("Ready"))
    try desktop.wait("the text is gone") { status()?.label == "Ready" && status()?.value == nil }
    try desktop.expectTrue()

    (object.name, object.text) = ("", "Busy again")
    try application.emit(object, "PropertyChange", "accessible-name", 0, 0, .string(""))
    try desktop.wait("the text is back") {
      status()?.value == "Busy again" || status()?.label == "Busy again"
    }
    try desktop.expectTrue()
  }

  // MARK: A state that only events report (GTK 3's model buttons)

  @Test func `the state checked is kept where only events report it`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.add("Water", role: 7, under: try #require($0["/o/1"])).concealedStates = 1 << 4
    }
    desktop.source.start()
    try desktop.settle()
    let water = try #require(application.root.children.first.flatMap { application[$0.path] })
    let item = try #require(water.children.last.flatMap { application[$0.path] })
    func isChecked() -> Bool? { desktop.element("Water")?.states.contains(.checked) }

    try application.emit(item, "StateChanged", "checked", 2048)
    try desktop.wait("it is checked") { isChecked() == true }
    try desktop.settle()
    #expect(isChecked() == true)
    try desktop.expectTrue()

    try application.emit(item, "StateChanged", "checked", 0)
    try desktop.wait("it is not") { isChecked() == false }
    try desktop.expectTrue()
  }

  @Test func `an application whose answers have reported checked is trusted when they do not`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.add("Option", role: 7, under: try #require($0["/o/1"]))
    }
    desktop.source.start()
    try desktop.settle()
    let window = try #require(application["/o/1"])
    let item = try #require(window.children.last.flatMap { application[$0.path] })
    item.states |= 1 << 4
    try application.emit(item, "StateChanged", "checked", 1)
    try desktop.wait("it is checked") {
      desktop.element("Option")?.states.contains(.checked) == true
    }
    try desktop.settle()
    // Changes without an event, which is noticed when the states are read for another reason.
    item.states &= ~(1 << 4)
    try application.emit(item, "StateChanged", "checked", 1)
    try application.emit(item, "StateChanged", "focused", 0)
    try application.emit(window, "SelectionChanged")
    try desktop.wait("it is not") {
      desktop.element("Option")?.states.contains(.checked) == false
    }
    try desktop.expectTrue()
  }
}

extension Tree {
  /// Returns the first element that satisfies the condition.
  fileprivate func elements(where isWanted: (borrowing Element) -> Bool) -> Element? {
    var found: Element?
    walk(from: roots) { element, _ in
      if found == nil, isWanted(element) { found = copy element }
      return found == nil ? .descend : .stop
    }
    return found
  }
}
