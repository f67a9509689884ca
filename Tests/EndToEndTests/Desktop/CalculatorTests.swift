import BridgeTestSupport
import Testing

@Suite
struct `GNOME Calculator through TCP` {
  let app = "application[name=\"gnome-calculator\"]"

  @Test
  func `7 + 8 = 15 is read back from the mirror, and sent as a value notification`() async throws {
    let desktop = try await Desktop.start()
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let watcher = try await desktop.watch("value")
    for key in ["7", "+", "8", "="] {
      try await desktop.confirm("press", "\(app) button[label=\"\(key)\"]")
    }
    try await desktop.wait("\(app) *[value=\"15\"]")

    let line = try await watcher.standardOutput.line { $0.contains("\"new_value\":\"15\"") }
    let notification = try #require(try jsonLines(line).first)
    #expect(notification.text("kind") == "value")
    let id = try #require(notification.object("value_changed")?.text("element_id"))
    let display = try await desktop.element(id)
    #expect(display.text("value") == "15")
    // GTK 4 does not set the state "showing".
    let advice = "use :visible instead of :showing"
    let unmarked = "\(app) button[label=\"7\"]:showing"
    for words in [
      ["find", unmarked], ["press", unmarked], ["wait", unmarked, "--timeout", "0.5"],
    ] {
      let result = try await desktop.bridge.client(words)
      #expect(result.code == 1 && result.standardError.contains(advice), "\(result)")
    }
    #expect(calculator.isRunning)
    try await desktop.expectTrue()
  }
}
