import BridgeTestSupport
import Testing

/// The screen reader in an application that is not in front, among all samples.
@Suite
struct `V1: the screen reader among all samples` {
  /// What it says in an application, none of whose commands is refused.
  private func heard(
    _ application: String, _ commands: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let bridge = try await Bridge(source: "sample")
    let target = "application[name=\"\(application)\"]"
    let result = try await bridge.client(
      ["voiceover", target] + commands.flatMap { ["--do", $0] })
    #expect(result.code == 0, "\(result)", sourceLocation: sourceLocation)
    return result.lines.map(String.init)
  }

  @Test
  func `V1 U settings: the cursor stays where it is when the application comes to the front`()
    async throws
  {
    #expect(
      try await heard("Settings", "next", "activate", "activate") == [
        "Settings, heading", "Comments, switch button, off", "Double-tap to toggle setting.", "on",
        "off",
      ])
    #expect(
      try await heard("Contrast Ratio", "verbosity brief", "find blue", "up", "down").suffix(3) == [
        "Blue, 100, adjustable", "105", "100",
      ])
  }

  @Test
  func `V1: the cursor stays in its window when the application was used in another before`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    _ = try await bridge.script("voiceover", "window weather", "find legend", "activate")
    _ = try await bridge.script("voiceover", "window coffee", "up")
    let result = try await bridge.client(
      "voiceover", "application[name=Styles]", "--do", "find refresh", "--do", "activate", "--do",
      "activate")
    #expect(
      result.lines.map(String.init).suffix(5) == [
        "Refresh, button", "Refresh", "Weather updated", "Refresh", "Weather updated",
      ])
    #expect(try await bridge.found("window[label=Legend]").count == 1)
  }

  @Test
  func `V3 P5: the ring stays where it is when the application comes to the front`() async throws {
    let bridge = try await Bridge(source: "sample")
    #expect(
      try await bridge.script(
        "keyboard", "window Contrast", "find green", "increment", "increment"
      ).suffix(3) == ["Green, 217, adjustable, Background", "222", "227"])
  }

  @Test
  func `V1 U P10 A4: the picture zooms by the rotor; Photos is read again before it loads`()
    async throws
  {
    #expect(
      try await heard(
        "Photo filter", "activate", "hear Loading photos view", "find zooming", "rotor zoom", "up",
        "up", "up", "down") == [
          "Photos, button", "Photos", "Loading photos view",
          "Zooming image view, Not Filtered, image", "zoom", "2x zoom", "3x zoom", "4x zoom",
          "3x zoom",
        ])
  }

  @Test
  func `V1 U P13 A14: direct touch ends when the cursor leaves the cat`() async throws {
    let bridge = try await Bridge(source: "sample")
    let cat = "group[label=\"Virtual cat\"]"
    let heard = try await bridge.client(
      "voiceover", "--verbosity", "default", "--do", "window Virtual cat", "--do", "activate",
      "--do", "read", "--do", "touch 150,120", "--do", "next", "--do", "previous", "--do",
      "touch 150,120")
    #expect(
      heard.lines.drop { $0 != "Virtual cat" }.map(String.init) == [
        "Virtual cat", "Virtual cat, sleeping", "Activate to start direct touch interaction.",
        "Actions available.", "Virtual cat, sleeping", "Virtual cat, sleeping",
        "Escape to end direct touch interaction.", "Actions available.", "meowing",
        "Virtual cat, direct touch ended", "Leave alone, button", "Virtual cat, meowing",
        "Activate to start direct touch interaction.", "Actions available.",
        "Virtual cat, meowing", "Activate to start direct touch interaction.",
        "Actions available.",
      ])
    // It ends with the screen reader as well.
    _ = try await bridge.script("voiceover", "window Virtual cat", "activate")
    #expect(try await bridge.refusal("touch", cat, "down @ up").contains("press it"))
  }

  @Test
  func `V1 U P13 A14: direct touch ends when the screen reader that began it is killed`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    let cat = "group[label=\"Virtual cat\"]"
    let reader = try bridge.start("voiceover", "--verbosity", "brief")
    reader.write("activate\n")
    for line in ["Virtual cat, sleeping", "Virtual cat, sleeping"] {
      #expect(try await reader.standardOutput.line() == line)
    }
    // It can be touched by anybody as long as the screen reader runs.
    #expect(try await bridge.client("touch", cat, "down @ up").code == 0)
    reader.kill()
    try await eventually("direct touch has ended") {
      try await bridge.found("\(cat):active").isEmpty
    }
    #expect(try await bridge.refusal("touch", cat, "down @ up").contains("press it"))
    // A single command does not stay: what it began lasts.
    try await bridge.act(cat, "press")
    #expect(try await bridge.client("touch", cat, "down @ up").code == 0)
  }

  @Test
  func `V1 P10 A14: piano keys are played in silence`() async throws {
    #expect(
      try await heard(
        "Photo filter", "verbosity brief", "touch c", "touch e", "touch g", "find tone") == [
          "Photos, button", "verbosity brief", "Tone, C, E, G",
        ])
  }

  @Test
  func `V1 U P11 A13: a finger that passes through is heard in its own time`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    let steps = (1...8).map { "0,\(-8 * $0) +100" }.joined(separator: " ")
    let began = ContinuousClock.now
    let heard = try await bridge.script(
      "voiceover", "verbosity brief", "pass through \(steps) 0,-70 +300 0,-70 +160")
    #expect(ContinuousClock.now - began >= .milliseconds(1260))
    #expect(
      heard.suffix(4) == ["6.4 ounces", "7.6 ounces", "8.8 ounces", "9.5 ounces"])
  }

  @Test
  func `commands are written before what they say, when that is asked for`() async throws {
    let bridge = try await Bridge(source: "sample:settings")
    let result = try await bridge.client(
      "voiceover", "--verbosity", "brief", "--echo", "--do", "next", "--do", "hear Comments")
    #expect(
      result.lines.map(String.init) == [
        "Settings, heading", "> next", "Comments, switch button, off", "> hear Comments",
      ])
  }
}
