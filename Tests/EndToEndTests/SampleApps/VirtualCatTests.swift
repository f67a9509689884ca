import Testing

@Suite
struct `Sample app: virtual-cat` {
  private let cat = "group[label=\"Virtual cat\"]"
  private let pet = "down @ move @20,0 move @40,0 up"
  private let tap = "down @ up"
  private let pinch = "down @-60,0 1:down @60,0 move @-10,0 1:move @10,0 up 1:up"

  @Test
  func `P13 U P13 A2: the cat is spoken with its hint, and actions replace touches`() async throws {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    #expect(
      try await bridge.speech(cat, "default", menu: true) == [
        "Virtual cat, sleeping. Activate to start direct touch interaction. Actions available.",
        "Actions menu, 3 items, Pet, Tap, Pinch",
      ])
    for (action, reaction) in [("Pet", "purring"), ("Tap", "meowing"), ("Pinch", "hissing")] {
      try await bridge.act(cat, action)
      #expect(try await bridge.speech(cat) == ["Virtual cat, \(reaction)"])
    }
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P13 A14: touches are refused before the cat is activated`() async throws {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    for touch in [pet, tap, pinch] {
      let refusal = try await bridge.refusal("touch", cat, touch)
      #expect(
        refusal.contains("\"Virtual cat\" takes touches only after it was activated; press it"))
    }
    #expect(try await bridge.speech(cat) == ["Virtual cat, sleeping"])
  }

  @Test
  func `P13 A14: after activation, pet, tap and pinch are felt, until the focus leaves`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    try await bridge.act(cat, "press")
    #expect(try await bridge.speech(cat) == ["Virtual cat, sleeping"], "activation is no touch")
    for (touch, reaction) in [(pet, "purring"), (tap, "meowing"), (pinch, "hissing")] {
      let felt = try await bridge.client("touch", cat, touch)
      #expect(felt.code == 0 && felt.standardOutput.contains("→ \"\(reaction)\""))
      #expect(try await bridge.speech(cat) == ["Virtual cat, \(reaction)"])
    }
    try await bridge.act("button", "press")
    #expect(try await bridge.refusal("touch", cat, tap).contains("press it"))
    #expect(try await bridge.speech(cat) == ["Virtual cat, sleeping"])
  }

  @Test
  func `P13 A14: touches end when the focus moves elsewhere`() async throws {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    try await bridge.act(cat, "press")
    try await bridge.act(cat, "focus")
    #expect(try await bridge.client("touch", cat, tap).code == 0)
    try await bridge.act("button", "focus")
    #expect(try await bridge.refusal("touch", cat, tap).contains("press it"))
  }

  @Test
  func `P13 A14: a pinch is only a pinch: the cat does not purr meanwhile`() async throws {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    try await bridge.act(cat, "press")
    let listener = try await bridge.listen("value")
    _ = try await bridge.client("touch", cat, pinch)
    let values = try await listener.heard(upTo: "hissing") {
      $0.object("value_changed")?.text("new_value")
    }
    #expect(values == ["hissing"])
  }
}
