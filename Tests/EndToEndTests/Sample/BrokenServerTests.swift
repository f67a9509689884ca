import BridgeTestSupport
import Foundation
import SafeText
import Testing

@Suite("The client with a broken server", .timeLimit(.minutes(10)))
struct BrokenServerTests {
  private static let commands = [
    ["info"], ["apps"], ["tree"], ["find", "*"], ["get", "#1"], ["hit", "1,1"], ["speak", "#1"],
    ["press", "#1"], ["set", "#1", "x"], ["watch"], ["watch", "--snapshot", "--count", "1"],
    ["wait", "#1"], ["voiceover", "--do", "next"], ["keyboard", "--do", "next"], ["audit"],
    ["verify"], ["doctor"], ["bench", "roundtrip"], ["bench", "find"], ["bench", "element"],
    ["bench", "stream"], ["bench", "snapshot"], ["bench", "fanout", "--connections", "2"],
  ]

  @Test("3, and why, for every command", arguments: BrokenServer.Fault.allCases)
  func everyCommand(fault: BrokenServer.Fault) async throws {
    let server = try await BrokenServer(fault)
    for command in Self.commands {
      if fault == .endsStreams, !["tree", "watch", "voiceover", "audit"].contains(command[0]) {
        continue
      }
      // What is measured is not read: echoes are any bytes, and so are answers by the thousand.
      if fault == .sendsInvalidText || fault == .sendsNonsense,
        command[0] == "bench", ["roundtrip", "stream", "fanout", "find"].contains(command[1])
      {
        continue
      }
      let result = try await Subprocess.run(
        Places.builtProgram("bridge-client"), ["--timeout", "1"] + command,
        environment: ["A11Y_BRIDGE_SERVER": "\(server.address)"], within: .seconds(30))
      let what = "\(fault) \(command.joined(separator: " ")): \(result)"
      #expect(result.code == 3, "\(what)")
      #expect(result.standardError.hasPrefix("bridge-client: "), "\(what)")
      let raw = result.standardError.unicodeScalars.filter { $0 != "\n" && $0.isUnsafeToPrint }
      #expect(raw.isEmpty, "\(what)")
    }
  }

  @Test(
    "3 on a terminal as well",
    arguments: [BrokenServer.Fault.closes, .stopsWithinFrame, .sendsBadFrame, .sendsNonsense])
  func inspector(fault: BrokenServer.Fault) async throws {
    let server = try await BrokenServer(fault)
    let program = try Places.builtProgram("bridge-client")
    for command in ["inspect", "voiceover"] {
      let result = try await Subprocess.run(
        "bash",
        ["-c", "sleep 4 | script -qec 'stty cols 80 rows 24; \(program) \(command)' /dev/null"],
        environment: [
          "A11Y_BRIDGE_SERVER": "\(server.address)", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ], within: .seconds(30))
      #expect(result.code == 3, "\(fault): \(result)")
    }
  }

  @Test("a script whose server goes and does not come back ends with 3")
  func gone() async throws {
    let bridge = try await Bridge()
    let reader = try bridge.start(["--timeout", "2", "voiceover"])
    _ = try await reader.standardOutput.line()
    bridge.process.kill()
    #expect(try await reader.ended(within: .seconds(30)) == .code(3))
    reader.closeInput()
  }
}
