import BridgeSecurity
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@Suite struct CredentialStoreTests {
  private let place: TemporaryDirectory
  private let store: CredentialStore
  private let now = WallTime(seconds: 1_800_000_000)
  private let exported = Digest.sha256([1])

  init() throws {
    place = try TemporaryDirectory()
    store = CredentialStore(try #require(try PrivateDirectory(place.path("state"), create: true)))
  }

  private func name(_ text: String) throws -> CredentialName { try #require(CredentialName(text)) }

  private func key(_ number: UInt8) throws -> KeyFingerprint {
    try #require(KeyFingerprint(bytes: Digest.sha256([number])))
  }

  private func invite(_ text: String = "laptop") throws -> Invitation {
    let invitation = try #require(
      Invitation(PairingTerms(try name(text), scope: .observe), now: now))
    try store.add(invitation, now: now)
    return invitation
  }

  private func redeem(
    _ invitation: Invitation, secret: [UInt8]? = nil, key number: UInt8 = 1,
    at time: WallTime? = nil
  ) throws -> (grant: Grant, proof: [UInt8]) {
    let proof = PairingProof.make(.client, secret: secret ?? invitation.secret, exported: exported)
    return try store.redeem(
      invitation.number, key: key(number), proof: proof, exported: exported, now: time ?? now)
  }

  @Test func `an invitation that was made while the clock was ahead is not valid, and says so`()
    throws
  {
    let invitation = try invite()
    let year: Int64 = 31_536_000
    let before = now.adding(seconds: -year)
    #expect(!invitation.isValid(at: before) && invitation.isValid(at: now.adding(seconds: -60)))
    #expect(try !store.contents().admitsAnybody(at: before))
    #expect(
      throws: CredentialStore.Refusal.fromLater(
        SpentInvitation(terms: invitation.terms, time: now, made: now))
    ) { try redeem(invitation, at: before) }
    #expect(throws: CredentialStore.Refusal.fromLater(nil)) {
      try redeem(invitation, secret: [1], at: before)
    }
    let window = IntroductionWindow(invitation.terms, now: now)
    #expect(window.isOpen(at: now) && !window.isOpen(at: before))
  }

  @Test func `the right secret makes a pairing, once`() throws {
    let invitation = try invite()
    let paired = try redeem(invitation)
    #expect(paired.grant.identity == Identity(.pairing, name: "laptop", scope: .observe))
    #expect(
      paired.proof
        == PairingProof.make(.server, secret: invitation.secret, exported: exported))
    let contents = try store.contents()
    #expect(contents.grants == [paired.grant])
    #expect(contents.invitations.map { $0.isValid(at: now) } == [false])
    // Who knows the secret is told when it was used, also when it has expired since; nobody else is.
    for time in [now.adding(seconds: 7), now.adding(seconds: 400)] {
      let error = #expect(throws: CredentialStore.Refusal.self) {
        try redeem(invitation, key: 2, at: time)
      }
      let spent = SpentInvitation(terms: invitation.terms, time: now, made: now)
      #expect(error == .used(spent))
    }
    #expect(throws: CredentialStore.Refusal.used(nil)) {
      try redeem(invitation, secret: [UInt8](repeating: 9, count: 16), key: 2)
    }
  }

  @Test func `five wrong secrets make an invitation void`() throws {
    let invitation = try invite()
    for left in [4, 3, 2, 1, 0] {
      #expect(throws: CredentialStore.Refusal.wrongSecret(triesLeft: left)) {
        try redeem(invitation, secret: [UInt8](repeating: 9, count: 16))
      }
    }
    #expect(throws: CredentialStore.Refusal.tooManyTries) { try redeem(invitation) }
    #expect(try store.contents().grants.isEmpty)
  }

  @Test func `a proof of another connection is a wrong one`() throws {
    let invitation = try invite()
    let proof = PairingProof.make(
      .client, secret: invitation.secret, exported: Digest.sha256([2]))
    #expect(throws: CredentialStore.Refusal.wrongSecret(triesLeft: 4)) {
      try store.redeem(
        invitation.number, key: key(1), proof: proof, exported: exported, now: now)
    }
    // Nor is the server's own proof of any use to a client.
    let reflected = PairingProof.make(.server, secret: invitation.secret, exported: exported)
    #expect(throws: CredentialStore.Refusal.wrongSecret(triesLeft: 3)) {
      try store.redeem(
        invitation.number, key: key(1), proof: reflected, exported: exported, now: now)
    }
  }

  @Test func `an invitation is valid for five minutes`() throws {
    let invitation = try invite()
    let error = #expect(throws: CredentialStore.Refusal.self) {
      try redeem(invitation, at: now.adding(seconds: 300))
    }
    #expect(
      error
        == .expired(
          SpentInvitation(terms: invitation.terms, time: invitation.expires, made: now)))
    #expect(throws: CredentialStore.Refusal.expired(nil)) {
      try redeem(
        invitation, secret: [UInt8](repeating: 9, count: 16), at: now.adding(seconds: 300))
    }
    #expect(try redeem(invitation, at: now.adding(seconds: 299)).grant.name.text == "laptop")
    _ = try invite("old")
    let later = try #require(
      Invitation(PairingTerms(name("new"), scope: .act), now: now.adding(seconds: 301)))
    try store.add(later, now: now.adding(seconds: 301))
    #expect(try store.contents().invitations == [later], "those that are void are removed")
  }

  @Test func `a spent invitation names the command with the same rights and time`() throws {
    let terms = PairingTerms(
      try name("agent"), scope: .act, applications: ["gnome-*"],
      expires: now.adding(seconds: 30 * 86_400))
    let spent = SpentInvitation(terms: terms, time: now, made: now.adding(seconds: -200))
    #expect(
      spent.command(as: "agent-2")
        == "a11y-bridge pair --name agent-2 --allow act --days 30 --application 'gnome-*'")
  }

  @Test func `revoking a pairing leaves none of its key, such as a copy of its file`() throws {
    let grant = try redeem(try invite()).grant
    let copy = Grant(
      try name("laptop.bak"), grant.evidence, scope: .act, applications: [],
      created: now, expires: nil)
    #expect(try store.add(copy))
    #expect(try store.remove(.pairings, name("laptop")) == [grant.name, copy.name])
    #expect(try store.contents().grants.isEmpty)
  }

  @Test func `a name that is taken is not given to another key`() throws {
    _ = try redeem(try invite())
    let second = try invite()
    #expect(throws: CredentialStore.Refusal.conflict(.nameTaken(try name("laptop")))) {
      try redeem(second, key: 2)
    }
    #expect(try store.contents().grants.map(\.evidence) == [.key(try key(1))])
    #expect(try store.remove(.pairings, name("laptop")) == [name("laptop")])
    #expect(try store.remove(.pairings, name("laptop")).isEmpty)
    #expect(try redeem(second, key: 2).grant.evidence == .key(try key(2)))
  }

  @Test func `a pairing that others can read keeps its key, and nobody is paired beside it`() throws
  {
    _ = try redeem(try invite("first"))
    let file = place.path("state/pairings/first")
    #expect(unsafe chmod(file, 0o644) == 0)
    #expect(try store.contents().faults.map(\.name) == ["first"])
    let second = try invite("second")
    #expect {
      try redeem(second)
    } throws: {
      "\($0)".contains("chmod") && "\($0)".contains("nobody is paired")
    }
    #expect(unsafe chmod(file, 0o600) == 0)
    #expect(throws: CredentialStore.Refusal.conflict(.keyPaired(try name("first")))) {
      try redeem(second)
    }
  }

  @Test func `a key has one pairing at most, so that revoking it leaves nothing`() throws {
    _ = try redeem(try invite("first"))
    let second = try invite("second")
    #expect(throws: CredentialStore.Refusal.conflict(.keyPaired(try name("first")))) {
      try redeem(second)
    }
    let window = IntroductionWindow(
      PairingTerms(try name("third"), scope: .act), now: now)
    try store.open(window)
    let string = try #require(IntroductionString("1234-5678"))
    #expect(try store.wait(WaitingClient(string, key: try key(1), peer: "x"), now: now))
    #expect(try store.accept(string, now: now) == .conflict(.keyPaired(try name("first"))))
    #expect(try store.contents().grants.map(\.name.text) == ["first"])
    #expect(try store.remove(.pairings, name("first")) == [name("first")])
    #expect(try redeem(second).grant.name.text == "second")
  }

  @Test(arguments: [
    ("scope observe\nscope act", ["4: the line repeats 'scope'; remove one of them"]),
    ("scope any", ["3: the value of 'scope' cannot be read; write one of: observe, act"]),
    (
      "scope observe\nexpires never",
      ["4: the value of 'expires' cannot be read; write the seconds since 1970"]
    ),
    ("scope observe\nexpirs 5", ["4: unknown word 'expirs'; write expires"]),
    ("scope observe\naplication Calc*", ["4: unknown word 'aplication'; write application"]),
    ("scop observe\nfoo", ["3: unknown word 'scop'; write scope", "4: unknown word 'foo'; the"]),
    ("expires 5\nscope", ["4: 'scope' has no value; write one"]),
    ("expires 5", ["4: no line says 'scope'; add that"]),
  ])
  func `a grant with a line that cannot be meant grants nothing, and the line is named`(
    _ lines: String, _ problems: [String]
  ) throws {
    let directory = try store.directory.directory("pairings")
    let text = "a11y-bridge grant 1\nkey \(try key(1))\n\(lines)\ncreated 5\n"
    #expect(try directory.create("laptop", Array(text.utf8)))
    let contents = try store.contents()
    #expect(contents.grants.isEmpty && contents.problems.count == problems.count)
    for (found, problem) in zip(contents.problems, problems) {
      #expect(found.contains("pairings/laptop:\(problem)"), "\(found)")
      #expect(found.contains(", or take it away with 'a11y-bridge pair --revoke laptop'"))
    }
  }

  @Test func `grants are read as they were stored`() throws {
    let token = try #require(Token.make())
    let grants = [
      Grant(
        try name("laptop"), .key(try key(1)), scope: .act, applications: [], created: now,
        expires: now.adding(seconds: 5)),
      Grant(
        try name("ci"), .tokenDigest(Token.digest(token)), scope: .observe, applications: [],
        created: now,
        expires: nil),
    ]
    for grant in grants {
      #expect(try store.add(grant))
      #expect(try !store.add(grant), "the name is taken")
    }
    #expect(try store.contents().grants == grants)
    #expect(grants[0].isValid(at: now) && !grants[0].isValid(at: now.adding(seconds: 5)))
    #expect(!grants[0].isValid(at: now.adding(seconds: -120)), "made with another clock")
    #expect(grants[1].isValid(at: now.adding(seconds: -120)), "it does not expire")
    #expect(try !stored().contains(token), "a token is not stored")
    for end in ["", "\n", "\r\n", "\n\n"] {
      #expect(try Token.read(Array((token + end).utf8)) == token)
    }
    for (text, line) in [("password", 1), ("", 1), ("\(token)x\n", 1), ("\(token)\r\n\nmore", 3)] {
      let error = #expect(throws: TokenFileError.self) { try Token.read(Array(text.utf8)) }
      #expect(error?.line == line)
    }
  }

  /// All that is stored.
  private func stored() throws -> String {
    try FileManager.default.subpathsOfDirectory(atPath: place.path).map {
      (try? String(contentsOfFile: place.path($0), encoding: .utf8)) ?? ""
    }.joined()
  }

  @Test func `files that are no grants grant nothing, and are reported`() throws {
    let good = Grant(
      try name("good"), .key(try key(1)), scope: .observe, applications: [], created: now,
      expires: nil)
    #expect(try store.add(good))
    let text = try String(contentsOfFile: place.path("state/pairings/good"), encoding: .utf8)
    let directory = try #require(try PrivateDirectory(place.path("state/pairings"), create: false))
    let bad = [
      "", "nonsense", text.replacingOccurrences(of: "observe", with: "everything"),
      text.replacingOccurrences(of: "SHA256:", with: "MD5:"), text + "expires soon\n",
      text.replacingOccurrences(of: "grant 1", with: "grant 2"), "\u{0}\u{ff}",
      String(repeating: "x", count: 100_000),
    ]
    for (number, text) in bad.enumerated() {
      try directory.write("bad-\(number)", Array(text.utf8))
    }
    try directory.write(".hidden", Array(text.utf8))
    try directory.write("not a name", Array(text.utf8))
    let contents = try store.contents()
    #expect(contents.grants == [good])
    #expect(contents.faults.count == bad.count + 1)
    let file = place.path("state/pairings/bad-0")
    try directory.write("bad-0", Array(text.replacingOccurrences(of: "scope ", with: "").utf8))
    let problem = try store.contents().problems.first
    #expect(problem?.hasPrefix("\(file):3: unknown word 'observe';") == true)
  }

  @Test func `what others could read or replace grants nothing`() throws {
    let grant = Grant(
      try name("laptop"), .key(try key(1)), scope: .observe, applications: [], created: now,
      expires: nil)
    #expect(try store.add(grant))
    let file = place.path("state/pairings/laptop")
    #expect(try mode(file) == 0o600 && mode(place.path("state")) == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let contents = try store.contents()
    #expect(contents.grants.isEmpty)
    #expect(contents.problems.first?.contains("run: chmod 600 \(file)") == true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.path("state/pairings"))
    let error = #expect(throws: PrivateFileError.self) { try store.contents() }
    #expect(error?.message.contains("chmod -R go=") == true)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `the key is made once, and kept`() throws {
    let first = try store.directory.identity()
    let again = try store.directory.identity()
    #expect(first.fingerprint != nil && first.fingerprint == again.fingerprint)
    #expect(try mode(place.path("state/identity.pem")) == 0o600)
  }
}
