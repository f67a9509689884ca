import BridgeTestSupport
import Foundation
import Testing

/// A pairing that the policy would let do nothing is not made, and both sides learn what to write.
@Suite(.timeLimit(.minutes(3)))
struct `Pairing under a policy that does not name the machine` {
  private let machines: TwoMachines
  private let bridge: Bridge
  private let policy: String

  init() async throws {
    machines = try TwoMachines()
    let directory = machines.configuration + "/a11y-bridge"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    policy = directory + "/policy"
    try writeSecret("for pairing other\n  may observe\n  applications *\n", to: policy)
    bridge = try await machines.start()
  }

  private func allow(_ lines: String) async throws {
    try writeSecret(lines, to: policy)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP: read") }
  }

  @Test func `the invitation is not used up, and is good when the policy is mended`() async throws {
    let invited = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["pair", "--name", "laptop", "--allow", "act", "--application", "Calc*"],
      environment: machines.there)
    #expect(invited.code == 0)
    #expect(
      invited.standardError.contains("warning: the policy \(policy) does not name pairing laptop"))
    let stanza = invited.standardError.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) + "\n" }.joined()
    #expect(
      stanza
        == "for pairing laptop\n  may observe, act\n  applications Calc*\n  act-on *\n  notifications *\n"
    )
    let code = String(try #require(invited.lines.first?.split(separator: " ").last))
    let refused = try await machines.client("pair", code, "--as", "desktop")
    #expect(refused.code == 5)
    #expect(refused.standardError.contains("the server's policy does not name pairing laptop"))
    #expect(refused.standardError.contains("Write 'for pairing laptop' with what it may do"))
    let log = try await bridge.process.standardError.line { $0.contains("refused to pair") }
    #expect(log.contains("does not name pairing laptop. Write 'for pairing laptop'"), "\(log)")
    #expect(try await machines.client("servers").standardOutput == "")
    let listed = try await machines.admin("pair", "--list").standardOutput
    #expect(listed.contains("laptop  act  of Calc*  invited"), "\(listed)")
    // What the warning says is all that is needed.
    try await allow(stanza)
    let paired = try await machines.client("pair", code, "--as", "desktop")
    #expect(paired.code == 0, "\(paired)")
    #expect(
      try await machines.client("--server", "desktop", "press", "button[label=\"7\"]").code == 0)
  }

  @Test func `whoever does not know the secret is not told what the policy says`() async throws {
    let code = try await machines.invite("--name", "laptop")
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    let refused = try await machines.client("pair", code, "--as", "desktop")
    #expect(refused.code == 5 && !refused.standardError.contains("policy"), "\(refused)")
  }

  @Test func `a window is not used up either, and strangers are not told its name`() async throws {
    let desktop = try RunningProcess(
      Places.builtProgram("a11y-bridge"), ["pair", "--name", "laptop", "--confirm"],
      environment: machines.there)
    _ = try await desktop.standardOutput.line { $0.hasPrefix("bridge-client pair ") }
    // More often than the window has tries.
    for _ in 0..<6 {
      let refused = try await machines.client("pair", bridge.address, "--as", "desktop")
      #expect(refused.code == 5 && refused.standardError.contains("its log says what to write"))
      #expect(!refused.standardError.contains("laptop"))
    }
    _ = try await bridge.process.standardError.line { $0.contains("Write 'for pairing laptop'") }
    try await allow("for pairing laptop\n  may observe\n  applications *\n")
    let laptop = try RunningProcess(
      Places.builtProgram("bridge-client"), ["pair", bridge.address, "--as", "desktop"],
      environment: machines.here)
    laptop.write("y\n")
    _ = try await desktop.standardOutput.line { $0.contains(" shows ") }
    desktop.write("y\n")
    #expect(try await laptop.ended() == .code(0), "\(laptop.standardError.text)")
  }

  @Test func `a token is made all the same, with a warning`() async throws {
    let made = try await machines.admin("token", "--name", "ci")
    #expect(made.code == 0 && made.standardOutput.hasPrefix("a11y_") && made.lines.count == 1)
    #expect(made.standardError.contains("does not name token ci"), "\(made.standardError)")
    #expect(made.standardError.contains("\n  for token ci\n    may observe\n"))
    let named = try await machines.admin("pair", "--name", "other")
    #expect(!named.standardError.contains("warning"), "\(named.standardError)")
  }
}
