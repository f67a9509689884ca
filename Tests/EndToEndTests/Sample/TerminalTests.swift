import BridgeTestSupport
import Testing

@Suite("The client in pipes and on terminals")
struct TerminalTests {
  static let escape = "\u{1B}["

  @Test("a reader that closes early is no error")
  func earlyClose() async throws {
    let bridge = try await Bridge()
    for command in ["tree --all", "find button", "--json tree", "watch --snapshot"] {
      let result = try await bridge.shell(
        "bridge-client \(command) | head -n 1; echo ${PIPESTATUS[0]} >&2")
      #expect(result.lines.count == 1, "\(command)")
      if command == "watch --snapshot" { continue }
      #expect(result.standardError.hasSuffix("0\n"), "\(command): \(result.standardError)")
      #expect(!result.standardError.contains("bridge-client:"), "\(command)")
    }
  }

  @Test("colour only on a terminal, and never with NO_COLOR")
  func colour() async throws {
    let bridge = try await Bridge()
    let commands = ["tree", "apps", "find button", "get text", "verify"]
    for command in commands {
      let piped = try await bridge.shell("bridge-client \(command)")
      #expect(!piped.standardOutput.contains(Self.escape), "\(command)")
      let terminal = "script -qec 'bridge-client \(command)' /dev/null </dev/null"
      let shown = try await bridge.shell(terminal, extra: ["TERM": "xterm"])
      #expect(shown.code == 0, "\(command)")
      #expect(shown.standardOutput.contains(Self.escape), "\(command)")
      let plain = try await bridge.shell(terminal, extra: ["TERM": "xterm", "NO_COLOR": "1"])
      #expect(!plain.standardOutput.contains(Self.escape), "\(command)")
      let dumb = try await bridge.shell(terminal, extra: ["TERM": "dumb"])
      #expect(!dumb.standardOutput.contains(Self.escape), "\(command)")
    }
    let json = try await bridge.shell(
      "script -qec 'bridge-client --json tree' /dev/null </dev/null", extra: ["TERM": "xterm"])
    #expect(!json.standardOutput.contains(Self.escape))
  }

  @Test("no line of help, tables and cards is wider than 80 columns")
  func width() async throws {
    let bridge = try await Bridge()
    for command in ["--help", "info", "apps", "get text", "tree", "verify", "doctor"] {
      let result = try await bridge.shell("bridge-client \(command)")
      for line in result.lines { #expect(line.count <= 80, "\(command): \(line)") }
    }
  }
}
