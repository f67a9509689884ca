import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Where items of views are clicked.
@Suite(.serialized, .ownThreadInTurn)
struct ItemPointTests {
  /// Returns the height at which an item is clicked that is 120 pixels high, 100 below the top of the screen, in a view 40 below that.
  ///
  /// - Parameter isHit: Whether the view says that the item is at a point.
  private func height(
    toolkit: String = "Qt", where isHit: @escaping (_ x: Int32, _ y: Int32) -> Bool
  ) throws -> Double {
    let fixture = try ActionFixture(
      role: .listItem, label: "Photo", states: [.enabled, .sensitive, .selectable])
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "6.4.2")
    fixture.containerInterfaces = [.component]
    let (store, item) = (fixture.store, fixture.element)
    let root = try #require(store.tree.roots.first)
    try store.edit { edit in
      let list = store.makeID()
      try edit.insert(Element(id: list, role: .list), under: root)
      try edit.remove(item)
      try edit.insert(Element(id: item, role: .listItem, label: "Photo"), under: list)
    }
    let interface = "org.a11y.atspi.Component"
    for (path, y, height) in [("/a", 100, 120), ("/list", 40, 400)] {
      fixture.service.on(interface, "GetExtents", path: path) { _ in
        .values([
          .structure([.int32(10), .int32(Int32(y)), .int32(80), .int32(Int32(height))])
        ])
      }
    }
    let name = fixture.service.name
    fixture.service.on(interface, "GetAccessibleAtPoint", path: "/list") { call throws(BusError) in
      let (x, y) = (try call.int32(), try call.int32())
      return .values([.reference(name, isHit(x, y) ? "/a" : "/org/a11y/atspi/null")])
    }
    let found = try fixture.point {
      try await $0.pointOnItem(Point(x: 50, y: 160), of: $0.element, fixture.object)
    }
    #expect(found.x == 50)
    return found.y
  }

  @Test func `It is the middle where the view says so, or does not say anything`() throws {
    #expect(try height { _, y in (150..<170).contains(y) } == 160)
    #expect(try height { _, _ in false } == 160)
  }

  @Test func `It is on the text below where the view takes only that`() throws {
    #expect(try height { _, y in (180..<220).contains(y) } == 205)
  }

  /// The icons of Dolphin.
  @Test func `It is found where the view takes places for some within itself`() throws {
    // The text is from 180 to 220 of the screen.
    #expect(try height { x, y in x == 40 && (140..<180).contains(y) } == 205)
  }

  @Test func `Where the toolkit tells what changes, nothing is asked`() throws {
    #expect(try height(toolkit: "gtk") { _, y in (180..<220).contains(y) } == 160)
  }
}
