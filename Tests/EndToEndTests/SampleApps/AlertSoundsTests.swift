import Testing

@Suite
struct `Sample app: alert-sounds` {
  private let alert = "[label=Cheers]"

  private func sound(_ name: String) -> String { "[label=\(name)]" }

  @Test
  func `P8 U P8 A12: sounds are dropped on three named points`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    #expect(try await bridge.speech(sound("Synth"), "brief") == ["Synth, draggable"])
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, no sounds"])
    for (name, point) in [("Bells", "Set Sound 1"), ("Birds", "Set Sound 2")] {
      let dropped = try await bridge.client(
        "drag", sound(name), "--onto", alert, "--point", point)
      #expect(dropped.code == 0)
    }
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, bells, birds"])
    let third = try await bridge.client(
      "drag", sound("Synth"), "--onto", alert, "--point", "set sound 3")
    #expect(third.code == 0)
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, bells, birds, synth"])
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P8 A12: the drop points have their positions: leading, centre, trailing`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    let element = try #require(try await bridge.found(alert).first)
    let points = element.objects("drop_points")
    #expect(points.map { $0.text("name") } == ["Set Sound 1", "Set Sound 2", "Set Sound 3"])
    let x = points.compactMap { $0.object("position")?.number("x") }
    #expect(x.count == 3 && x == x.sorted() && Set(x).count == 3)
    #expect(
      try await bridge.speech(alert, "full").first?.contains(
        "drop points: Set Sound 1, Set Sound 2, Set Sound 3") == true)
  }

  @Test
  func `P8 A2: each place to drop a sound is an action of the sound, too`() async throws {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    #expect(
      try await bridge.script("voiceover", "actions").last
        == "Actions menu, 4 items, Drag, Set Sound 1 for Cheers, Set Sound 2 for Cheers, "
        + "Set Sound 3 for Cheers")
    #expect(
      try await bridge.client("custom", sound("Birds"), "Set Sound 2 for Cheers").code == 0)
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, birds"])
    // That a drop is complete is said by the client, not posted by the application.
    let dropped = try await bridge.client("drag", sound("Synth"), "--onto", alert)
    #expect(dropped.code == 0 && !dropped.standardOutput.contains("Drop complete"))
  }

  @Test
  func `P8 A12: a sound dropped without a point goes to the middle one`() async throws {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    #expect(try await bridge.client("drag", sound("Waves"), "--onto", alert).code == 0)
    #expect(
      try await bridge.client("drag", sound("Bells"), "--onto", alert, "--point", "Set Sound 2")
        .code == 0)
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, bells"])
  }

  @Test
  func `P8 A12 A16: an unknown drop point, and an element that is not a sound, are refused`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    let point = try await bridge.refusal(
      "drag", sound("Synth"), "--onto", alert, "--point", "Set Sound 4")
    #expect(point.contains("no drop point \"Set Sound 4\""))
    #expect(point.contains("\"Set Sound 1\", \"Set Sound 2\", \"Set Sound 3\""))
    let itself = try await bridge.refusal("drag", alert, "--onto", alert)
    #expect(itself.contains("cannot be dropped on itself"))
    let text = try await bridge.refusal("drag", sound("Synth"), "--onto", sound("Bells"))
    #expect(text.contains("has no action drop"))
    #expect(try await bridge.speech(alert) == ["Cheers, draggable, alert, no sounds"])
  }
}
