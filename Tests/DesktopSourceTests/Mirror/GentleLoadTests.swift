import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// No single call blocks a large application.
@Suite(.serialized, .ownThreadInTurn)
struct GentleLoadTests {
  private func launched(
    toolkit: String, version: String, children: Int
  ) throws -> (FakeDesktop, FakeApplication, FakeObject) {
    let desktop = try FakeDesktop()
    var list: FakeObject?
    let application = try desktop.launch("Large") {
      $0.toolkit = toolkit
      $0.version = version
      $0.cache = .none
      addWindow($0)
      let made = $0.add("List", role: 38, under: try #require($0["/o/1"]))
      for number in 0..<children { $0.add("Row \(number)", role: 29, under: made) }
      list = made
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, try #require(list))
  }

  private func listings(_ application: FakeApplication, _ object: FakeObject) -> Int {
    let call = "\(object.path) org.a11y.atspi.Accessible GetChildren"
    return application.service.received.filter { $0 == call }.count
  }

  @Test func `many children are read one by one the first time`() throws {
    let (desktop, application, list) = try launched(
      toolkit: "GTK", version: "4.8.3", children: 1000)
    #expect(desktop.element("List")?.children.count == 1000)
    #expect(listings(application, list) == 0)
    // While a client watches, sweeps read the number of children; rounds list the children, whose objects
    // exist by then.
    desktop.source.watchingChanged(true)
    let window = try #require(application["/o/1"])
    let before = listings(application, window)
    // Each sweep waits for nineteen times the duration of the previous one, which depends on the load of
    // the machine.
    try desktop.wait("sweeps have ended", for: .seconds(120)) {
      listings(application, window) > before + 1
    }
    #expect(listings(application, list) < 4)
    application.add("New", role: 29, under: list)
    // A round comes after sweeps.
    try desktop.wait("the new one is seen", for: .seconds(120)) { desktop.element("New") != nil }
    desktop.source.watchingChanged(false)
    try desktop.expectTrue()
  }

  @Test func `few children are read at once`() throws {
    let (desktop, application, list) = try launched(toolkit: "GTK", version: "4.8.3", children: 300)
    #expect(desktop.element("List")?.children.count == 300)
    #expect(listings(application, list) >= 1)
  }

  @Test func `what is on screen is there before what is in a page out of sight`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("Pages") {
      $0.cache = .none
      addWindow($0)
      let window = try #require($0["/o/1"])
      for number in 0..<200 {
        let section = $0.add("Section \(number)", role: 39, under: window)
        section.states &= ~(1 << 25)
        for row in 0..<10 { $0.add("Row \(number).\(row)", role: 29, under: section) }
      }
      var inner = window
      for level in 0..<8 { inner = $0.add("Level \(level)", role: 39, under: inner) }
      $0.add("Deep", role: 43, under: inner)
    }
    desktop.source.start()
    try desktop.wait("the button has its place") { desktop.element("Deep")?.frame != nil }
    #expect(desktop.element("Row 199.9") == nil)
    try desktop.wait("all is read") { desktop.element("Row 199.9") != nil }
  }

  @Test func `a cache that contains only objects that were read before is not read`() throws {
    let (_, application, _) = try launched(toolkit: "GTK", version: "4.8.3", children: 10)
    #expect(!application.service.received.contains { $0.hasSuffix("GetItems") })
    let (_, other, _) = try launched(toolkit: "GTK", version: "3.24.38", children: 10)
    #expect(other.service.received.contains { $0.hasSuffix("GetItems") })
  }
}
