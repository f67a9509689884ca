import BridgeTestSupport
import Testing

@testable import bridge_client

@Suite
struct `Help, version and completion of the client` {
  static let commands = ClientProgram.commands.map { $0.spec.name }
  /// Scripts depend on these.
  static let released: Set = [
    "info", "apps", "tree", "find", "get", "hit", "act", "press", "set", "insert", "focus",
    "increment", "decrement", "expand", "collapse", "select", "deselect", "scroll", "zoom-in",
    "zoom-out", "drag", "touch", "gesture", "escape", "magic-tap", "delete", "custom", "intent",
    "menu", "speak", "watch", "wait", "audit", "inspect", "voiceover", "voice-control",
    "switch-control",
    "keyboard", "verify", "doctor", "bench", "methods", "call",
  ]

  func client(_ words: String...) async throws -> Subprocess.Result {
    try await Subprocess.run(Places.builtProgram("bridge-client"), words)
  }

  @Test
  func `the list of commands is complete`() async throws {
    let help = try await client("--help")
    #expect(help.code == 0)
    for line in help.lines { #expect(line.count <= 80, "\(line)") }
    let listed = help.lines.drop { $0 != "Commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .compactMap { $0.firstMatch(of: #/^  ([a-z-]+) /#)?.output.1 }.map(String.init)
    #expect(listed == Self.commands)
    #expect(Self.released.subtracting(listed) == [])
  }

  @Test(arguments: commands)
  func `every command explains itself with an example, within 80 columns`(name: String) async throws
  {
    let help = try await client(name, "--help")
    #expect(help.code == 0)
    #expect(help.standardError == "")
    #expect(help.standardOutput.contains("Usage: bridge-client \(name)"))
    #expect(help.standardOutput.contains("\n  bridge-client \(name)"))
    #expect(help.standardOutput.contains("Example"))
    for line in help.lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: ["voiceover", "voice-control", "switch-control", "keyboard"])
  func `the commands of an assistive client are listed within 80 columns`(name: String) async throws
  {
    let bridge = try await Bridge()
    let help = try await bridge.client(name, "--do", "help")
    #expect(help.code == 0 && help.lines.contains { $0.contains("hear TEXT") })
    for line in help.lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test
  func `every example of the help is understood by the program`() async throws {
    let bridge = try await Bridge()
    for name in Self.commands {
      let help = try await client(name, "--help")
      let examples = help.lines.drop { !$0.hasPrefix("Example") }.dropFirst()
        .prefix { $0.hasPrefix("  ") }
      #expect(!examples.isEmpty)
      for example in examples {
        let line = example.trimmingPrefix(while: \.isWhitespace)
        // Only the parsing matters: no server runs, so any valid command exits with 3.
        let result = try await bridge.shell(
          String(line), extra: ["A11Y_BRIDGE_SERVER": "unix:/tmp/no-such-socket"])
        let needsServer = !["doctor", "mcp", "methods", "pair", "servers"].contains(name)
        #expect(!needsServer || result.code == 3, "\(line): \(result)")
        #expect(result.code != 2, "\(line): \(result)")
      }
    }
  }

  @Test
  func `--version names the program and its release`() async throws {
    let version = try await client("--version")
    #expect(version.standardOutput.wholeMatch(of: /bridge-client \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: ["a11y-bridge", "bridge-client"])
  func `completion for bash is bash`(program: String) async throws {
    let script = try await Subprocess.run(
      Places.builtProgram(program), ["--completion", "bash"])
    #expect(script.code == 0)
    #expect(script.standardOutput.contains(program))
    let parsed = try await Subprocess.run("bash", ["-n"], input: script.standardOutput)
    #expect(parsed.code == 0, "\(parsed.standardError)")
    for shell in ["zsh", "fish"] {
      let other = try await Subprocess.run(Places.builtProgram(program), ["--completion", shell])
      #expect(other.standardOutput.contains(program))
    }
  }
}
