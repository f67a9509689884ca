import Testing

@Suite
struct `A12: drag and drop by every client, with every sample served` {
  private func heard(_ client: String, _ commands: String...) async throws -> [String] {
    let bridge = try await Bridge(source: "sample")
    let target = "application[name=\"Alert sounds\"]"
    let result = try await bridge.client([client, target] + commands.flatMap { ["--do", $0] })
    #expect(result.code == 0 && result.standardError == "", "\(result)")
    return result.lines.map(String.init)
  }

  @Test
  func `V3: by the keyboard`() async throws {
    #expect(
      try await heard(
        "keyboard", "find bells", "drag", "find cheers", "drop set sound 1", "find birds",
        "drag", "escape", "action Set Sound 2 for Cheers", "find synth", "drag", "find cheers",
        "actions", "action 4") == [
          "Synth, draggable", "Bells, draggable", "Drag", "Dragging Bells",
          "Cheers, draggable, alert, no sounds", "drop ready", "Set Sound 1, drop ready",
          "Drop complete", "alert, bells", "Birds, draggable", "Drag", "Dragging Birds",
          "Drag cancelled", "Cheers, alert, bells, birds", "Synth, draggable", "Drag",
          "Dragging Synth", "Cheers, draggable, alert, bells, birds", "drop ready",
          "1 Drop, drop ready", "2 Set Sound 1, drop ready", "3 Set Sound 2, drop ready",
          "4 Set Sound 3, drop ready", "Drop complete", "alert, bells, birds, synth",
        ])
  }

  @Test
  func `V4: by one switch`() async throws {
    #expect(
      try await heard(
        "switch-control", "select", "next", "select", "select", "select", "next", "select",
        "next", "next", "select") == [
          "Synth to Waves, row, 4 items", "Synth, draggable", "Bells, draggable", "Drag",
          "Dragging Bells", "Cheers, draggable, alert, no sounds, drop ready", "Drop, drop ready",
          "Set Sound 1, drop ready", "Drop complete", "alert, bells",
          "Bells, draggable", "Birds, draggable", "Waves, draggable", "Drag",
        ])
  }

  @Test
  func `V2: by voice`() async throws {
    #expect(
      try await heard("voice-control", "drag synth to set sound 3", "drag waves", "cancel") == [
        "listening, 5 names", "Drag", "Dragging Synth", "Set Sound 3, drop ready",
        "Drop complete", "alert, synth", "Drag", "Dragging Waves", "Drag cancelled",
      ])
  }

  @Test
  func `V1 U P8: by the screen reader, as the talk has it`() async throws {
    let heard = try await heard(
      "voiceover", "verbosity brief", "find synth", "rotor actions", "down", "activate",
      "find cheers", "rotor actions", "down", "up", "activate")
    let talk = [
      "Synth, draggable", "Drag", "Cheers, draggable, alert, no sounds", "Drop, drop ready",
      "Set Sound 3, drop ready", "Drop complete",
    ]
    var rest = heard[...]
    for line in talk {
      let place = try #require(rest.firstIndex(of: line), "\(line) in \(heard)")
      rest = rest[(place + 1)...]
    }
    #expect(heard.filter { $0 == "Drop complete" }.count == 1)
  }
}
