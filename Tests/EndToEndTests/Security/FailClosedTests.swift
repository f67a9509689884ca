import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Who is served without having been allowed` {
  private func start(_ machines: TwoMachines, _ words: String...) async throws -> Subprocess.Result
  {
    try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["--source", "sample:calculator"] + words,
      environment: machines.there)
  }

  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.7:50151"])
  func `beyond loopback nobody is, and the start fails with what to do`(
    _ address: String
  ) async throws {
    let machines = try TwoMachines()
    let result = try await start(machines, "--listen", address)
    #expect(result.code == 1)
    #expect(result.standardError.contains("cannot listen on \(address)"))
    #expect(result.standardError.contains("a11y-bridge pair --name NAME"))
    let left = try FileManager.default.contentsOfDirectory(atPath: machines.desktop.path)
    #expect(left.isEmpty, "a start that is refused leaves nothing behind")
  }

  @Test func `a token that cannot be read is named with what to do before the start fails`()
    async throws
  {
    let machines = try TwoMachines()
    #expect(try await machines.admin("token", "--name", "ci").code == 0)
    let file = machines.desktop.path("a11y-bridge/tokens/ci")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let open = try await start(machines, "--listen", "0.0.0.0:0")
    #expect(open.code == 1 && open.standardError.contains("run: chmod 600 \(file)"), "\(open)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try writeSecret(text + "scope act\n", to: file)
    let twice = try await start(machines, "--listen", "0.0.0.0:0")
    #expect(twice.code == 1 && twice.standardError.contains("\(file):5: the line repeats 'scope'"))
    #expect(twice.standardError.contains("a11y-bridge token --revoke ci"), "\(twice)")
  }

  @Test func `an invitation, a token or a CA for clients is enough to start`() async throws {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--address", "192.0.2.7:1")
    let invited = try await machines.start(listen: "0.0.0.0:0")
    #expect(try await invited.process.terminate() == .code(0))
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    #expect(try await start(machines, "--listen", "0.0.0.0:0").code == 1)
    #expect(try await machines.admin("token", "--name", "ci").code == 0)
    let token = try await machines.start(listen: "0.0.0.0:0")
    #expect(try await token.process.terminate() == .code(0))
  }

  @Test func `beyond loopback a plain client is told that TLS is needed`() async throws {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--address", "192.0.2.7:1")
    let bridge = try await machines.start(listen: "0.0.0.0:0")
    let address = bridge.address.replacingOccurrences(of: "0.0.0.0", with: "127.0.0.1")
    let result = try await machines.client("--server", address, "tree")
    #expect(result.code == 5 && result.standardOutput.isEmpty)
    #expect(result.standardError.contains("TLS only"))
  }

  @Test func `one option serves everyone, and warns of it`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start(
      "--insecure-serve-everyone-without-encryption", listen: "0.0.0.0:0")
    let warning = try await bridge.process.standardError.line { $0.contains("WARNING") }
    #expect(warning.contains("everyone who reaches 0.0.0.0:0"))
    let address = bridge.address.replacingOccurrences(of: "0.0.0.0", with: "127.0.0.1")
    #expect(try await machines.client("--server", address, "info").code == 0)
  }

  @Test func `another user of the machine is not, unless the server is told so`() async throws {
    // Only root can become another user.
    try #require(geteuid() == 0, "run the tests as root")
    let bridge = try await Bridge()
    let open = try await Bridge(options: ["--allow-local"])
    func info(_ bridge: Bridge) async throws -> Subprocess.Result {
      try await Subprocess.run(
        "setpriv",
        [
          "--reuid", "65534", "--clear-groups", Places.builtProgram("bridge-client"),
          "--server", bridge.address, "info",
        ], environment: ["PATH": "/usr/bin:/bin"])
    }
    let socket = try await Bridge(listen: ["unix:/tmp/a11y-bridge-test-\(getpid()).sock"])
    let refusedBySocket = try await info(socket)
    #expect(refusedBySocket.code == 5, "\(refusedBySocket)")
    #expect(refusedBySocket.standardError.contains("only the user who runs the server"))
    // The socket stays closed to others with --allow-local too, and a token is of no use there.
    #expect(!refusedBySocket.standardError.contains("--allow-local"))
    #expect(refusedBySocket.standardError.contains("with --token-file to an address HOST:PORT"))
    let refused = try await info(bridge)
    #expect(refused.code == 5 && refused.standardOutput.isEmpty, "\(refused)")
    #expect(refused.standardError.contains("user 65534"))
    #expect(refused.standardError.contains("--allow-local"))
    #expect(try await info(open).code == 0)
  }

  @Test(arguments: [["--tls"], []])
  func `a connection that stays silent is told so in plain text, and ended in time`(
    _ options: [String]
  ) async throws {
    let machines = try TwoMachines()
    // There is a key, so that the first byte decides.
    _ = try await machines.invite("--name", "laptop", "--address", "192.0.2.7:1")
    let bridge = try await Bridge(
      listen: ["127.0.0.1:0"], options: options + ["--limit", "handshake-time=200ms"],
      environment: machines.there)
    var told: [UInt8] = []
    let time = try await quickest(below: .seconds(2)) {
      let socket = try TestSocket(bridge.address)
      told = []
      while true {
        let bytes = try await socket.read()
        if bytes.isEmpty { break }
        told += bytes
      }
    }
    let text = String(decoding: told, as: UTF8.self)
    #expect(text.contains("limit handshake-time=200ms reached: no hello"), "\(text)")
    #expect(text.contains("Say hello at once"))
    #expect(time < .seconds(2), "without the time to close in peace")
    _ = try await bridge.process.standardError.line {
      $0.contains("limit handshake-time=200ms reached")
    }
  }

  @Test func `a TLS handshake that goes no further is ended in time`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start("--limit", "handshake-time=200ms")
    let time = try await quickest(below: .seconds(2)) {
      let socket = try TestSocket(bridge.address)
      socket.write([0x16, 3, 1, 0, 200, 1])
      #expect(try await socket.read().isEmpty)
    }
    #expect(time < .seconds(2))
    _ = try await bridge.process.standardError.line {
      $0.contains("limit handshake-time=200ms reached")
    }
  }
}
