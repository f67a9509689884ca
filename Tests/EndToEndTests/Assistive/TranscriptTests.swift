import BridgeTestSupport
import Testing

@Suite
struct `U: what the talks' people hear, through the assistive clients` {
  /// Returns what a client says while it performs commands.
  private func heard(
    _ client: String, on sample: String, _ commands: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let bridge = try await Bridge(source: "sample:\(sample)")
    let result = try await bridge.client([client] + commands.flatMap { ["--do", $0] })
    #expect(result.standardError == "", sourceLocation: sourceLocation)
    return result.lines.map(String.init)
  }

  @Test
  func `V1 U settings: Comments is off, and on after it is activated`() async throws {
    #expect(
      try await heard("voiceover", on: "settings", "next", "activate") == [
        "Settings, heading", "Comments, switch button, off", "Double-tap to toggle setting.", "on",
      ])
  }

  @Test
  func `V1 U P4: the voice is spoken with its purpose and its role`() async throws {
    #expect(
      try await heard("voiceover", on: "system-voice", "next").last
        == "Alex, System Voice, pop up button")
  }

  @Test
  func `V1 U P5: a slider speaks its hint, then each new value`() async throws {
    #expect(
      Array(try await heard("voiceover", on: "contrast", "find blue", "up", "down").suffix(4)) == [
        "Blue, 100, adjustable", "Swipe up or down with one finger to adjust the value.",
        "105", "100",
      ])
  }

  @Test
  func `V1 U P7: the actions of a comment are spoken one after another, and performed`()
    async throws
  {
    let heard = try await heard(
      "voiceover", on: "beach", "find sunscreen", "actions", "down", "down", "activate")
    #expect(heard.contains("Unread, Hope you wore sunscreen, Beth, button"))
    #expect(heard.contains("Actions menu, 2 items, Super favorite, Reply"))
    // The comment has been read.
    #expect(
      Array(heard.suffix(4)) == [
        "Super favorite", "Reply", "Replying to Beth", "Hope you wore sunscreen, Beth, button",
      ])
  }

  @Test
  func `V2 P7: an ambiguous name is numbered, and a number chooses`() async throws {
    let heard = try await heard(
      "voice-control", on: "beach", "tap combine comments", "tap reply", "2")
    #expect(heard.contains("3 are called reply. Which one?"))
    #expect(heard.contains("2 reply, button, Unread, Absolutely beautiful, Jack"))
    #expect(heard.suffix(2) == ["tapped reply", "Replying to Jack"])
  }

  @Test
  func `V2 U P8 A12: a sound is dragged by its name onto a named point`()
    async throws
  {
    let heard = try await heard(
      "voice-control", on: "alert-sounds", "drag synth to set sound 1", "drag bells to cheers",
      "4", "drag birds to set", "2")
    #expect(
      Array(heard.dropFirst()) == [
        "Drag", "Dragging Synth", "Set Sound 1, drop ready", "Drop complete", "alert, synth",
        "4 are called cheers. Which one?", "1 Cheers, draggable, alert, synth, drop ready",
        "2 Set Sound 1, Cheers, drop ready", "3 Set Sound 2, Cheers, drop ready",
        "4 Set Sound 3, Cheers, drop ready", "Drag",
        "Dragging Bells", "Set Sound 3, drop ready", "Drop complete", "alert, synth, bells",
        "3 are called set. Which one?", "1 Set Sound 1, Cheers, drop ready",
        "2 Set Sound 2, Cheers, drop ready", "3 Set Sound 3, Cheers, drop ready", "Drag",
        "Dragging Birds", "Set Sound 2, drop ready", "Drop complete", "alert, synth, birds, bells",
      ])
  }

  @Test
  func `V4 P7: the menu of a comment has all its actions`() async throws {
    let heard = try await heard(
      "switch-control", on: "beach", "mode items", "next", "select", "next", "next")
    #expect(heard.suffix(3) == ["Favorite", "Reply", "Back"])
  }

  @Test
  func `V3 P5: the focus ring begins with the first element, and keys change a colour`()
    async throws
  {
    let heard = try await heard(
      "keyboard", on: "contrast", "find blue", "increment", "first", "activate", "find blue")
    #expect(
      heard.prefix(3) == ["Reset colors, button", "Blue, 100, adjustable, Background", "105"])
    #expect(
      Array(heard.suffix(5)) == [
        "105", "Reset colors, button", "Colors reset", "Blue, 100, Background",
        "Blue, 100, adjustable, Background",
      ])
  }
}
