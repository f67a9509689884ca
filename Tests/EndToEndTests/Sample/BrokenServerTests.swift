import BridgeTestSupport
import BridgeTransport
import Foundation
import SafeText
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct `The client with a broken server` {
  private static let commands = [
    ["info"], ["apps"], ["tree"], ["find", "*"], ["get", "#1"], ["hit", "1,1"], ["speak", "#1"],
    ["press", "#1"], ["set", "#1", "x"], ["watch"], ["watch", "--snapshot", "--count", "1"],
    ["watch", "--for", "0.1"], ["watch", "--snapshot", "--for", "0.1"],
    ["wait", "#1"], ["voiceover", "--do", "next"], ["keyboard", "--do", "next"], ["audit"],
    ["verify"], ["doctor"], ["bench", "roundtrip"], ["bench", "find"], ["bench", "element"],
    ["bench", "stream"], ["bench", "snapshot"], ["bench", "outline"],
    ["bench", "fanout", "--connections", "2"],
  ]
  private static let streaming = ["tree", "watch", "voiceover", "keyboard", "audit"]

  @Test(arguments: BrokenServer.Fault.brief)
  func `every command ends in time with the exit code and the reason`(fault: BrokenServer.Fault)
    async throws
  {
    let server = try await BrokenServer(fault)
    let commands = Self.commands.filter { Self.meets(fault, $0) }
    // Most of the commands wait for most of their time.
    for begin in stride(from: 0, to: commands.count, by: 16) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for command in commands[begin..<min(begin + 16, commands.count)] {
          group.addTask { try await Self.check(command, fault, server) }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Returns whether a command makes a call that the fault affects.
  private static func meets(_ fault: BrokenServer.Fault, _ command: [String]) -> Bool {
    switch fault {
    case .endsStreams, .stopsBetweenParts: streaming.contains(command[0])
    default: true
    }
  }

  private static func check(
    _ command: [String], _ fault: BrokenServer.Fault, _ server: BrokenServer
  ) async throws {
    let limit = command[0] == "bench" ? ["--seconds", "0.5"] : []
    let result = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["--timeout", "1"] + command + limit,
      environment: ["A11Y_BRIDGE_SERVER": "\(server.address)"])
    let what = "\(fault) \(command.joined(separator: " ")): \(result)"
    // Sending nothing at all is a timeout, not an invalid answer.
    let code: Int32 = fault == .answersNothing ? 4 : 3
    // A connection may be seen to be closed before anything was sent over it, and then nothing was done.
    let isUnsent = fault == .closesAtOnce && !result.standardError.contains("the action was sent")
    let hasActed = command[0] == "press" && mayHaveActed(fault) && !isUnsent
    #expect(result.code == (hasActed ? 8 : code), "\(what)")
    // The command's time limit, the tolerance for a late answer, and the start of a program on a busy
    // machine; less than the time limit that commands have by themselves.
    #expect(result.time < .seconds(25), "\(what)")
    #expect(result.standardError.hasPrefix("bridge-client: "), "\(what)")
    let raw = result.standardError.unicodeScalars.filter { $0 != "\n" && $0.isUnsafeToPrint }
    #expect(raw.isEmpty, "\(what)")
  }

  /// Returns whether a server of this protocol could have performed an action, for all that the client can see.
  private static func mayHaveActed(_ fault: BrokenServer.Fault) -> Bool {
    switch fault {
    case .saysNothing, .closesAtOnce, .answersNothing, .closes, .resets, .stopsWithinFrame,
      .stopsWithinMessage:
      true
    default: false
    }
  }

  @Test func `a hello may take as long as the command`() async throws {
    let server = try await BrokenServer(.helloIsLate)
    let began = ContinuousClock.now
    let result = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["--timeout", "60", "apps"],
      environment: ["A11Y_BRIDGE_SERVER": "\(server.address)"])
    #expect(result.code == 0, "\(result)")
    #expect(ContinuousClock.now - began > BrokenServer.helloDelay)
  }

  @Test func `a wait longer than any clock shows is printed and does not trap`() async throws {
    let server = try await BrokenServer(.answersHugeWait)
    let result = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["wait", "button"],
      environment: ["A11Y_BRIDGE_SERVER": "\(server.address)"])
    #expect(result.code == 0, "\(result)")
    #expect(result.standardOutput.hasPrefix("condition met after 9223372036855 ms"), "\(result)")
  }

  @Test(arguments: [BrokenServer.Fault.closes, .stopsWithinFrame, .sendsBadFrame, .sendsNonsense])
  func `assistive clients exit with 3 on a terminal as well`(fault: BrokenServer.Fault) async throws
  {
    let server = try await BrokenServer(fault)
    let program = try Places.builtProgram("bridge-client")
    for command in ["inspect", "voiceover"] {
      // The client's input stays open, so it ends because of the server and not because its input ended.
      let terminal = try RunningProcess(
        "script", ["-qec", "stty cols 80 rows 24; \(program) \(command)", "/dev/null"],
        environment: [
          "A11Y_BRIDGE_SERVER": "\(server.address)", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ])
      let exit = try await terminal.ended()
      #expect(exit == .code(3), "\(fault): \(terminal.standardOutput.text)")
    }
  }

  @Test
  func `a script exits with 3 when its server ends and does not return`() async throws {
    let bridge = try await Bridge()
    let reader = try bridge.start(["--timeout", "2", "voiceover"])
    _ = try await reader.standardOutput.line()
    bridge.process.kill()
    #expect(try await reader.ended() == .code(3))
    reader.closeInput()
  }
}
