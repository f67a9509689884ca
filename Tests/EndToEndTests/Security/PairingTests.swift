import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Pairing two machines` {
  @Test func `two commands, and the other machine is let in by name`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let code = try await machines.invite("--name", "laptop")
    let paired = try await machines.client("pair", code, "--as", "desktop")
    #expect(paired.code == 0, "\(paired.standardError)")
    #expect(paired.standardOutput.contains("as laptop: may observe\n"))
    let info = try await machines.client("--server", "desktop", "info")
    #expect(info.code == 0, "\(info.standardError)")
    #expect(info.standardOutput.contains("at \(bridge.address)"))
    let servers = try await machines.client("servers")
    #expect(servers.standardOutput.contains("desktop  \(bridge.address)"))
    let list = try await machines.admin("pair", "--list")
    #expect(list.standardOutput.hasPrefix("laptop  observe  SHA256:"))
    // What is stored is for its owner only.
    for file in ["a11y-bridge/identity.pem", "a11y-bridge/pairings/laptop"] {
      #expect(try mode(machines.desktop.path(file)) == 0o600)
    }
    #expect(try mode(machines.laptop.path("bridge-client/identity.pem")) == 0o600)
    #expect(try mode(machines.laptop.path("bridge-client/servers")) == 0o700)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `an invitation says what keeps another machine from using it`() async throws {
    let machines = try TwoMachines()
    let early = try await machines.admin("pair", "--name", "a", "--address", "192.0.2.7:7007")
    #expect(
      early.standardError.contains(
        "No server runs here yet. Start it with: a11y-bridge --listen 0.0.0.0:7007"), "\(early)")
    let bridge = try await machines.start()
    let near = try await machines.admin("pair", "--name", "b")
    #expect(near.standardError.contains("Only this machine reaches that."), "\(near)")
    let far = try await machines.admin("pair", "--name", "c", "--address", "192.0.2.7:7007")
    #expect(far.standardError.split(separator: "\n").count == 1, "\(far)")
    withExtendedLifetime(bridge) {}
  }

  @Test func `whoever may observe cannot act, and whoever may act can`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let press = ["--server", "desktop", "press", "button[label=\"7\"]"]
    let refused = try await machines.client(press[0], press[1], press[2], press[3])
    #expect(refused.code == 5, "\(refused.standardOutput)")
    #expect(refused.standardError.contains("laptop may observe"))
    #expect(try await machines.client("--server", "desktop", "find", "button").code == 0)
    // The command that the refusal names is all that is needed. Connections of before end, and are told why.
    let watch = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try await watch.standardOutput.line { _ in true }
    #expect(refused.standardError.contains("'a11y-bridge pair --change laptop --allow act'"))
    let changed = try await machines.admin("pair", "--change", "laptop", "--allow", "act")
    #expect(
      changed.code == 0 && changed.standardOutput == "laptop may observe, act\n", "\(changed)")
    _ = try await bridge.process.standardError.line {
      $0.contains("what laptop may do has changed")
    }
    watch.kill()
    #expect(try await machines.client(press[0], press[1], press[2], press[3]).code == 0)
    // And back.
    #expect(try await machines.admin("pair", "--change", "laptop", "--allow", "observe").code == 0)
    try await eventually("it may only observe again", within: .seconds(5)) {
      try await machines.client(press[0], press[1], press[2], press[3]).code == 5
    }
  }

  @Test(arguments: [["--kinds", "value"], ["--selector", "text[label=Result]"]])
  func `watch goes on with other rights, and servers shows them; it ends when they are taken away`(
    words: [String]
  ) async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    #expect(try await machines.client("servers").standardOutput.contains("  observe  "))
    let watch = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "watch"] + words,
      environment: machines.here)
    func told(_ text: String) async throws {
      _ = try await watch.standardError.line { $0.contains(text) }
    }
    try await told("watching from revision")
    #expect(try await machines.admin("pair", "--change", "laptop", "--allow", "act").code == 0)
    try await told("what laptop may do has changed; trying to resume with the new rights")
    try await eventually("servers shows the new rights", within: .seconds(20)) {
      try await machines.client("servers").standardOutput.contains("  act  ")
    }
    let press = try await machines.client("--server", "desktop", "press", "button[label=\"7\"]")
    #expect(press.code == 0, "\(press)")
    _ = try await watch.standardOutput.line { $0.contains("7") }
    #expect(
      try await machines.admin("pair", "--change", "laptop", "--application", "Calc*").code == 0)
    try await told("other applications may be seen now; starting over")
    try await told("watching from revision")
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    #expect(try await watch.ended() == .code(5), "\(watch.standardError.text)")
    #expect(watch.standardError.text.contains("a11y-bridge pair --name"))
    withExtendedLifetime(bridge) {}
  }

  @Test func `a screen reader goes on with other rights`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let reader = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "voiceover"],
      environment: machines.here)
    _ = try await reader.standardOutput.line { _ in true }
    #expect(try await machines.admin("pair", "--change", "laptop", "--allow", "act").code == 0)
    _ = try await reader.standardError.line { $0.contains("what laptop may do has changed") }
    try await eventually("it has connected again", within: .seconds(20)) {
      try await machines.client("servers").standardOutput.contains("  act  ")
    }
    #expect(
      try await machines.admin("pair", "--change", "laptop", "--application", "Calc*").code == 0)
    _ = try await reader.standardError.line { $0.contains("other applications may be seen now") }
    reader.write("next\n")
    reader.closeInput()
    #expect(try await reader.ended() == .code(0), "\(reader.standardError.text)")
    withExtendedLifetime(bridge) {}
  }

  @Test(arguments: ["act", "synthesise", "administer"])
  func `both sides say what the machine may do, and none says less`(scope: String) async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let invited = try await machines.admin("pair", "--name", "laptop", "--allow", scope)
    let words = ["observe", "act", "synthesise", "administer"]
    let rights = words.prefix(through: try #require(words.firstIndex(of: scope)))
      .joined(separator: ", ")
    #expect(invited.standardError.contains("It may then \(rights) as laptop"), "\(invited)")
    let code = String(try #require(invited.lines.first?.split(separator: " ").last))
    let paired = try await machines.client("pair", code, "--as", "desktop")
    #expect(paired.standardOutput.contains("as laptop: may observe, act at least\n"), "\(paired)")
    let line = try await bridge.process.standardError.line { $0.contains("paired with laptop") }
    #expect(line.hasSuffix(": may \(rights)"), "\(line)")
  }

  @Test func `both sides say what the policy leaves the machine`() async throws {
    let machines = try TwoMachines()
    let policy = machines.desktop.path("policy")
    try writeSecret("for pairing laptop\n may observe\n applications *\n", to: policy)
    let bridge = try await machines.start("--policy", policy)
    let code = try await machines.invite("--name", "laptop", "--allow", "act")
    let paired = try await machines.client("pair", code, "--as", "desktop")
    #expect(paired.standardOutput.contains("as laptop: may observe\n"), "\(paired)")
    let line = try await bridge.process.standardError.line { $0.contains("paired with laptop") }
    #expect(line.hasSuffix(": may observe"), "\(line)")
  }

  @Test func `an invitation is used once, and who tries it again is told when, and what to do`()
    async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let code = try await machines.invite(
      "--name", "laptop", "--allow", "act", "--application", "it's")
    #expect(try await machines.client("pair", code, "--as", "one").code == 0)
    let again = try await machines.client("pair", code, "--as", "two")
    #expect(again.code == 5 && again.standardError.contains("paired already, as laptop"))
    _ = try await bridge.process.standardError.line {
      $0.contains("refused to pair") && $0.contains("was used before")
    }
    // Another machine.
    let stranger = ["XDG_STATE_HOME": machines.laptop.path("other")]
    let late = try await machines.client("pair", code, "--as", "two", extra: stranger)
    #expect(late.code == 5, "\(late)")
    #expect(
      late.standardError.contains(/this invitation was used at 20[-0-9]+ [:0-9]+ UTC, for the pai/))
    let command = try #require(late.standardError.firstMatch(of: /"a11y-bridge (.*it.+s')" on/)?.1)
    #expect(command == "pair --name laptop-2 --allow act --application 'it'\\''s'")
    // The one command that it names is all that is needed.
    let made = try await Subprocess.run(
      "/bin/sh", ["-c", "\(Places.builtProgram("a11y-bridge")) \(command)"],
      environment: machines.there)
    let next = try #require(made.lines.first?.split(separator: " ").last)
    let paired = try await machines.client("pair", String(next), "--as", "two", extra: stranger)
    #expect(paired.code == 0, "\(paired)")
    // A code that was copied badly does not reach the server.
    let bad = try await machines.client("pair", String(code.dropLast()), "--as", "two")
    #expect(bad.code == 2 && bad.standardError.contains("copy it again"))
  }

  @Test func `an invitation that has expired says so to who has it, with the command for another`()
    async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let code = try await machines.invite("--name", "laptop", "--allow", "act")
    let directory = machines.desktop.path("a11y-bridge/invitations")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: directory).first { !$0.hasPrefix(".") })
    let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
    try writeSecret(
      text.replacing(/expires [0-9]+/, with: "expires 1000000000"), to: "\(directory)/\(name)")
    let late = try await machines.client("pair", code, "--as", "desktop")
    #expect(late.code == 5 && late.standardError.contains("valid until 2001-09-09"), "\(late)")
    #expect(late.standardError.contains("'a11y-bridge pair --name laptop --allow act' on"))
    withExtendedLifetime(bridge) {}
  }

  @Test func `five wrong secrets make an invitation void, also for the right one`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let code = try await machines.invite("--name", "laptop")
    let directory = machines.desktop.path("a11y-bridge/invitations")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: directory).first { !$0.hasPrefix(".") })
    let file = "\(directory)/\(name)"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let secret = try #require(text.firstMatch(of: /secret ([0-9a-f]+)/)?.1)
    let other = String(repeating: "0", count: secret.count)
    // The code is the same all the time; the secret that the server expects is not.
    try writeSecret(text.replacing(secret, with: other), to: file)
    for left in [4, 3, 2, 1, 0] {
      #expect(try await machines.client("pair", code, "--as", "desktop").code == 5)
      _ = try await bridge.process.standardError.line {
        $0.contains("the secret is wrong; \(left) tries are left")
      }
    }
    let void = try String(contentsOfFile: file, encoding: .utf8)
    #expect(void.contains("tries 0\n"))
    try writeSecret(void.replacing(other, with: secret), to: file)
    let right = try await machines.client("pair", code, "--as", "desktop")
    #expect(right.code == 5 && right.standardError.contains("a11y-bridge pair"), "\(right)")
    _ = try await bridge.process.standardError.line { $0.contains("void after 5 wrong tries") }
    #expect(try await machines.admin("pair", "--list").standardOutput == "")
  }

  @Test func `an invitation to where no server is says so as any other command does`() async throws
  {
    let machines = try TwoMachines()
    let code = try await machines.invite("--name", "laptop", "--address", "127.0.0.1:1")
    let result = try await machines.client("--json", "pair", code)
    #expect(result.code == 3, "\(result)")
    let error = try jsonLines(result.standardOutput).last?.object("error")
    #expect(error?.text("code") == "UNAVAILABLE" && error?.text("reason") == "CANNOT_CONNECT")
    #expect(error?.text("remedy")?.contains("with --address HOST:PORT") == true, "\(result)")
  }

  @Test func `a machine is paired once, and revoking that leaves it nothing`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "first")
    let code = try await machines.invite("--name", "second", "--allow", "act")
    let again = try await machines.client("pair", code, "--as", "other")
    #expect(again.code == 5 && again.standardError.contains("paired already, as first"), "\(again)")
    #expect(again.standardError.contains("a11y-bridge pair --revoke first"))
    #expect(try await machines.admin("pair", "--revoke", "first").code == 0)
    let refused = try await eventually("the key is revoked") {
      let result = try await machines.client("--server", "desktop", "info")
      return result.code == 5 ? result.standardError : nil
    }
    for command in ["a11y-bridge pair", "bridge-client servers --forget"] {
      #expect(refused.contains("'\(command)"), "\(refused)")
    }
    // What is advised lets the machine in again.
    #expect(try await machines.client("servers", "--forget", "desktop").code == 0)
    try await machines.pair("--name", "first")
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    withExtendedLifetime(bridge) {}
  }

  @Test func `revoking ends live connections within a second`() async throws {
    var time = Duration.patience
    // A busy machine may take longer, but not each time.
    for _ in 0..<5 where time >= .seconds(1) { time = try await timeToRevoke() }
    #expect(time < .seconds(1))
  }

  /// Returns how long a connection lasts after its key was revoked.
  private func timeToRevoke() async throws -> Duration {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let watcher = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try #require(try await watcher.standardOutput.line())
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    let began = ContinuousClock.now
    _ = try await bridge.process.standardError.line { $0.contains("was revoked") }
    let time = ContinuousClock.now - began
    let after = try await machines.client("--server", "desktop", "info")
    #expect(after.code == 5, "\(after.standardOutput)")
    #expect(after.standardError.contains("is not paired with this server"))
    watcher.kill()
    return time
  }

  @Test func `a server with another key is not talked to`() async throws {
    let machines = try TwoMachines()
    var bridge = try await machines.start()
    let address = bridge.address
    try await machines.pair("--name", "laptop")
    let known = try await machines.serverKey(bridge)
    try await bridge.process.terminate()
    try FileManager.default.removeItem(
      atPath: machines.desktop.path("a11y-bridge/identity.pem"))
    bridge = try await machines.start(listen: address)
    let found = try await machines.serverKey(bridge)
    #expect(known != found)
    let result = try await machines.client("--server", "desktop", "info")
    #expect(result.code == 3)
    #expect(result.standardError.contains(known) && result.standardError.contains(found))
    #expect(result.standardError.contains("pair with it again"))
  }

  @Test func `a machine that is not paired sees nothing`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let key = try await machines.serverKey(bridge)
    let stranger = try await machines.client(
      "--server", bridge.address, "--server-key", key, "tree")
    #expect(stranger.code == 5 && stranger.standardOutput.isEmpty)
    #expect(stranger.standardError.contains("neither a key nor a token"))
    let plain = try await machines.client("--server", bridge.address, "tree")
    #expect(plain.code == 5 && plain.standardOutput.isEmpty)
    #expect(plain.standardError.contains("TLS only"))
  }
}
