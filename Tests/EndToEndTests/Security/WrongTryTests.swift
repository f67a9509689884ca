import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Wrong credentials` {
  @Test func `an address that shows too many is refused with the limit's name and number`()
    async throws
  {
    let machines = try TwoMachines()
    // The weight of a try decreases by the limit a minute: with a small one, slow commands do not matter.
    let bridge = try await machines.start("--limit", "failed-tries-per-address=4")
    let key = try await machines.serverKey(bridge)
    let good = machines.laptop.path("good")
    let bad = machines.laptop.path("bad")
    let made = try await machines.admin("token", "--name", "ci")
    try writeSecret(made.standardOutput, to: good)
    try writeSecret("a11y_" + String(repeating: "0", count: 64), to: bad)
    func info(_ token: String) async throws -> Subprocess.Result {
      try await machines.client(
        "--server", bridge.address, "--server-key", key, "--token-file", token, "info")
    }
    #expect(try await info(good).code == 0)
    var refusals = 0
    var last = try await info(bad)
    while last.code == 5, refusals < 40 {
      refusals += 1
      last = try await info(bad)
    }
    #expect((4...8).contains(refusals))
    #expect(last.standardError.contains("limit failed-tries-per-address=4 reached"), "\(last)")
    #expect(try await info(good).code == 0, "others behind the same address are not kept out")
    let words = [
      "--server", bridge.address, "--server-key", key, "--token-file", bad, "--json", "info",
    ]
    var json = try await machines.client(words)
    if json.code == 5 { json = try await machines.client(words) }
    let error = try #require(try jsonLines(json.standardOutput).last?.object("error"))
    #expect(error.text("code") == "RESOURCE_EXHAUSTED", "\(json)")
    #expect(error.text("limit_name") == "failed-tries-per-address", "\(json)")
    #expect(error.number("limit") == 4, "\(json)")
    // Whoever shows no credential is not affected.
    let plain = try await machines.client(
      "--server", bridge.address, "--server-key", key, "info")
    #expect(plain.code == 5 && plain.standardError.contains("neither a key nor a token"))
  }

  @Test func `only wrong secrets count, and a right one that has expired is told so`() async throws
  {
    let machines = try TwoMachines()
    let bridge = try await machines.start("--limit", "failed-tries-per-address=2")
    let key = try await machines.serverKey(bridge)
    let path = machines.laptop.path("token")
    try writeSecret(try await machines.admin("token", "--name", "ci").standardOutput, to: path)
    let file = machines.desktop.path("a11y-bridge/tokens/ci")
    try writeSecret(try String(contentsOfFile: file, encoding: .utf8) + "expires 1000\n", to: file)
    func info() async throws -> Subprocess.Result {
      try await machines.client(
        "--server", bridge.address, "--server-key", key, "--token-file", path, "info")
    }
    try await eventually("it has expired", within: .seconds(5)) { try await info().code == 5 }
    for _ in 0..<6 {
      let refused = try await info()
      #expect(refused.code == 5, "\(refused)")
      #expect(refused.standardError.contains("the token ci has expired: it was valid until"))
      #expect(refused.standardError.contains("'a11y-bridge token --change ci --days 1'"))
    }
    #expect(try await machines.admin("token", "--change", "ci", "--days", "1").code == 0)
    try await eventually("it is valid again", within: .seconds(5)) { try await info().code == 0 }
    // Nor does an invitation that was used, for who knows its secret.
    let code = try await machines.invite("--name", "laptop")
    #expect(try await machines.client("pair", code, "--as", "desktop").code == 0)
    for _ in 0..<6 {
      let again = try await machines.client("pair", code, "--as", "again")
      #expect(again.code == 5 && again.standardError.contains("paired already"), "\(again)")
    }
  }

  @Test func `a refusal takes its time, whatever the reason`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let key = try await machines.serverKey(bridge)
    let bad = machines.laptop.path("bad")
    try writeSecret("a11y_" + String(repeating: "0", count: 64), to: bad)
    let refused = try await machines.client(
      "--server", bridge.address, "--server-key", key, "--token-file", bad, "info")
    #expect(refused.code == 5 && refused.time >= .milliseconds(100), "\(refused)")
  }

  @Test func `a client resumes its session between two commands`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start("--log-level", "debug")
    try await machines.pair("--name", "laptop")
    let file = machines.laptop.path("bridge-client/tickets/desktop")
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let first = try #require(manager.contents(atPath: file))
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    #expect(manager.contents(atPath: file) == first, "a session that was resumed is kept")
    // A ticket that was changed costs a full handshake, and is replaced.
    try writeSecret("nonsense", to: file)
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    #expect(manager.contents(atPath: file) != Data("nonsense".utf8))
    // A revoked key is refused although its session could be resumed.
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    try await eventually("the key is revoked") {
      try await machines.client("--server", "desktop", "info").code == 5
    }
    let forgotten = try await machines.client("servers", "--forget", "desktop")
    #expect(forgotten.code == 0)
    #expect(forgotten.standardOutput.hasPrefix("desktop is forgotten here; "), "\(forgotten)")
    #expect(!manager.fileExists(atPath: file))
    withExtendedLifetime(bridge) {}
  }
}
