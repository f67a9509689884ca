import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Where elements are clicked that their application says are elsewhere than it draws them.
@Suite(.serialized, .ownThreadInTurn)
struct DisplacementTests {
  private static let holder = Rect(x: 0, y: 44, width: 1280, height: 980)
  private static let displaced = Rect(x: 0, y: 19, width: 1280, height: 980)

  /// Returns where an element is clicked that its application says is at (160, 256), in contents that are alone in a part of a window.
  ///
  /// - Parameters:
  ///   - contents: Where the application says that the contents are, at the click.
  ///   - mirrored: Where the mirror has them.
  ///   - siblings: How many other elements are in that part of the window.
  private func clickPoint(
    contents: Rect, mirrored: Rect? = nil, siblings: Int = 0, role: Role = .group,
    holderRole: Role = .group, isInDocument: Bool = false
  ) throws -> Point {
    let fixture = try ActionFixture(role: .cell, label: "B4")
    fixture.containerInterfaces = [.component]
    let (store, cell) = (fixture.store, fixture.element)
    let root = try #require(store.tree.roots.first)
    try store.edit { edit in
      var above = store.makeID()
      try edit.insert(Element(id: above, role: .window), under: root)
      if isInDocument {
        let page = store.makeID()
        try edit.insert(Element(id: page, role: .document), under: above)
        above = page
      }
      let (holder, pane) = (store.makeID(), store.makeID())
      fixture.containerPaths = [holder: "/holder", pane: "/pane"]
      var outer = Element(id: holder, role: holderRole)
      outer.frame = Frame(rect: Self.holder, space: .screen)
      try edit.insert(outer, under: above)
      var inner = Element(id: pane, role: role)
      inner.frame = Frame(rect: mirrored ?? contents, space: .screen)
      try edit.insert(inner, under: holder)
      for _ in 0..<siblings {
        try edit.insert(Element(id: store.makeID(), role: .toolBar), under: holder)
      }
      try edit.move(cell, under: pane)
    }
    for (path, rect) in [("/holder", Self.holder), ("/pane", contents)] {
      let numbers = [rect.x, rect.y, rect.width, rect.height].map { BusValue.int32(Int32($0)) }
      fixture.service.on("org.a11y.atspi.Component", "GetExtents", path: path) { _ in
        .values([.structure(numbers)])
      }
    }
    return try fixture.point { try await $0.drawnPoint(Point(x: 160, y: 256), of: $0.element) }
  }

  /// LibreOffice leaves out its menu bar until the pointer has moved in the window.
  @Test func `What fills a part of a window and is said to be beside it is clicked in that part`()
    throws
  {
    #expect(try clickPoint(contents: Self.displaced) == Point(x: 160, y: 281))
  }

  @Test func `Where the contents are is asked at the click`() throws {
    let moved = try clickPoint(contents: Self.holder, mirrored: Self.displaced)
    #expect(moved == Point(x: 160, y: 256))
    let lost = try clickPoint(contents: Self.displaced, mirrored: Self.holder)
    #expect(lost == Point(x: 160, y: 281))
  }

  @Test func `What does not fill what it is in is clicked where it says that it is`() throws {
    let there = Point(x: 160, y: 256)
    var small = Self.displaced
    small.height -= 25
    #expect(try clickPoint(contents: small) == there)
    #expect(try clickPoint(contents: small, mirrored: Self.displaced) == there)
    #expect(try clickPoint(contents: Self.displaced, siblings: 1) == there)
  }

  /// What is scrolled is beside what shows a part of it, and windows are said to have places that they do not have.
  @Test func `What may be beside what it is in is clicked where it says that it is`() throws {
    let there = Point(x: 160, y: 256)
    #expect(try clickPoint(contents: Self.displaced, holderRole: .scrollArea) == there)
    #expect(try clickPoint(contents: Self.displaced, holderRole: .window) == there)
    #expect(try clickPoint(contents: Self.displaced, isInDocument: true) == there)
  }
}
