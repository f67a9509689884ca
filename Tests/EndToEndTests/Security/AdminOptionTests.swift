import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Options of the commands that let clients in` {
  @Test(arguments: [
    ["token", "--list", "--revoke", "ci"], ["token", "--name", "other", "--revoke", "ci"],
    ["token", "--list", "--days", "3"], ["token", "--change", "ci", "--name", "other"],
    ["token", "--change", "ci", "--revoke", "ci"], ["pair", "--list", "--name", "x"],
    ["pair", "--name", "a", "--confirm", "--list"], ["pair", "--name", "a", "--confirm", "--qr"],
    ["pair", "--accept", "1234-5678", "--allow", "act"],
  ])
  func `options that would be ignored are refused, and nothing is done`(
    _ words: [String]
  ) async throws {
    let machines = try TwoMachines()
    #expect(try await machines.admin("token", "--name", "ci").code == 0)
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), words, environment: machines.there)
    #expect(result.code == 2 && result.standardOutput.isEmpty, "\(result)")
    #expect(result.standardError.contains("exclude each other"), "\(result)")
    #expect(try await machines.admin("token", "--list").standardOutput == "ci  observe\n")
  }

  @Test func `a list of what cannot all be read is no success`() async throws {
    let machines = try TwoMachines()
    // An empty list says that it is, beside the rows.
    for (none, text) in [
      (try await machines.admin("token", "--list"), "there are no tokens\n"),
      (try await machines.admin("pair", "--list"), "no machine is paired with this one\n"),
      (try await machines.client("servers"), "this machine is paired with no server\n"),
    ] {
      #expect(none.code == 0 && none.standardOutput == "", "\(none)")
      #expect(none.standardError.hasSuffix(text), "\(none)")
    }
    #expect(try await machines.admin("token", "--name", "ci").code == 0)
    let path = machines.desktop.path("a11y-bridge/tokens/other")
    try writeSecret("a11y-bridge grant 1\nscope act\n", to: path)
    let list = try await machines.admin("token", "--list")
    #expect(list.code == 1 && list.standardOutput == "ci  observe\n", "\(list)")
    #expect(list.standardError.hasPrefix("a11y-bridge: \(path):2: no line says"), "\(list)")
    let server = machines.laptop.path("bridge-client/servers/desktop")
    #expect(try await machines.client("servers").code == 0)
    try FileManager.default.createDirectory(
      atPath: machines.laptop.path("bridge-client/servers"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: machines.laptop.path("bridge-client"))
    try writeSecret("a11y-bridge server 1\naddres 127.0.0.1:1\n", to: server)
    let servers = try await machines.client("servers")
    #expect(servers.code == 1 && servers.standardError.contains("\(server):2: "), "\(servers)")
  }

  @Test func `a limit that is misspelled is named`() async throws {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["--limit", "conections=5"])
    #expect(result.code == 2 && result.standardError.contains("did you mean connections?"))
  }

  @Test func `a change needs something that is there, and says what it is now`() async throws {
    let machines = try TwoMachines()
    let missing = try await machines.admin("token", "--change", "ci", "--allow", "act")
    #expect(missing.code == 1 && missing.standardError.contains("no token named ci"), "\(missing)")
    #expect(
      try await machines.admin("token", "--name", "ci", "--application", "Calc*").code == 0)
    let nothing = try await machines.admin("token", "--change", "ci")
    #expect(nothing.code == 2 && nothing.standardError.contains("--change ci --allow act"))
    let taken = try await machines.admin("token", "--name", "ci", "--allow", "act")
    #expect(taken.code == 1 && taken.standardError.contains("'a11y-bridge token --change ci'"))
    let path = machines.desktop.path("a11y-bridge/tokens/ci")
    func digest() throws -> Substring? {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("token-sha256") }
    }
    let before = try digest()
    let changed = try await machines.admin("token", "--change", "ci", "--allow", "act")
    #expect(changed.standardOutput == "ci may observe, act, of Calc*\n", "\(changed)")
    #expect(try before != nil && digest() == before, "the token stays valid")
    let wider = try await machines.admin("token", "--change", "ci", "--application", "*")
    #expect(wider.standardOutput == "ci may observe, act, of *\n", "\(wider)")
    let limited = try await machines.admin("token", "--change", "ci", "--days", "3")
    #expect(limited.standardOutput.hasPrefix("ci may observe, act, of *, until "), "\(limited)")
    let back = try await machines.admin(
      "token", "--change", "ci", "--days", "never", "--application", "all")
    #expect(back.standardOutput == "ci may observe, act\n", "\(back)")
    for words in [
      ["--days", "0"], ["--days", "soon"], ["--application", "all", "--application", "x"],
    ] {
      let result = try await Subprocess.run(
        Places.builtProgram("a11y-bridge"), ["token", "--change", "ci"] + words,
        environment: machines.there)
      #expect(result.code == 2 && result.standardError.contains(words[0]), "\(result)")
    }
    try writeSecret("a11y-bridge grant 1\nscope act\n", to: path)
    let wrong = try await machines.admin("token", "--change", "ci", "--allow", "observe")
    #expect(wrong.code == 1 && wrong.standardError.contains("\(path):2: "), "\(wrong)")
  }

  @Test func `an invitation that is not used yet is changed as a pairing is`() async throws {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--days", "3")
    let changed = try await machines.admin(
      "pair", "--change", "laptop", "--allow", "act", "--days", "never")
    #expect(changed.standardOutput == "invited: laptop may observe, act\n", "\(changed)")
    #expect(
      try await machines.admin("pair", "--list").standardOutput.contains("laptop  act  invited"))
  }

  @Test func `a change that the policy takes back is told with its line, and no other`()
    async throws
  {
    let machines = try TwoMachines()
    let policy = machines.configuration + "/a11y-bridge/policy"
    try FileManager.default.createDirectory(
      atPath: machines.configuration + "/a11y-bridge", withIntermediateDirectories: true)
    try writeSecret("\nfor token ci\n  may observe\n  applications Calc*\n", to: policy)
    #expect(try await machines.admin("token", "--name", "ci", "--application", "Calc*").code == 0)
    let wider = try await machines.admin("token", "--change", "ci", "--allow", "act")
    #expect(wider.code == 0 && wider.standardOutput == "ci may observe, act, of Calc*\n")
    #expect(
      wider.standardError.contains(
        "note: \(policy):2 allows token ci less than that: it may observe, of Calc*."), "\(wider)")
    let fitting = try await machines.admin("token", "--change", "ci", "--allow", "observe")
    #expect(fitting.code == 0 && fitting.standardError.isEmpty, "\(fitting)")
    let all = try await machines.admin("token", "--change", "ci", "--application", "all")
    #expect(all.standardError.contains("it may observe, of Calc*."), "\(all)")
  }

  @Test func `an invitation of another clock is listed, with what to do`() async throws {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--allow", "act")
    let place = machines.desktop.path("a11y-bridge/invitations")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: place).first {
        !$0.hasPrefix(".") && $0 != "lock"
      })
    let text = try String(contentsOfFile: "\(place)/\(name)", encoding: .utf8)
    func move(by seconds: Int) throws {
      let moved = text.replacing(/expires (\d+)/) { "expires \((Int($0.1) ?? 0) + seconds)" }
      try writeSecret(moved, to: "\(place)/\(name)")
    }
    try move(by: 86_400)
    let list = try await machines.admin("pair", "--list")
    #expect(list.code == 0, "\(list)")
    #expect(list.standardOutput.hasPrefix("laptop  act  invited  not valid before "), "\(list)")
    #expect(
      list.standardOutput.contains("invite again: a11y-bridge pair --name laptop --allow act\n"))
    try move(by: -86_400)
    #expect(try await machines.admin("pair", "--list").standardOutput.isEmpty)
  }

  @Test(arguments: ["unix:/x", "foo:0", "127.0.0.1:0"])
  func `an invitation has only addresses that can be reached`(_ address: String) async throws {
    let machines = try TwoMachines()
    let result = try await machines.admin("pair", "--name", "x", "--address", address)
    #expect(result.code == 2 && result.standardOutput.isEmpty, "\(result)")
    #expect(result.standardError.contains("--address: no other machine can connect to"))
  }

  @Test(arguments: ["192.0.2.1", "desktop.example", "[::1]"])
  func `an address without a port has the usual one, which is said`(_ address: String) async throws
  {
    let machines = try TwoMachines()
    let bare = try await machines.admin("pair", "--name", "x", "--address", address)
    #expect(bare.code == 0 && bare.standardError.contains("has no port"), "\(bare)")
    #expect(bare.standardError.contains(":50151"), "\(bare)")
    let whole = try await machines.admin("pair", "--name", "x", "--address", "\(address):50151")
    #expect(whole.code == 0 && !whole.standardError.contains("has no port"), "\(whole)")
  }

  @Test func `help and completion name every command`() async throws {
    let machines = try TwoMachines()
    let help = try await machines.admin("--help").standardOutput
    let completion = try await machines.admin("--completion", "fish").standardOutput
    for command in ["pair", "token", "policy", "audit-log"] {
      #expect(help.contains("\n  \(command) "), "\(command)")
      #expect(completion.contains(command), "\(command)")
    }
  }
}
