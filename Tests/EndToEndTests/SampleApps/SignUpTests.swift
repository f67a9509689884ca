import Testing

@Suite
struct `Sample app: sign-up` {
  @Test
  func `P3 E12: a checkmark alone has a label; beside text it is not an element`() async throws {
    let bridge = try await Bridge(source: "sample:sign-up")
    try await bridge.act("switch", "press")
    try await bridge.act("button", "press")
    #expect(
      try await bridge.speech("window *") == [
        "Sign up complete, image", "Details, switch button, off",
      ])
    try await bridge.act("switch", "press")
    #expect(
      try await bridge.speech("window *") == [
        "Sign up complete", "You will get a mail with your user name.",
        "Details, switch button, on",
      ])
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P3 A16: signing up without agreeing is refused, and nothing changes`() async throws {
    let bridge = try await Bridge(source: "sample:sign-up")
    let before = ["I agree to the terms, switch button, off", "Sign up, dimmed, button"]
    #expect(try await bridge.speech("window *") == before)
    let press = try await bridge.client("press", "button")
    #expect(press.code != 0)
    #expect((press.standardOutput + press.standardError).contains("is disabled"))
    #expect(try await bridge.speech("window *") == before)
  }
}
