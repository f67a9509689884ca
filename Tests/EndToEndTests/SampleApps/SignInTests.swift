import BridgeTestSupport
import Testing

@Suite
struct `Sample app: sign-in` {
  @Test func `a password is entered and used, and told to nobody`() async throws {
    let bridge = try await Bridge(source: "sample:sign-in")
    let watch = try bridge.start("--json", "watch", "--kinds", "all")
    _ = try await watch.standardOutput.line { $0.contains("subscribed") }
    #expect(
      try await bridge.speech("window *").last == "Sign in, dimmed, button",
      "there is no name and no password")
    let password = "Sesame-Openly"
    #expect(try await bridge.client("set", "textbox", "ada").code == 0)
    let set = try await bridge.client("set", "password", password)
    #expect(set.code == 0 && set.standardOutput.hasPrefix("confirmed"), "\(set)")
    let field = try #require(
      try jsonLines(try await bridge.client("--json", "get", "password").standardOutput).first)
    #expect(field.text("value") == "[redacted]", "\(field)")
    #expect(try await bridge.speech("password") == ["Password, bullets, secure text field"])
    for selector in ["password[value=\"\(password)\"]", "password[value^=S]", "*[value*=Openly]"] {
      #expect(try await bridge.client("get", selector).code == 1, "\(selector)")
    }
    let told = try await bridge.client("--json", "tree").standardOutput
    #expect(try await bridge.client("press", "button[label=\"Sign in\"]").code == 0)
    _ = try await watch.standardOutput.line { $0.contains("Signed in as ada") }
    for text in [told, watch.standardOutput.text, bridge.process.standardError.text] {
      #expect(!text.contains("Sesame") && !text.contains("Openly"))
    }
    #expect(try await bridge.speech("window *") == ["Signed in as ada", "Sign out, button"])
    #expect(try await bridge.defects() == [])
  }
}
