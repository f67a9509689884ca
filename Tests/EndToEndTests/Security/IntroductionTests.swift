import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Pairing by comparing a string` {
  private func confirm(_ machines: TwoMachines, _ words: String...) async throws -> RunningProcess {
    let process = try RunningProcess(
      Places.builtProgram("a11y-bridge"), ["pair", "--name", "laptop", "--confirm"] + words,
      environment: machines.there)
    _ = try await process.standardOutput.line { $0.hasPrefix("bridge-client pair ") }
    return process
  }

  private func introduce(_ machines: TwoMachines, _ bridge: Bridge) throws -> RunningProcess {
    try RunningProcess(
      Places.builtProgram("bridge-client"), ["pair", bridge.address, "--as", "desktop"],
      environment: machines.here)
  }

  /// The string that a line of a program ends with.
  private func string(_ output: OutputReader, _ marker: String) async throws -> String {
    let line = try await output.line { $0.contains(marker) }
    return String(try #require(line.split(separator: " ").last))
  }

  @Test func `both sides show the same string, and pair when both say yes`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    // A key makes the server reachable by TLS.
    let desktop = try await confirm(machines)
    let laptop = try introduce(machines, bridge)
    let there = try await string(desktop.standardOutput, " shows ")
    let here = try await string(laptop.standardError, "must show ")
    #expect(there == here && there.wholeMatch(of: /[0-9]{4}-[0-9]{4}/) != nil)
    desktop.write("y\n")
    _ = try await desktop.standardError.line { $0.contains("until the other machine says yes") }
    #expect(try await machines.admin("pair", "--list").standardOutput == "", "not yet")
    laptop.write("y\n")
    #expect(try await laptop.ended() == .code(0), "\(laptop.standardError.text)")
    #expect(try await desktop.ended() == .code(0), "\(desktop.standardError.text)")
    let info = try await machines.client("--server", "desktop", "info")
    #expect(info.code == 0, "\(info.standardError)")
    let list = try await machines.admin("pair", "--list")
    #expect(list.standardOutput.hasPrefix("laptop  observe  SHA256:"))
    _ = try await bridge.process.standardError.line { $0.contains("paired with laptop") }
  }

  @Test func `another command accepts the string, and a wrong one is refused`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let desktop = try await confirm(machines, "--allow", "act")
    let laptop = try introduce(machines, bridge)
    laptop.write("y\n")
    let shown = try await string(desktop.standardOutput, " shows ")
    let other = shown == "0000-0000" ? "0000-0001" : "0000-0000"
    let wrong = try await machines.admin("pair", "--accept", other)
    #expect(wrong.code == 1 && wrong.standardError.contains("somebody is in between"))
    #expect(wrong.standardError.contains("3 tries are left"))
    #expect(try await machines.admin("pair", "--accept", "four").code == 2)
    let right = try await machines.admin(
      "pair", "--accept", shown.replacingOccurrences(of: "-", with: ""))
    // The laptop's yes may be on its way.
    #expect(
      right.standardOutput == "paired with laptop: may observe, act\n"
        || right.standardOutput.contains("when the other machine says yes"), "\(right)")
    #expect(try await laptop.ended() == .code(0), "\(laptop.standardError.text)")
    #expect(try await desktop.ended() == .code(0))
    #expect(try await machines.admin("pair", "--accept", shown).code == 1, "once")
    let press = try await machines.client("--server", "desktop", "press", "button[label=\"7\"]")
    #expect(press.code == 0, "\(press.standardError)")
  }

  @Test func `strings that do not match close the window, and the machine is refused`()
    async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let desktop = try await confirm(machines)
    let laptop = try introduce(machines, bridge)
    laptop.write("y\n")
    let shown = try await string(desktop.standardOutput, " shows ")
    let other = shown == "0000-0000" ? "0000-0001" : "0000-0000"
    // The machine itself has used one of the five tries.
    for left in [3, 2, 1, 0] {
      let wrong = try await machines.admin("pair", "--accept", other)
      #expect(wrong.code == 1 && wrong.standardError.contains("\(left) tries are left"), "\(wrong)")
    }
    #expect(try await laptop.ended() == .code(5), "\(laptop.standardError.text)")
    #expect(laptop.standardError.text.contains("has not accepted this machine"))
    #expect(try await desktop.ended() == .code(1))
    #expect(desktop.standardError.text.contains("the window was closed"))
    let right = try await machines.admin("pair", "--accept", shown)
    #expect(right.code == 1 && right.standardError.contains("no machine waits"))
    #expect(try await machines.client("pair", bridge.address, "--as", "desktop").code == 5)
    #expect(try await machines.admin("pair", "--list").standardOutput == "")
  }

  @Test func `without the owner's wish nobody is introduced`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let refused = try await machines.client("pair", bridge.address, "--as", "desktop")
    #expect(refused.code == 5 && refused.standardError.contains("a11y-bridge pair --confirm"))
    #expect(!refused.standardError.contains("must show"))
    // Nor after the owner has stopped waiting.
    let desktop = try await confirm(machines)
    desktop.send(SIGINT)
    #expect(try await desktop.ended() == .code(1))
    #expect(try await machines.client("pair", bridge.address, "--as", "desktop").code == 5)
    // Nor after what waited was killed, and could not close the window.
    let killed = try await confirm(machines)
    killed.kill()
    try await killed.ended()
    let late = try await machines.client("pair", bridge.address, "--as", "desktop")
    #expect(late.code == 5 && late.standardError.contains("a11y-bridge pair --confirm"), "\(late)")
    #expect(try await machines.client("servers").standardOutput == "")
  }

  @Test func `a no on either side pairs nobody`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let desktop = try await confirm(machines)
    let first = try introduce(machines, bridge)
    first.write("y\n")
    _ = try await string(desktop.standardOutput, " shows ")
    desktop.write("n\n")
    #expect(try await first.ended() == .code(5))
    #expect(first.standardError.text.contains("has not accepted this machine"))
    let second = try introduce(machines, bridge)
    _ = try await string(second.standardError, "must show ")
    // Of a machine that comes and goes between two looks the owner is told nothing.
    _ = try await string(desktop.standardOutput, " shows ")
    second.write("\n")
    #expect(try await second.ended() != .code(0))
    #expect(second.standardError.text.contains("not paired"))
    #expect(second.standardError.text.contains("Pair again when you can compare the strings."))
    _ = try await desktop.standardError.line {
      $0.contains("the other machine has refused, or has left")
    }
    #expect(try await machines.admin("pair", "--list").standardOutput == "")
    #expect(try await machines.client("servers").standardOutput == "")
    desktop.send(SIGTERM)
  }

  /// Somebody in between who answers instead of the server says yes to everything.
  @Test func `a client does not believe a server that says yes before its own user`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let desktop = try await confirm(machines)
    let laptop = try introduce(machines, bridge)
    desktop.write("y\n")
    _ = try await string(laptop.standardError, "must show ")
    _ = try await string(desktop.standardOutput, " shows ")
    desktop.write("y\n")
    _ = try await desktop.standardError.line { $0.contains("until the other machine says yes") }
    laptop.write("n\n")
    #expect(try await laptop.ended() != .code(0))
    #expect(laptop.standardError.text.contains("not paired"))
    _ = try await desktop.standardError.line {
      $0.contains("Not paired: the other machine has refused, or has left.")
    }
    #expect(try await machines.client("servers").standardOutput == "")
    #expect(try await machines.admin("pair", "--list").standardOutput == "")
    desktop.send(SIGTERM)
    #expect(try await desktop.ended() == .code(1), "nobody was paired")
  }
}
