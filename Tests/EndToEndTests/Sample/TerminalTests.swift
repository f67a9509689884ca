import BridgeTestSupport
import Testing

@Suite
struct `The client in pipes and on terminals` {
  static let escape = "\u{1B}["

  @Test
  func `when its reader closes early, a command exits with 6 and prints no error`() async throws {
    let bridge = try await Bridge()
    for command in ["tree --all", "find button", "--json tree", "watch --snapshot", "--help"] {
      // The reader is gone before anything is written.
      let result = try await bridge.shell(
        "exec 3> >(exec true); wait $!; bridge-client \(command) >&3; echo $?")
      #expect(result.standardOutput == "6\n", "\(command): \(result)")
      #expect(!result.standardError.contains("cannot write"), "\(command)")
    }
    let first = try await bridge.shell("bridge-client tree --all | head -n 1; true")
    #expect(first.lines.count == 1 && first.standardError == "")
  }

  @Test
  func `a command that cannot write its output exits with 6 and says so`() async throws {
    let bridge = try await Bridge()
    for command in [
      "info", "tree", "find button", "--json apps", "watch --snapshot", "help find", "--version",
      "call GetServerInfo", "voiceover --do next",
    ] {
      let result = try await bridge.shell("bridge-client \(command) > /dev/full")
      #expect(result.code == 6, "\(command): \(result)")
      #expect(result.standardError.contains("No space left on device"), "\(command): \(result)")
    }
    let closed = try await bridge.shell("bridge-client info >&-")
    #expect(closed.code == 6 && closed.standardError.contains("cannot write"), "\(closed)")
    let server = try await Subprocess.run(
      "bash", ["-c", "'\(Places.builtProgram("a11y-bridge"))' --help > /dev/full"])
    #expect(server.code == 1 && server.standardError.contains("No space left on device"))
  }

  @Test
  func `colour is used only on a terminal, and never with NO_COLOR`() async throws {
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

  @Test
  func `no line of help, tables and cards is wider than 80 columns`() async throws {
    let bridge = try await Bridge()
    // `apps` is not among them: what reads a pipe gets the whole names.
    for command in ["--help", "info", "get text", "tree", "verify", "doctor"] {
      let result = try await bridge.shell("bridge-client \(command)")
      for line in result.lines { #expect(line.count <= 80, "\(command): \(line)") }
    }
  }
}
