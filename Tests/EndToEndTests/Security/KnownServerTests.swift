import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Servers that are known by name` {
  private func file(_ machines: TwoMachines, _ name: String) -> String {
    machines.laptop.path("bridge-client/servers/\(name)")
  }

  @Test func `a spoiled file is refused, and its name is not taken as a host`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let path = file(machines, "localhost")
    try writeSecret("garbage\n", to: path)
    let refused = try await machines.client(
      "--server", "localhost", "press", "button[label=\"7\"]")
    #expect(refused.code == 1 && refused.standardOutput.isEmpty, "\(refused)")
    #expect(refused.standardError.contains("\(path):1: the line is not"), "\(refused)")
    #expect(refused.standardError.contains("bridge-client servers --forget localhost"))
    #expect(refused.standardError.contains("a11y-bridge pair --revoke"), "\(refused)")
    #expect(!refused.standardError.contains("report it"))
    let good = try String(contentsOfFile: file(machines, "desktop"), encoding: .utf8)
    try writeSecret(good.replacing(/address .*/, with: "address"), to: path)
    let missing = try await machines.client("--server", "localhost", "info")
    #expect(missing.standardError.contains("\(path):2: 'address' has no value"), "\(missing)")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let open = try await machines.client("--server", "localhost", "info")
    #expect(open.code == 1 && open.standardError.contains("run: chmod 600 \(path)"), "\(open)")
    #expect(!open.standardError.contains("report it"))
    // The others are still listed.
    let servers = try await machines.client("servers")
    #expect(servers.code == 1 && servers.standardOutput.hasPrefix("desktop  "), "\(servers)")
    #expect(servers.standardError.contains(path))
    #expect(try await machines.client("servers", "--forget", "localhost").code == 0)
    #expect(try await machines.client("servers").standardError == "")
    withExtendedLifetime(bridge) {}
  }

  @Test func `a client whose key is gone says so, and is itself again when it is back`()
    async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    let key = machines.laptop.path("bridge-client/identity.pem")
    let away = machines.laptop.path("away")
    try FileManager.default.moveItem(atPath: key, toPath: away)
    let refused = try await machines.client("--server", "desktop", "info")
    #expect(refused.code == 1, "\(refused)")
    #expect(refused.standardError.contains("the key by which desktop knows this machine is gone"))
    #expect(refused.standardError.contains("a11y-bridge pair --revoke laptop"))
    // With another key it does not resume what the first one began.
    let other = try TwoMachines()
    let otherBridge = try await other.start()
    try await other.pair("--name", "x")
    try FileManager.default.copyItem(
      atPath: other.laptop.path("bridge-client/identity.pem"), toPath: key)
    let stranger = try await machines.client("--server", "desktop", "info")
    #expect(stranger.code == 5 && stranger.standardError.contains("is not paired with this server"))
    try FileManager.default.removeItem(atPath: key)
    try FileManager.default.moveItem(atPath: away, toPath: key)
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    withExtendedLifetime((bridge, otherBridge)) {}
  }

  @Test func `a machine whose pairing has expired is told so`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair(
      "--name", "laptop", "--days", "1", "--allow", "act", "--application", "Calc*")
    let watcher = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try #require(try await watcher.standardOutput.line())
    let file = machines.desktop.path("a11y-bridge/pairings/laptop")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try writeSecret(text.replacing(/expires [0-9]+/, with: "expires 1000000000"), to: file)
    try await eventually("it has expired", within: .seconds(5)) {
      try await machines.client("--server", "desktop", "info").code == 5
    }
    let refused = try await machines.client("--server", "desktop", "info")
    #expect(
      refused.standardError.contains(
        "the pairing laptop has expired: it was valid until 2001-09-09 01:46:40 UTC"), "\(refused)")
    // So is a client that was connected.
    let ended = try await watcher.standardError.line { $0.contains("expired") }
    #expect(ended.contains("the pairing laptop has expired: it was valid until"))
    // Whoever follows another invitation is not sent in a circle.
    let code = try await machines.invite("--name", "again")
    let paired = try await machines.client("pair", code, "--as", "desktop-2")
    #expect(
      paired.code == 5
        && paired.standardError.contains(
          "paired already, as laptop; the pairing laptop has expired: it was valid until")
        && paired.standardError.contains("'a11y-bridge pair --change laptop --days 1'")
        && paired.standardError.contains("'a11y-bridge pair --revoke laptop'"), "\(paired)")
    // The command that it names is all that is needed.
    #expect(
      refused.standardError.contains("'a11y-bridge pair --change laptop --days 1'"), "\(refused)")
    let changed = try await machines.admin("pair", "--change", "laptop", "--days", "1")
    #expect(
      changed.standardOutput.hasPrefix("laptop may observe, act, of Calc*, until "), "\(changed)")
    try await eventually("it is let in again", within: .seconds(5)) {
      try await machines.client("--server", "desktop", "info").code == 0
    }
    watcher.kill()
    withExtendedLifetime(bridge) {}
  }

  @Test func `a token that was made while the clock was ahead lets nobody in for a year more`()
    async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let key = try await machines.serverKey(bridge)
    let path = machines.laptop.path("token")
    let made = try await machines.admin("token", "--name", "ci", "--days", "1")
    try writeSecret(made.standardOutput, to: path)
    let file = machines.desktop.path("a11y-bridge/tokens/ci")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let year = Int(Date().timeIntervalSince1970) + 365 * 86_400
    try writeSecret(
      text.replacing(/created [0-9]+/, with: "created \(year)")
        .replacing(/expires [0-9]+/, with: "expires \(year + 86_400)"), to: file)
    func info() async throws -> Subprocess.Result {
      try await machines.client(
        "--server", bridge.address, "--server-key", key, "--token-file", path, "info")
    }
    try await eventually("it is refused", within: .seconds(5)) { try await info().code == 5 }
    let refused = try await info()
    #expect(
      refused.standardError.contains("the token ci was made at ")
        && refused.standardError.contains("the clock was ahead then, or is behind now")
        && refused.standardError.contains("'a11y-bridge token --revoke ci'"), "\(refused)")
  }

  @Test func `what else says whom to trust is not ignored`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let wrong = "SHA256:" + String(repeating: "A", count: 43)
    for (option, value) in [
      ("--server-key", wrong), ("--tls-ca", "/nofile"), ("--tls-certificate", "/nofile"),
    ] {
      let result = try await machines.client("--server", "desktop", option, value, "apps")
      #expect(result.code == 2 && result.standardOutput.isEmpty, "\(result)")
      #expect(result.standardError.contains("\(option) excludes"), "\(result)")
    }
    let variable = try await machines.client(
      "--server", "desktop", "apps", extra: ["A11Y_BRIDGE_SERVER_KEY": wrong])
    #expect(variable.code == 2 && variable.standardError.contains("A11Y_BRIDGE_SERVER_KEY"))
    let both = try await machines.client(
      "--server", bridge.address, "--server-key", try await machines.serverKey(bridge),
      "--tls-ca", "/nofile", "info")
    #expect(both.code == 2 && both.standardError.contains("exclude each other"), "\(both)")
    #expect(try await machines.client("--server", "desktop", "apps").code == 0)
  }

  @Test func `a mistake with names, keys and invitations says what to do`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let forgotten = try await machines.client("servers", "--forget", "nosuch")
    #expect(forgotten.code == 1 && forgotten.standardError.contains("Run 'bridge-client servers'"))
    let unknown = try await machines.client("--server", "nosuch.invalid", "info")
    #expect(unknown.code == 3 && unknown.standardError.contains("'bridge-client servers' lists"))
    let both = try await machines.client("--server", "desktop", "pair", bridge.address)
    #expect(both.code == 2 && both.standardError.contains("pair does not take --server"), "\(both)")
    let nameless = try await machines.admin("pair")
    #expect(nameless.code == 2 && nameless.standardError.contains("a11y-bridge pair --name laptop"))
    let unknownClient = try await machines.admin("policy", "check", "--who", "operator.example")
    #expect(unknownClient.code == 1, "\(unknownClient)")
    #expect(unknownClient.standardError.contains("--who 'certificate:operator.example'"))
    let named = try await machines.admin("policy", "check", "--who", "certificate:operator.example")
    #expect(named.code == 0, "\(named)")
    let empty = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["pair"], environment: machines.here, input: "")
    #expect(empty.code == 1 && empty.standardError.contains("Give it as an argument"), "\(empty)")
    let path = machines.laptop.path("bridge-client/identity.pem")
    let pem = try String(contentsOfFile: path, encoding: .utf8)
    for damaged in ["", pem.replacing("PRIVATE KEY", with: "PRIVATE CAT")] {
      try writeSecret(damaged, to: path)
      let result = try await machines.client("--server", "desktop", "info")
      #expect(result.code == 1 && result.standardError.contains(path), "\(result)")
      #expect(result.standardError.contains("pair again"), "\(result)")
      #expect(!result.standardError.contains("report it"))
    }
    withExtendedLifetime(bridge) {}
  }
}
