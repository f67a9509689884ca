import BridgeTestSupport
import Foundation
import Testing

/// Who is let in by gRPC, and to what.
@Suite(.timeLimit(.minutes(10)))
struct `Credentials of gRPC clients` {
  /// A server with a certificate of a CA that clients may come from as well.
  private struct Place {
    let machines: TwoMachines
    let certificates: TemporaryDirectory
    let bridge: Bridge

    init(_ options: String...) async throws {
      machines = try TwoMachines()
      certificates = try TemporaryDirectory()
      let made = try await Subprocess.run(
        Places.fixture("programs/make-certificates.sh"), [certificates.path])
      try #require(made.code == 0)
      bridge = try await Bridge(
        options: [
          "--tls", "--tls-certificate", certificates.path("server.pem"),
          "--tls-client-ca", certificates.path("ca.pem"),
        ] + options, environment: machines.there)
    }

    func token(_ words: String...) async throws -> String {
      let result = try await Subprocess.run(
        Places.builtProgram("a11y-bridge"), ["token"] + words, environment: machines.there)
      try #require(result.code == 0, "\(result.standardError)")
      return String(try #require(result.lines.first))
    }

    /// Lists the applications once with each token.
    func list(_ tokens: String..., certificate: String = "") async throws -> [Substring] {
      let own = certificate.isEmpty ? "" : certificates.path("\(certificate).pem")
      let result = try await GRPCClients.run(
        "grpcio_tls", [bridge.address, certificates.path("ca.pem"), own] + tokens)
      #expect(result.code == 0, "\(result.standardError)")
      return result.lines
    }
  }

  @Test func `a client certificate lets in, and nothing else does`() async throws {
    let place = try await Place()
    #expect(try await place.list("", certificate: "client") == ["OK 1"])
    let none = try await place.list("")
    #expect(none.first?.hasPrefix("UNAUTHENTICATED") == true, "\(none)")
    let expired = try await place.list("", certificate: "expired")
    #expect(expired.first?.hasPrefix("UNAUTHENTICATED") == true, "\(expired)")
  }

  @Test func `each call has the rights of its own token`() async throws {
    let place = try await Place()
    let all = try await place.token("--name", "all")
    let nothing = try await place.token("--name", "nothing", "--application", "Nothing")
    let answers = try await place.list(all, nothing, "wrong", "", all)
    try #require(answers.count == 5)
    #expect(answers[0] == "OK 1" && answers[1] == "OK 0" && answers[4] == "OK 1", "\(answers)")
    #expect(answers[2].hasPrefix("UNAUTHENTICATED"), "\(answers)")
    // What one call shows lets in no other.
    #expect(answers[3].hasPrefix("UNAUTHENTICATED"), "\(answers)")
  }

  @Test func `a revoked token ends no call of another one on the same connection`() async throws {
    let place = try await Place()
    let token = try await place.token("--name", "ci")
    let other = try await place.token("--name", "other")
    let client = try GRPCClients.start(
      "revoked", [place.bridge.address, place.certificates.path("ca.pem"), token, other])
    #expect(try await client.standardOutput.line(within: .seconds(30)) == "ready")
    #expect(try await place.machines.admin("token", "--revoke", "ci").code == 0)
    #expect(try await client.ended() == .code(0), "\(client.standardError.text)")
  }

  @Test func `where TLS is required, clients without it are told so in their own protocol`()
    async throws
  {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--address", "192.0.2.7:1")
    let bridge = try await machines.start(listen: "0.0.0.0:0")
    let address = bridge.address.replacingOccurrences(of: "0.0.0.0", with: "127.0.0.1")
    let result = try await GRPCClients.run("plain_to_tls", [address])
    #expect(result.code == 0, "\(result.standardError)")
  }

  @Test func `a revoked token ends the calls that it began`() async throws {
    let place = try await Place()
    let token = try await place.token("--name", "ci")
    let watcher = try GRPCClients.start(
      "grpcio_tls",
      ["watch", place.bridge.address, place.certificates.path("ca.pem"), "", token])
    #expect(try await watcher.standardOutput.line() == "subscribed")
    #expect(try await place.machines.admin("token", "--revoke", "ci").code == 0)
    #expect(try await watcher.ended() == .code(0))
    let last = watcher.standardOutput.text.split(separator: "\n").last
    #expect(
      last?.hasPrefix("UNAUTHENTICATED the access of ci was revoked") == true, "\(last ?? "")")
  }
}
