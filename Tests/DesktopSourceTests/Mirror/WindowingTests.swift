import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Foundation
import Testing

@testable import DesktopSource

/// Containers that manage their descendants, and how their children are found.
@Suite(.serialized, .ownThreadInTurn)
struct WindowingTests {
  /// A container that manages `count` descendants, and records the calls.
  private final class Container {
    let application: FakeApplication
    let object: FakeObject
    /// The points that were queried, relative to the window's corner.
    private(set) var points: [Point] = []
    /// How long the answer to such a query takes.
    var delay: UInt32 = 0
    /// Whether such a query is answered with what is in an item, as by browsers.
    var answersDeepest = false
    /// How many pixels it was scrolled by.
    private var offset: Int32 = 0
    /// Whether such a query finds nothing.
    var findsNothing = false

    init(_ application: FakeApplication, count: Int, claims: Int32? = nil) {
      self.application = application
      let window = application.add("Window", role: 23, under: application.root)
      window.extents = (0, 0, 400, 300)
      let scrolled = application.add("Scrolled", role: 49, under: window)
      scrolled.extents = (0, 100, 400, 150)
      // An object without a known size hides nothing.
      let filler = application.add("Filler", role: 20, under: scrolled)
      filler.extents = (0, 0, 0, 0)
      let object = application.add("Container", role: 31, under: filler)
      object.states |= 1 << 31
      object.extents = (0, 100, 400, 60_000)
      object.claimedChildren = claims
      self.object = object
      for number in 0..<count { application.add("Item \(number)", role: 32, under: object) }
      application.service.on("org.a11y.atspi.Component", "GetAccessibleAtPoint") {
        [unowned self] call throws(BusError) in
        let (x, y) = (try call.int32(), try call.int32())
        points.append(Point(x: Double(x), y: Double(y)))
        usleep(delay)
        let row = Int(y - 100 + offset) / 20
        guard !findsNothing, object.children.indices.contains(row) else {
          return .values([application.reference("")])
        }
        let item = application[object.children[row].path]
        let deepest = answersDeepest ? item?.children.first : nil
        return .values([application.reference(deepest?.path ?? object.children[row].path)])
      }
    }

    /// Gives each item a place, and a text in it.
    func fill() {
      answersDeepest = true
      for child in object.children {
        guard let item = application[child.path] else { continue }
        application.add("Text", role: 29, under: item)
      }
      scroll(to: 0)
    }

    func scroll(to offset: Int32) {
      self.offset = offset
      for (row, child) in object.children.enumerated() {
        application[child.path]?.extents = (0, 100 + Int32(row) * 20 - offset, 400, 20)
      }
    }
  }

  private func items(_ desktop: FakeDesktop) -> [String] {
    let children = desktop.element("Container")?.children ?? []
    return children.compactMap { desktop.store.tree[$0]?.label }
  }

  private func started(
    count: Int, claims: Int32? = nil, _ configure: (Container) -> Void = { _ in }
  ) throws -> (FakeDesktop, Container) {
    let desktop = try FakeDesktop()
    var container: Container?
    _ = try desktop.launch("App") {
      let made = Container($0, count: count, claims: claims)
      configure(made)
      container = made
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, try #require(container))
  }

  private func received(_ container: Container, _ member: String) -> Int {
    let call = "\(container.object.path) org.a11y.atspi.Accessible \(member)"
    return container.application.service.received.count { $0 == call }
  }

  /// A flow box of GTK 3 reports that it manages its descendants, which are widgets.
  @Test(arguments: [FakeApplication.Cache.none, .counted])
  func `hundreds of managed children are read one by one`(_ cache: FakeApplication.Cache)
    throws
  {
    let (desktop, container) = try started(count: 600) { $0.application.cache = cache }
    #expect(desktop.element("Container")?.children.count == 600)
    #expect(desktop.element("Container")?.totalChildren == nil)
    #expect(container.points.isEmpty)
    #expect(received(container, "GetChildren") == 0)
    #expect(received(container, "GetChildAtIndex") == 600)
    let last = try #require(container.application[container.object.children[599].path])
    container.application.remove(last)
    try container.application.emitChildrenChanged(container.object, "remove", last)
    try desktop.wait("it is gone") { desktop.element("Item 599") == nil }
  }

  @Test func `an object with fewer children than it claims is not read child by child`() throws {
    let (desktop, container) = try started(count: 10, claims: 5000)
    #expect(desktop.element("Container")?.children.count == 10)
    #expect(received(container, "GetChildAtIndex") < 200)
  }

  @Test func `only visible points are queried for children`() throws {
    let (desktop, container) = try started(count: 50, claims: 100_000)
    #expect(desktop.element("Container")?.totalChildren == 100_000)
    #expect(!container.points.isEmpty)
    #expect(container.points.allSatisfy { (100..<250).contains($0.y) && $0.x < 400 })
    // The first is at the corner, which is always queried. How many more are found in time depends on the
    // machine; they are in order, and no more than fit into 150 pixels.
    let children = try #require(desktop.element("Container")?.children)
    let labels = children.compactMap { desktop.store.tree[$0]?.label }
    #expect(labels.first == "Item 0")
    let report = try #require(try desktop.verify().first)
    #expect(report.unmirrored == 100_000 - labels.count && report.failure.isEmpty)
    #expect(labels == labels.sorted() && Set(labels).isSubset(of: (0..<8).map { "Item \($0)" }))
  }

  /// Chromium answers a query for a page with the text in a paragraph.
  @Test func `what is in a child leads to it and to those beside it`() throws {
    let (desktop, container) = try started(count: 50, claims: 100_000) {
      $0.fill()
      $0.delay = 30_000
    }
    try desktop.wait("all on screen are there") { items(desktop) == (0..<8).map { "Item \($0)" } }
    #expect(container.points.count < 8)
    #expect(desktop.element("Text") != nil)
  }

  @Test func `children that moved have others looked for`() throws {
    let (desktop, container) = try started(count: 50, claims: 100_000) { $0.fill() }
    try desktop.wait("all on screen are there") { items(desktop) == (0..<8).map { "Item \($0)" } }
    container.scroll(to: 200)
    for child in container.object.children.prefix(8) {
      try container.application.emit(
        try #require(container.application[child.path]), "BoundsChanged")
    }
    try desktop.wait("the next are there") { items(desktop) == (10..<18).map { "Item \($0)" } }
  }

  @Test func `children that are not found are looked for again`() throws {
    let (desktop, container) = try started(count: 50, claims: 100_000) {
      $0.fill()
      $0.findsNothing = true
    }
    #expect(items(desktop).isEmpty)
    container.findsNothing = false
    try desktop.wait("they are there") { items(desktop) == (0..<8).map { "Item \($0)" } }
  }

  @Test func `expensive queries are made for a limited time, and not repeated without a reason`()
    throws
  {
    let (desktop, container) = try started(count: 50, claims: 100_000) { $0.delay = 10_000 }
    let asked = container.points.count
    #expect((1...5).contains(asked))
    #expect(desktop.element("Container")?.children.isEmpty == false)

    let id = try #require(desktop.element("Container")?.id)
    let object = try #require(desktop.source.object(id))
    for _ in 0..<3 {
      try #require(desktop.source.application(id)).reads.mark(object, .children, .high)
      try desktop.settle()
    }
    #expect(container.points.count == asked)

    try container.application.emit(container.object, "VisibleDataChanged")
    try desktop.wait("it is looked at again") { container.points.count > asked }
  }
}
