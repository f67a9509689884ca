import BridgeTestSupport
import Testing

/// Names that change without an event.
@Suite struct `Silent names in real applications` {
  @Test func `a press that gives its button of GTK 3 a name is confirmed, and in the outline`()
    async throws
  {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/silent-names.py")], name: "silent-names.py")
    for number in 1...4 {
      let pressed = try await desktop.bridge.client("press", "button[label=\"Job \(number)\"]")
      #expect(pressed.standardOutput.hasPrefix("confirmed: press "), "\(pressed)")
      #expect(
        pressed.standardOutput.contains("\"Job \(number)\" → \"Done \(number)\""), "\(pressed)")
      let outline = try await desktop.bridge.client("tree")
      #expect(outline.standardOutput.contains("button \"Done \(number)\""), "\(outline)")
    }
    let idle = try await desktop.bridge.client("press", "button[label=Idle]")
    #expect(idle.standardOutput.hasPrefix("unconfirmed, no effect seen yet"), "\(idle)")
    #expect(application.isRunning)
  }
}
