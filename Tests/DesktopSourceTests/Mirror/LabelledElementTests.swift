import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// GTK 4 composes the name of a button of what labels it, and tells of the label alone when that changes or is replaced.
@Suite(.serialized, .ownThreadInTurn)
struct LabelledElementTests {
  private final class Scene {
    let desktop: FakeDesktop
    let application: FakeApplication
    let button: FakeObject
    let label: FakeObject

    init() throws {
      desktop = try FakeDesktop()
      var made: (button: FakeObject, label: FakeObject)?
      application = try desktop.launch("App") { application in
        addWindow(application)
        application.toolkit = "GTK"
        application.version = "4.8.3"
        let box = application.add("Box", role: 39, under: try #require(application["/o/1"]))
        let button = application.add("Basic", role: 43, under: box)
        button.states |= 1 << 11
        let label = application.add("Basic", role: 29, under: button)
        button.labels = [label.path]
        made = (button, label)
      }
      (button, label) = try #require(made)
      desktop.source.start()
      try desktop.settle()
    }

    /// Gives the button another label, of which only the label itself tells.
    func rename(_ name: String) throws {
      button.name = name
      label.name = name
      try application.emit(label, "PropertyChange", "accessible-name", 0, 0, .string(name))
    }

    /// Gives the button a new label in the place of one, of which it has yet to tell.
    func replace(_ former: FakeObject, by name: String) -> FakeObject {
      application.remove(former)
      let label = application.add(name, role: 29, under: button)
      button.name = name
      button.labels = [label.path]
      return label
    }

    /// Expects the button to have the name of its label once nothing is being read.
    func expectButton(_ name: String) throws {
      try desktop.wait("the label is \(name)") {
        desktop.store.tree.elements(labelled: name).contains { $0.role != .button }
      }
      let root = try #require(desktop.store.tree.roots.first)
      try desktop.wait("reading ends") { !desktop.source.isReading(root) }
      #expect(hasButton(name))
    }

    func hasButton(_ name: String) -> Bool {
      desktop.store.tree.elements(labelled: name).contains { $0.role == .button }
    }
  }

  private func waitForRelation(_ scene: Scene) throws {
    try scene.desktop.wait("the relation is known") {
      scene.desktop.store.tree.elements(labelled: "Basic").contains { !$0.relations.isEmpty }
    }
  }

  @Test func `its name is read again when the name of its label changed`() throws {
    let scene = try Scene()
    try waitForRelation(scene)
    let busy = try Restlessness(scene.desktop, scene.application)
    for name in ["Advanced", "Financial", "Basic"] {
      try scene.rename(name)
      try scene.expectButton(name)
    }
    busy.stop()
  }

  /// As a menu button does: nothing tells of the new label but that the children are others.
  ///
  /// - Parameter isToldFirst: Whether the former label says that it is gone before the button tells of other children.
  @Test(arguments: [false, true])
  func `its name is read again when its label was replaced`(isToldFirst: Bool) throws {
    let scene = try Scene()
    try waitForRelation(scene)
    let busy = try Restlessness(scene.desktop, scene.application)
    var label = scene.label
    for name in ["Advanced", "Financial", "Basic"] {
      let former = label
      label = scene.replace(former, by: name)
      if isToldFirst { try scene.application.emit(former, "StateChanged", "defunct", 1) }
      try scene.application.emitChildrenChanged(scene.button, "remove", former)
      try scene.expectButton(name)
    }
    busy.stop()
  }

  /// As when a program is busy: its button says what labels it before it tells of its new label.
  @Test func `its name is read again when its label was replaced while its labels were read`()
    throws
  {
    let scene = try Scene()
    try waitForRelation(scene)
    let (application, button) = (scene.application, scene.button)
    var second: FakeObject?
    let first = scene.replace(scene.label, by: "Advanced")
    application.whenAsked = { object, member in
      guard object === button, member == "GetRelationSet", second == nil else { return }
      second = scene.replace(first, by: "Financial")
    }
    try application.emitChildrenChanged(button, "remove", scene.label)
    try scene.desktop.wait("its labels are read") { second != nil }
    try application.emitChildrenChanged(button, "remove", first)
    try scene.expectButton("Financial")
    _ = scene.replace(try #require(second), by: "Scientific")
    try application.emitChildrenChanged(button, "remove", try #require(second))
    try scene.expectButton("Scientific")
  }

  @Test func `what it does not label is not asked`() throws {
    let scene = try Scene()
    try waitForRelation(scene)
    let silent = scene.desktop.loop.settle(for: .milliseconds(1500)) {
      scene.application.service.received.count
    }
    try #require(silent)
    let before = scene.application.service.received.count
    try scene.rename("Advanced")
    try scene.desktop.wait("it is renamed") { scene.hasButton("Advanced") }
    let asked = scene.application.service.received.dropFirst(before)
    let concerned = [scene.button, scene.label].map { $0.path + " " }
    #expect(asked.allSatisfy { call in concerned.contains { call.hasPrefix($0) } }, "\(asked)")
  }

  /// As in the dialogs of LibreOffice.
  @Test func `what is on screen for a hidden combo box has the label of the box`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      let label = application.add("Type:", role: 29, under: window)
      let filler = application.add("Choice", role: 20, under: window)
      let text = application.add("Hidden", role: 79, under: filler)
      let box = application.add("Box", role: 11, under: filler)
      for object in [text, box] { object.states &= ~(1 << 25 | 1 << 30) }
      box.labels = [label.path]
      application.add("Arrow", role: 62, under: filler).states |= 1 << 11
    }
    desktop.source.start()
    try desktop.settle()
    _ = application
    let label = try #require(desktop.element("Type:")?.id)
    try desktop.wait("the toggle has the label") {
      desktop.element("Arrow")?.relations == [Relation(.labelledBy, [label])]
    }
    #expect(desktop.element("Hidden")?.relations == [])
    try desktop.expectTrue()
  }

  /// As in the dialogs of Geany, where it labels one or the other.
  @Test(arguments: [false, true])
  func `a combo box and the field in it have the same label`(isOfField: Bool) throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      let label = application.add("Directory:", role: 29, under: window)
      let box = application.add("Box", role: 11, under: window)
      let field = application.add("Field", role: 79, under: box)
      field.states |= 1 << 7
      (isOfField ? field : box).labels = [label.path]
    }
    desktop.source.start()
    try desktop.settle()
    _ = application
    let label = try #require(desktop.element("Directory:")?.id)
    try desktop.wait("both have the label") {
      ["Box", "Field"].allSatisfy { name in
        desktop.element(name)?.relations == [Relation(.labelledBy, [label])]
      }
    }
    try desktop.expectTrue()
  }
}
