import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Keys, certificates and invitations that cannot be used` {
  private let machines: TwoMachines
  private let certificates: Certificates

  init() async throws {
    machines = try TwoMachines()
    certificates = try await Certificates()
  }

  private func path(_ name: String) -> String { certificates.path(name) }

  /// Starts a server that must refuse to serve, and returns what it says.
  private func refusal(_ words: String...) async throws -> String {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["--source", "sample:calculator", "--listen", "127.0.0.1:0"] + words,
      environment: machines.there)
    #expect(result.code == 1 && !result.standardError.contains("listening"), "\(result)")
    return result.standardError
  }

  @Test func `a server names the file and the cure, and serves nothing`() async throws {
    let missing = path("none")
    let server = path("server")
    #expect(
      try await refusal("--tls-certificate", missing).contains("cannot read \(missing): No such"))
    #expect(
      try await refusal("--tls-certificate", server, "--tls-key", missing)
        .contains("cannot read \(missing)"))
    #expect(
      try await refusal("--tls-certificate", server, "--tls-client-ca", missing)
        .contains("cannot read \(missing)"))
    let client = path("client")
    let mismatch = try await refusal("--tls-certificate", server, "--tls-key", client)
    #expect(mismatch.contains("\(server), \(client): the key cannot be used: it is not the key of"))
    let noCA = try await refusal(
      "--tls-certificate", server, "--tls-client-ca", certificates.file("ca.key"))
    #expect(noCA.contains("ca.key: the file of CAs cannot be used: there is no certificate"))
    let alone = certificates.file("ca.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: alone)
    let noKey = try await refusal("--tls-certificate", alone)
    #expect(noKey.contains("\(alone): the key cannot be used: there is no private key in it"))
    #expect(noKey.contains("name it with --tls-key"), "\(noKey)")
    for mode in [0o644, 0o660, 0o604] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: server)
      let open = try await refusal("--tls-certificate", server)
      #expect(open.contains("\(server) can be read by others; run: chmod 600 \(server)"))
    }
  }

  @Test func `a server says which kinds of keys cannot be used, and what to do`() async throws {
    let place = certificates.directory.path
    let made = try await Subprocess.run(
      "bash",
      [
        "-ec",
        """
        cd "$0"
        openssl genrsa -out short.key 1024
        openssl req -x509 -new -key short.key -subj /CN=localhost -days 9 -out short.pem
        openssl ecparam -name secp256k1 -genkey -noout -out curve.key
        openssl req -x509 -new -key curve.key -subj /CN=localhost -days 9 -out curve.pem
        openssl genrsa -out rsa.key 2048
        openssl rsa -aes256 -passout pass:x -in rsa.key -out locked.key
        chmod 600 *.key
        """, place,
      ])
    try #require(made.code == 0, "\(made.standardError)")
    func refusal(_ certificate: String, _ key: String) async throws -> String {
      try await self.refusal(
        "--tls-certificate", path(certificate), "--tls-key", "\(place)/\(key).key")
    }
    let short = try await refusal("short", "short")
    #expect(short.contains("key is too short to be safe; make a P-256 key"), "\(short)")
    let kind = try await refusal("curve", "curve")
    #expect(kind.contains("TLS 1.3 has no keys of its kind; make a P-256 key"), "\(kind)")
    let other = try await refusal("server", "rsa")
    #expect(other.contains("rsa.key: the key cannot be used: it is not the key of"), "\(other)")
    let locked = try await refusal("server", "locked")
    #expect(locked.contains("without a password; to remove one, run: openssl pkey"), "\(locked)")
  }

  @Test(arguments: [
    ("[::ffff:127.0.0.1]:0", "written as an IPv6 one; write 127.0.0.1:0"),
    ("unix:/none/such/socket", "its directory does not exist; make it"),
  ])
  func `a server says how to write an address where it cannot listen`(
    address: String, remedy: String
  ) async throws {
    #expect(try await refusal("--listen", address).contains(remedy))
  }

  @Test func `a certificate and a key that are swapped are recognised`() async throws {
    let (certificate, key) = (certificates.file("ca.pem"), certificates.file("ca.key"))
    let refused = try await refusal("--tls-certificate", key, "--tls-key", certificate)
    #expect(
      refused.contains(
        "the two are swapped; write --tls-certificate \(certificate) --tls-key \(key)"),
      "\(refused)")
  }

  @Test func `a server whose certificate is not valid now says since when, and its clock`()
    async throws
  {
    let expired = try await refusal("--tls-certificate", path("expired"))
    #expect(expired.contains("\(path("expired")): the certificate has expired"))
    #expect(expired.contains("until 2021-01-01") && expired.contains("clock says 20"))
    let early = try await refusal("--tls-certificate", path("early"))
    #expect(early.contains("is from 2098-01-01 00:00:00 UTC on") && early.contains("set the clock"))
  }

  @Test func `a server says which line of what is stored it cannot read`() async throws {
    _ = try await machines.invite("--name", "laptop", "--address", "127.0.0.1:1")
    let file = machines.desktop.path("a11y-bridge/pairings/old")
    try writeSecret("a11y-bridge grant 1\nkey SHA256:x\nscope\n", to: file)
    let refused = try await refusal("--tls")
    #expect(refused.contains("\(file):2: the value of 'key' cannot be read; write SHA256:"))
    #expect(refused.contains("\(file):3: 'scope' has no value"), "\(refused)")
    #expect(refused.contains("a11y-bridge pair --revoke old"), "\(refused)")
    #expect(try await machines.admin("pair", "--revoke", "old").code == 0)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: machines.desktop.path("a11y-bridge/identity.pem"))
    #expect(try await refusal("--tls").contains("run: chmod 600"))
  }

  /// Runs a client against `openssl s_server` with a certificate that our server would not take.
  private func result(
    _ name: String, _ options: [String], _ words: [String]
  ) async throws -> Subprocess.Result {
    let server = try RunningProcess(
      "openssl",
      ["s_server", "-accept", "127.0.0.1:0", "-cert", path(name), "-key", path(name)] + options)
    defer { server.kill() }
    let line = try await server.standardOutput.line { $0.hasPrefix("ACCEPT") }
    let port = try #require(line.split(separator: ":").last)
    return try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["--server", "127.0.0.1:\(port)"] + words + ["info"],
      environment: machines.here)
  }

  @Test func `a client tells an expired certificate from a wrong name, key and authority`()
    async throws
  {
    func result(_ name: String, _ words: String...) async throws -> Subprocess.Result {
      try await self.result(name, [], words)
    }
    let old = try await self.result("server", ["-tls1_2"], ["--tls-ca", path("ca")])
    // The alert of such a server may be lost with the connection.
    #expect(old.code == 3, "\(old)")
    let ca = ["--tls-ca", path("ca")]
    let expired = try await result("expired", ca[0], ca[1])
    #expect(expired.code == 3 && expired.standardError.contains("has expired: it was valid until"))
    #expect(expired.standardError.contains("this machine's says 20"))
    let early = try await result("early", ca[0], ca[1])
    #expect(early.code == 3 && early.standardError.contains("not valid yet: it is from 2098"))
    let name = try await result("client", ca[0], ca[1])
    #expect(name.code == 3 && name.standardError.contains("for another name: robot, not 127.0.0.1"))
    let authority = try await result("server", ca[0], path("other-ca"))
    #expect(authority.code == 3 && authority.standardError.contains("CN=Test CA"))
    let other = "SHA256:" + String(repeating: "A", count: 43)
    let key = try await result("server", "--server-key", other)
    #expect(key.code == 3 && key.standardError.contains("the server's key has changed"))
    #expect(key.standardError.contains(other))
    let messages = [expired, early, name, authority, key].map(\.standardError)
    #expect(Set(messages).count == messages.count)
  }

  @Test func `a client of one's own CA is let in by its certificate`() async throws {
    let bridge = try await machines.start(
      "--tls-certificate", path("server"), "--tls-client-ca", path("ca"))
    func info(_ certificate: String) async throws -> Subprocess.Result {
      try await machines.client(
        "--server", bridge.address, "--tls-ca", path("ca"), "--tls-certificate", certificate,
        "info")
    }
    let welcome = try await info(path("client"))
    #expect(welcome.code == 0, "\(welcome.standardError)")
    let keyless = try await info(path("other-ca"))
    #expect(keyless.code != 0, "a certificate without a key")
    #expect(keyless.standardError.contains("Name a file with a certificate and its key."))
    #expect(!keyless.standardError.contains("chmod"), "\(keyless)")
    let expired = try await info(path("expired"))
    #expect(expired.code != 0 && expired.standardError.contains("has expired"))
    #expect(expired.standardError.contains("Renew the certificate, or set the clock."))
    let noCA = try await machines.client(
      "--server", bridge.address, "--tls-ca", certificates.file("ca.key"), "info")
    #expect(noCA.code == 1 && noCA.standardError.contains("ca.key: "), "\(noCA)")
    #expect(noCA.standardError.contains("Name a file with the certificates of the CAs."))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path("client"))
    #expect(try await info(path("client")).standardError.contains("run: chmod 600"))
  }

  @Test func `an invitation that was changed, has expired, or is for another server`() async throws
  {
    let bridge = try await machines.start()
    let code = try await machines.invite("--name", "laptop")
    let letters = Array(code)
    for index in [3, 6, 20, letters.count / 2, letters.count - 1] {
      var changed = letters
      changed[index] = changed[index] == "A" ? "B" : "A"
      let result = try await machines.client("pair", String(changed), "--as", "desktop")
      #expect(result.code == 2, "\(index): \(result)")
      #expect(
        result.standardError.contains("copy it again")
          || result.standardError.contains("begins with A11Y1-"), "\(result)")
    }
    // Small letters and a whole pasted line are no mistakes.
    let other = try TwoMachines()
    let otherBridge = try await other.start()
    let foreign = try await other.invite("--name", "laptop", "--address", bridge.address)
    let refused = try await machines.client("pair", foreign, "--as", "desktop")
    #expect(refused.code == 3 && refused.standardError.contains("the server's key"), "\(refused)")
    #expect(!refused.standardError.contains("has changed"), "nothing was known before")
    let directory = machines.desktop.path("a11y-bridge/invitations")
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
    let file = try #require(files.first { !$0.hasPrefix(".") })
    let text = try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
    #expect(text.contains("tries 5\n"), "nobody has used a try")
    let past = text.replacing(/expires [0-9]+/, with: "expires 1000000000")
    try writeSecret(past, to: "\(directory)/\(file)")
    let expired = try await machines.client("pair", code, "--as", "desktop")
    #expect(expired.code == 5)
    _ = try await bridge.process.standardError.line { $0.contains("the invitation has expired") }
    try writeSecret(text, to: "\(directory)/\(file)")
    let pasted = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["pair", "--as", "desktop"],
      environment: machines.here, input: "bridge-client pair \(code.lowercased())\n")
    #expect(pasted.code == 0, "\(pasted.standardError)")
    let replayed = try await machines.client("pair", code, "--as", "again")
    #expect(replayed.code == 5 && replayed.standardError.contains("paired already, as laptop"))
    withExtendedLifetime(otherBridge) {}
  }
}
