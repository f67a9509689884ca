import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Links in a label of GTK 3 have neither a name nor a text, and say where they stand in that of the label.
@Suite(.serialized, .ownThreadInTurn)
struct LinkTextTests {
  private static func launch(_ start: Int32, _ end: Int32) throws -> (
    desktop: FakeDesktop, application: FakeApplication, label: FakeObject
  ) {
    let desktop = try FakeDesktop()
    var made: FakeObject?
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      let label = application.add("See the licence.", role: 29, under: window)
      label.text = label.name
      label.interfaces = ["Accessible", "Component", "Text", "Hypertext"]
      let link = application.add("", role: 88, under: label)
      link.interfaces = ["Accessible", "Hyperlink"]
      application.extraProperties["org.a11y.atspi.Hyperlink"] = [
        "StartIndex": .int32(start), "EndIndex": .int32(end),
      ]
      made = label
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, try #require(made))
  }

  private static func link(_ desktop: FakeDesktop, _ label: String) -> Bool {
    desktop.store.tree.elements(labelled: label).contains { $0.role == .link }
  }

  @Test func `a link is called by the text in its place`() throws {
    let scene = try Self.launch(8, 15)
    try scene.desktop.wait("the link has a label") { Self.link(scene.desktop, "licence") }
    #expect(scene.desktop.store.tree.elements(labelled: "licence").allSatisfy { $0.value == nil })
  }

  @Test func `it is called anew when the text around it changed`() throws {
    let scene = try Self.launch(8, 15)
    try scene.desktop.wait("the link has a label") { Self.link(scene.desktop, "licence") }
    scene.label.name = "See the manuals."
    scene.label.text = scene.label.name
    try scene.application.emit(
      scene.label, "PropertyChange", "accessible-name", 0, 0, .string(scene.label.name))
    try scene.desktop.wait("the link has the new label") { Self.link(scene.desktop, "manuals") }
  }

  @Test(arguments: [(0, 0), (-1, 4), (9, 3)] as [(Int32, Int32)])
  func `one without a place in the text has no label`(start: Int32, end: Int32) throws {
    let scene = try Self.launch(start, end)
    let tree = scene.desktop.store.tree
    let root = try #require(tree.roots.first)
    let links = tree.subtree(of: root).compactMap { tree[$0] }.filter { $0.role == .link }
    #expect(links.map(\.label) == [nil])
  }
}
