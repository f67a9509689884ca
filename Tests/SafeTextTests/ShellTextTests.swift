import BridgeTestSupport
import SafeText
import Testing

@Suite
struct `Texts for a shell` {
  @Test(arguments: ["plain", "", "it's", "''", "$HOME `id` \\ \"x\"\n", "gnome-*"])
  func `are read back as they are`(text: String) async throws {
    let result = try await Subprocess.run("/bin/sh", ["-c", "printf %s \(shellQuoted(text))"])
    #expect(result.standardOutput == text)
    let word = try await Subprocess.run("/bin/sh", ["-c", "printf %s \(shellWord(text))"])
    #expect(word.standardOutput == text)
  }

  @Test func `are in quotes only where a shell would read something else`() {
    #expect(shellWord("ready:/run/a11y/ready-1") == "ready:/run/a11y/ready-1")
    for text in ["#12", "a b", "~", "x*", ""] { #expect(shellWord(text) == shellQuoted(text)) }
  }
}

@Suite
struct `The word that was meant` {
  @Test(arguments: [
    ("buton", "button"), ("fro", "for"), ("applic", "applications"), ("my", "may"),
    ("pare", "pair"), ("wire", nil),
    ("see", nil), ("", nil), (String(repeating: "a", count: 100), nil),
  ])
  func `is a similar one, or none`(word: String, meant: String?) {
    #expect(closest(to: word, among: ["button", "for", "may", "applications", "pair"]) == meant)
  }
}
