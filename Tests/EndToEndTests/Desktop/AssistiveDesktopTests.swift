import BridgeTestSupport
import Testing

@Suite
struct `V1 V2 V5: assistive clients on a live desktop` {
  @Test
  func `voice control uses a real calculator, the screen reader reads it, and it is audited`()
    async throws
  {
    let desktop = try await Desktop.start()
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let window = "application[name=\"gnome-calculator\"] window"
    try await desktop.wait("\(window) button[label=\"=\"]")

    let voice = try await desktop.bridge.client(
      ["voice-control", window] + ["7", "+", "8", "="].flatMap { ["--do", "tap \($0)"] })
    #expect(voice.code == 0, "\(voice.standardOutput)\(voice.standardError)")
    #expect(
      voice.lines.filter { $0.hasPrefix("tapped") } == [
        "tapped 7", "tapped +", "tapped 8", "tapped =",
      ])
    try await desktop.wait("\(window) *[value=\"15\"]")

    let reader = try await desktop.bridge.client(
      "voiceover", window, "--do", "first", "--do", "read all", "--do", "find 7")
    #expect(reader.lines.contains("15, text field"), "\(reader.standardOutput)")
    #expect(reader.lines.contains("7, button"), "\(reader.standardOutput)")

    // The application's display has no label, which is the barrier for people.
    let audit = try await desktop.bridge.client(
      "--json", "audit", window, "--rule", "missing-label")
    #expect(audit.code == 1)
    #expect(
      try jsonLines(audit.standardOutput).contains {
        $0.text("line")?.contains("textbox = \"15\"") == true
      })
    #expect(calculator.isRunning)
  }
}
