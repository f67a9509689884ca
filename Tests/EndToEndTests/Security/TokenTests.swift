import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Tokens` {
  private func token(_ machines: TwoMachines, _ words: String...) async throws -> String {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["token"] + words, environment: machines.there)
    try #require(result.code == 0, "\(result.standardError)")
    let path = machines.laptop.path("token-\(result.lines.count)-\(words.count)")
    try writeSecret(result.standardOutput, to: path)
    return path
  }

  @Test func `a program with a token is let in, until it is revoked`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let key = try await machines.serverKey(bridge)
    let path = try await token(machines, "--name", "ci")
    func info(_ extra: [String: String] = [:]) async throws -> Subprocess.Result {
      try await machines.client(
        "--server", bridge.address, "--server-key", key, "info", extra: extra)
    }
    #expect(try await info().code == 5)
    let file = ["A11Y_BRIDGE_TOKEN_FILE": path]
    #expect(try await info(file).code == 0)
    #expect(try await machines.admin("token", "--list").standardOutput == "ci  observe\n")
    #expect(try await machines.admin("token", "--revoke", "ci").code == 0)
    try await eventually("the token is revoked") {
      try await info(file).code == 5
    }
    let refused = try await info(file)
    #expect(refused.standardError.contains("does not know this token"))
  }

  @Test func `with a token comes the whole command that uses it, over TLS as well`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let made = try await machines.admin("token", "--name", "ci")
    let path = machines.laptop.path("token")
    try writeSecret(made.standardOutput, to: path)
    // Who leaves the key out is told what is missing, and where it is.
    let plain = try await machines.client(
      "--server", bridge.address, "--token-file", path, "info")
    #expect(plain.code == 5 && plain.standardError.contains("--server-key"), "\(plain)")
    let command = try #require(
      made.standardError.split(separator: "\n").last?.split(separator: " "), "\(made)")
    #expect(command.first == "bridge-client", "\(made)")
    let words = command.dropFirst().map { $0 == "FILE" ? path : String($0) }
    let whole = try await machines.client(words)
    #expect(whole.code == 0 && whole.standardOutput.contains("at \(bridge.address)"), "\(whole)")
  }

  @Test func `whoever watches is told to get another token when theirs is revoked`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let key = try await machines.serverKey(bridge)
    let path = try await token(machines, "--name", "ci")
    let watcher = try RunningProcess(
      Places.builtProgram("bridge-client"),
      [
        "--server", bridge.address, "--server-key", key, "--token-file", path, "--json", "watch",
      ], environment: machines.here)
    _ = try #require(try await watcher.standardOutput.line())
    #expect(try await machines.admin("token", "--revoke", "ci").code == 0)
    #expect(try await watcher.ended() == .code(5))
    #expect(watcher.standardError.text.contains("a11y-bridge token"))
    #expect(!watcher.standardError.text.contains("a11y-bridge pair"))
  }

  @Test func `a token is not sent in plain text to another machine`() async throws {
    let machines = try TwoMachines()
    let path = try await token(machines, "--name", "ci")
    let result = try await machines.client(
      "--server", "192.0.2.7:1", "--token-file", path, "info")
    #expect(result.code == 3 && result.standardError.contains("plain text"))
    let other = machines.laptop.path("other")
    try writeSecret("hostname", to: other)
    let nonsense = try await machines.client("--token-file", other, "info")
    #expect(
      nonsense.code == 2 && nonsense.standardError.contains("\(other):1: the line is no token"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let open = try await machines.client("--token-file", path, "info")
    #expect(open.code == 2 && open.standardError.contains("run: chmod 600 \(path)"))
  }
}
