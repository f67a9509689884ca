import BridgeTestSupport
import Testing

@Suite
struct `Chromium through TCP` {
  @Test
  func `a button, a box, a slider and a live region of a page work as expected`() async throws {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/controls.html")])
    let page = "document[label=\"Controls\"]"
    try await desktop.loaded("Chromium")
    try await desktop.wait("\(page) button[label=\"Count 0\"]")

    let counter = try #require(try await desktop.element("\(page) button[label^=Count]").text("id"))
    try await desktop.confirm("press", counter)
    #expect(try await desktop.element(counter).text("label") == "Count 1")

    let box = "\(page) checkbox[label=Subscribe]"
    try await desktop.confirm("press", box)
    #expect(try await desktop.element(box).texts("states").contains("checked"))
    try await desktop.confirm("press", box)
    #expect(try await !desktop.element(box).texts("states").contains("checked"))

    let values = try await desktop.watch("value")
    let slider = try #require(try await desktop.element("\(page) slider").text("id"))
    try await desktop.confirm("set", slider, "70")
    #expect(try await desktop.element(slider).object("range")?.number("current") == 70)
    _ = try await values.standardOutput.line {
      $0.contains("\"element_id\":\(slider),") && $0.contains("\"new_value\":\"70")
    }

    let announcements = try await desktop.watch("announcement")
    try await desktop.confirm("press", "\(page) button[label=Announce]")
    let line = try await announcements.standardOutput.line { $0.contains("Announcement 1") }
    let notification = try #require(try jsonLines(line).first)
    #expect(notification.text("kind") == "announcement")
    #expect(notification.object("announcement")?.text("text") == "Announcement 1")

    #expect(chromium.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `nothing is typed into a page while another application's window is active`() async throws {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/controls.html")])
    let field = "document[label=\"Controls\"] textbox[label=Name]"
    try await desktop.loaded("Chromium")
    _ = try await desktop.element(field)
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let text = "application[name=mousepad] textbox"
    _ = try await desktop.element(text)
    // Chromium keeps the focus of a page whose window is no longer active.
    try await desktop.confirm("focus", field)
    try await desktop.confirm("focus", text)
    try await desktop.wait("application[name=mousepad] window:active")
    try await desktop.wait("\(field):focused")

    let refused = try await desktop.bridge.client("set", field, "typed", "--synthesize")
    #expect(refused.code == 1, "\(refused.standardOutput)")
    #expect(refused.standardError.contains("Keys would go to window"), "\(refused.standardError)")
    #expect(try await desktop.element(text).text("value") == "")
    #expect(try await desktop.element(field).text("value") == "Ada")
    #expect(mousepad.isRunning && chromium.isRunning)
  }
}
