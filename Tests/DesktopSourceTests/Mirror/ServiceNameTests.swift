import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Objects of another process that an application lists under a well-known bus name, as WebKitGTK does.
@Suite(.serialized, .ownThreadInTurn)
struct ServiceNameTests {
  private let desktop: FakeDesktop
  private let plug: FakeApplication
  private let page: FakeObject
  private let button: FakeObject

  private static let name = "org.example.WebProcess-1"

  init() throws {
    desktop = try FakeDesktop()
    plug = try FakeApplication(desktop.bus, desktop.loop, name: "Plug")
    page = plug.add("Page", role: 95, under: plug.root)
    page.states = 0
    button = plug.add("Buy", under: page)
  }

  /// Starts the source with an application whose window lists the page and the children `others`.
  private func launch(_ others: [(owner: String?, path: String)] = []) throws -> FakeApplication {
    let path = page.path
    let host = try desktop.launch("App") { application in
      addWindow(application)
      let socket = application.add("Socket", role: 39, under: application["/o/1"]!)
      socket.children.append((Self.name, path))
      socket.isSocket = true
      application["/o/1"]!.children += others
    }
    desktop.source.start()
    return host
  }

  private func own(_ name: String, _ application: FakeApplication) throws {
    var named: Result<Void, BusError>?
    application.service.connection.requestName(name) { named = $0 }
    try #require(desktop.loop.run { named != nil })
    try #require(named).get()
  }

  @Test func `a page under a well-known name is mirrored, and its events are received`() throws {
    try own(Self.name, plug)
    let host = try launch()
    try desktop.wait("the page is there") { desktop.element("Buy") != nil }
    #expect(desktop.element("Page")?.parent == desktop.element("Socket")?.id)
    #expect(desktop.element("Buy")?.parent == desktop.element("Page")?.id)
    button.name = "Sold"
    try plug.emit(button, "PropertyChange", "accessible-name", 0, 0, .string("Sold"))
    try desktop.wait("the button is renamed") { desktop.element("Sold") != nil }
    try desktop.settle()
    try desktop.expectTrue()

    plug.service.vanish()
    try desktop.wait("the page is gone") { desktop.element("Page") == nil }
    #expect(desktop.element("One") != nil)
    withExtendedLifetime(host) {}
  }

  @Test func `a page comes and goes with the owner of its name`() throws {
    let host = try launch()
    try desktop.settle()
    #expect(desktop.element("Page") == nil && desktop.element("One") != nil)
    try own(Self.name, plug)
    try desktop.wait("the page is there") { desktop.element("Buy") != nil }

    plug.service.connection.call(.toBus("ReleaseName", [.string(Self.name)])) { _ in }
    try desktop.wait("the page is gone") { desktop.element("Page") == nil }
    let other = try FakeApplication(desktop.bus, desktop.loop, name: "Other")
    other.add("Next", under: other.root)
    try own(Self.name, other)
    try desktop.wait("the page of the next owner is there") { desktop.element("Next") != nil }
    #expect(desktop.element("Page") == nil)
    withExtendedLifetime(host) {}
  }

  @Test func `a page that lists its window by a name adds no second one`() throws {
    try own(Self.name, plug)
    page.children.append(("org.example.Host", "/o/1"))
    page.children.append(("org.freedesktop.DBus", "/o/1"))
    let host = try launch()
    try own("org.example.Host", host)
    try desktop.wait("the page is there") { desktop.element("Buy") != nil }
    try desktop.settle()
    #expect(desktop.store.tree.elements(labelled: "Window").count == 1)
  }

  @Test func `only so many names are looked up for an application`() throws {
    let others = try FakeApplication(desktop.bus, desktop.loop, name: "Others")
    // A name that nobody owns makes room for the next one as soon as the bus has answered; these stay.
    let names = (0..<ServiceNames.maxPerApplication + 10).map { "org.example.Other\($0)" }
    for name in names { try own(name, others) }
    let host = try launch(names.map { ($0, "/o/2") })
    try desktop.wait("the window is there") { desktop.element("One") != nil }
    try desktop.settle()
    let application = try #require(desktop.source.bus?.context.applications.values.first)
    #expect(application.trackedNames == ServiceNames.maxPerApplication)
    #expect(application.problems.contains(.foreign))
    withExtendedLifetime((host, others)) {}
  }
}
