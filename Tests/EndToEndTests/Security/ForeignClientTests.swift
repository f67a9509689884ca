import BridgeTestSupport
import Foundation
import Testing

/// TLS as other programs speak it: `openssl` and Python.
@Suite(.timeLimit(.minutes(10)))
struct `Foreign TLS clients` {
  /// Certificates of a CA, and a server that has one of them.
  private struct Place {
    let machines: TwoMachines
    let certificates: Certificates

    init() async throws {
      machines = try TwoMachines()
      certificates = try await Certificates()
    }

    func path(_ name: String) -> String { certificates.path(name) }

    func start() async throws -> Bridge {
      try await machines.start(
        "--tls-certificate", path("server"), "--tls-client-ca", path("ca"))
    }
  }

  private func openssl(
    _ bridge: Bridge, _ words: String...
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "openssl", ["s_client", "-connect", bridge.address, "-brief"] + words, input: "")
  }

  @Test func `openssl speaks TLS 1.3 with the server, and nothing older`() async throws {
    let place = try await Place()
    let bridge = try await place.start()
    let modern = try await openssl(
      bridge, "-alpn", "a11y-bridge/1", "-CAfile", place.path("ca"), "-verify_return_error",
      "-verify_hostname", "bridge.test")
    #expect(modern.standardError.contains("Protocol version: TLSv1.3"), "\(modern.standardError)")
    #expect(modern.standardError.contains("Verification: OK"))
    let old = try await openssl(bridge, "-tls1_2")
    #expect(old.code != 0 && !old.standardError.contains("CONNECTION ESTABLISHED"))
    let http2 = try await openssl(bridge, "-alpn", "h2")
    #expect(http2.standardError.contains("Protocol version: TLSv1.3"), "\(http2.standardError)")
    let other = try await openssl(bridge, "-alpn", "http/1.1")
    #expect(other.code != 0 && other.standardError.contains("no application protocol"))
  }

  @Test func `openssl resumes a session`() async throws {
    let place = try await Place()
    let bridge = try await place.start()
    let session = place.certificates.file("session")
    // The tickets come after the handshake, so it must not end before it has one.
    let first = try RunningProcess(
      "openssl", ["s_client", "-connect", bridge.address, "-sess_out", session])
    try await eventually("there is a session") {
      let attributes = try? FileManager.default.attributesOfItem(atPath: session)
      return attributes?[.size] as? Int ?? 0 > 0
    }
    first.kill()
    let again = try await Subprocess.run(
      "openssl", ["s_client", "-connect", bridge.address, "-sess_in", session], input: "")
    #expect(again.standardOutput.contains("Reused, TLSv1.3"), "\(again.standardOutput)")
  }

  /// Connects with a certificate, says hello, and prints the first bytes of the answer.
  private static let python = """
    import socket, ssl, sys
    host, port = sys.argv[1].rsplit(":", 1)
    context = ssl.create_default_context(cafile=sys.argv[2])
    context.set_alpn_protocols(["a11y-bridge/1"])
    if sys.argv[3]:
        context.load_cert_chain(sys.argv[3])
    with context.wrap_socket(socket.create_connection((host, int(port))), server_hostname=sys.argv[4]) as s:
        s.sendall(bytes([0, 0, 0, 0, 6, 0x12, 4, 8, 1, 16, 1]))
        data = b""
        while True:
            try:
                part = s.recv(65536)
            except ssl.SSLEOFError:
                break
            if not part:
                break
            data += part
            if not sys.argv[5]:
                break
        print(s.version(), s.selected_alpn_protocol(), data)
    """

  private func python(
    _ place: Place, _ bridge: Bridge, certificate: String, name: String = "bridge.test",
    toEnd: Bool = false
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "python3",
      [
        "-c", Self.python, bridge.address, place.path("ca"),
        certificate.isEmpty ? "" : place.path(certificate), name, toEnd ? "1" : "",
      ])
  }

  @Test func `Python is let in with a certificate of the CA, and told why without`() async throws {
    let place = try await Place()
    let bridge = try await place.start()
    let welcome = try await python(place, bridge, certificate: "client")
    #expect(welcome.standardOutput.contains("TLSv1.3 a11y-bridge/1"), "\(welcome.standardError)")
    #expect(welcome.standardOutput.contains("robot"), "it is told its name")
    for (certificate, reason) in [
      ("", "neither a key nor a token"), ("expired", "has expired: it was valid until 2021-01-01"),
    ] {
      let refused = try await python(place, bridge, certificate: certificate, toEnd: true)
      #expect(refused.standardOutput.contains(reason), "\(refused)")
    }
    let wrongName = try await python(place, bridge, certificate: "client", name: "other.test")
    #expect(wrongName.code != 0 && wrongName.standardError.contains("Hostname mismatch"))
  }

  @Test func `SIGHUP puts new certificates in use, and keeps connections`() async throws {
    let place = try await Place()
    let bridge = try await place.start()
    func subject() async throws -> String {
      try await openssl(bridge, "-CAfile", place.path("ca")).standardError
    }
    let before = try await subject()
    #expect(before.contains("Verification: OK"))
    let token = place.certificates.file("token")
    let made = try await place.machines.admin("token", "--name", "ci")
    try writeSecret(made.standardOutput, to: token)
    let watcher = try RunningProcess(
      Places.builtProgram("bridge-client"),
      [
        "--server", bridge.address, "--tls-ca", place.path("ca"), "--token-file", token, "--json",
        "watch",
      ], environment: place.machines.here)
    _ = try #require(try await watcher.standardOutput.line())
    let manager = FileManager.default
    try manager.removeItem(atPath: place.path("server"))
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("going on with the old") }
    #expect(try await subject().contains("Verification: OK"))
    try manager.copyItem(atPath: place.path("client"), toPath: place.path("server"))
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("read certificates, keys") }
    #expect(try await subject().contains("CN = robot"))
    #expect(watcher.isRunning, "\(watcher.standardError.text)")
    watcher.kill()
  }
}
