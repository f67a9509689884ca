import BridgeTestSupport
import Testing

@Suite("Chromium through TCP")
struct ChromiumTests {
  @Test("a button, a box, a slider and a live region of a page do what they should")
  func controls() async throws {
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
}
