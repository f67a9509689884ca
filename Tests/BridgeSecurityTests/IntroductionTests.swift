import BridgeSecurity
import BridgeTestSupport
import BridgeTransport
import Testing

@Suite struct IntroductionTests {
  private let place: TemporaryDirectory
  private let store: CredentialStore
  private let now = WallTime(seconds: 1_800_000_000)

  init() throws {
    place = try TemporaryDirectory()
    store = CredentialStore(try #require(try PrivateDirectory(place.path("state"), create: true)))
  }

  private func key(_ number: UInt8) throws -> KeyFingerprint {
    try #require(KeyFingerprint(bytes: Digest.sha256([number])))
  }

  private func string(_ number: UInt8) throws -> IntroductionString {
    try IntroductionString(
      exported: Digest.sha256([number]), serverKey: key(1), clientKey: key(2),
      serverNonce: Digest.sha256([3]), clientNonce: Digest.sha256([4]))
  }

  private func open(_ name: String = "laptop") throws -> IntroductionWindow {
    let window = IntroductionWindow(
      PairingTerms(
        try #require(CredentialName(name)), scope: .observe,
        applications: ["gnome-*", "Text Editor"]), now: now)
    try store.open(window)
    return window
  }

  @Test func `a string depends on both keys, both nonces and the connection`() throws {
    let parts = try (
      Digest.sha256([1]), key(1), key(2), Digest.sha256([3]), Digest.sha256([4])
    )
    func make(
      _ exported: [UInt8], _ server: KeyFingerprint, _ client: KeyFingerprint, _ one: [UInt8],
      _ other: [UInt8]
    ) -> IntroductionString {
      IntroductionString(
        exported: exported, serverKey: server, clientKey: client, serverNonce: one,
        clientNonce: other)
    }
    let (exported, server, client, one, other) = parts
    let string = make(exported, server, client, one, other)
    #expect(string == make(exported, server, client, one, other))
    let fresh = Digest.sha256([9])
    let different = try [
      make(fresh, server, client, one, other), make(exported, key(9), client, one, other),
      make(exported, server, key(9), one, other), make(exported, server, client, fresh, other),
      make(exported, server, client, one, fresh), make(exported, client, server, one, other),
      make(exported, server, client, other, one),
    ]
    #expect(Set(different.map(\.description) + [string.description]).count == 8)
    #expect(string.description.count == 9 && IntroductionString("\(string)") == string)
    #expect(IntroductionString(string.description.filter { $0 != "-" }) == string)
    for text in ["", "1234-567", "1234-56789", "abcd-efgh", "１２３４-5678"] {
      #expect(IntroductionString(text) == nil, "\(text)")
    }
  }

  @Test func `only the nonce that was committed to opens a commitment`() throws {
    let nonce = try #require(Introduction.nonce())
    let commitment = Introduction.commitment(to: nonce)
    #expect(Introduction.opens(commitment, nonce))
    #expect(!Introduction.opens(commitment, Digest.sha256([1])))
    #expect(!Introduction.opens(Introduction.commitment(to: [1]), [1]), "32 bytes, no fewer")
  }

  @Test(arguments: ["192.0.2.7:1", "a\u{B}b", "a\r", "a\u{2028}b", "\u{85}"])
  func `what is stored of a client is read as it was`(peer: String) throws {
    _ = try open()
    #expect(try store.beginIntroduction(now: now))
    let client = WaitingClient(try string(1), key: try key(7), peer: peer)
    #expect(try store.wait(client, now: now))
    #expect(try store.waitingClient() == client)
  }

  @Test func `the client whose string the owner accepts is paired, and no other waits beside it`()
    throws
  {
    #expect(try !store.beginIntroduction(now: now), "nobody has opened a window")
    _ = try open()
    #expect(try store.beginIntroduction(now: now))
    let client = WaitingClient(try string(1), key: try key(7), peer: "192.0.2.7:1")
    #expect(try store.wait(client, now: now))
    #expect(try store.waitingClient() == client)
    #expect(try !store.beginIntroduction(now: now), "one waits")
    #expect(try !store.wait(WaitingClient(string(2), key: key(8), peer: ""), now: now))
    #expect(try store.accept(string(2), now: now) == .otherString(triesLeft: 3))
    #expect(try store.accept(string(1), now: now) == .otherSideMissing)
    guard case .paired(let grant) = try store.agree(client, now: now) else {
      Issue.record("not paired")
      return
    }
    #expect(try grant.evidence == .key(key(7)) && grant.name.text == "laptop")
    #expect(grant.applications == ["gnome-*", "Text Editor"])
    #expect(try store.contents().grants == [grant])
    #expect(try store.window(at: now) == nil && store.waitingClient() == nil)
    #expect(try store.accept(string(1), now: now) == .nobodyWaits)
  }

  @Test func `nobody is paired before both sides have said yes`() throws {
    _ = try open()
    let client = WaitingClient(try string(1), key: try key(7), peer: "192.0.2.7:1")
    let other = WaitingClient(try string(1), key: try key(8), peer: "192.0.2.7:1")
    #expect(try store.agree(client, now: now) == .nobodyWaits)
    #expect(try store.wait(client, now: now))
    #expect(try store.accept(string(1), now: now) == .otherSideMissing)
    #expect(try store.contents().grants.isEmpty)
    #expect(try store.agree(other, now: now) == .nobodyWaits, "another one agrees")
    // The client leaves: another one is not accepted by what was said to it.
    try store.forget(client)
    #expect(try store.waitingClient() == nil)
    #expect(try store.wait(other, now: now))
    #expect(try store.agree(other, now: now) == .otherSideMissing)
    #expect(try store.contents().grants.isEmpty)
    guard case .paired = try store.accept(string(1), now: now) else {
      Issue.record("not paired")
      return
    }
  }

  @Test func `a window is open for five introductions and five minutes`() throws {
    let window = try open()
    for _ in 1...IntroductionWindow.tries {
      #expect(try store.beginIntroduction(now: now))
    }
    #expect(try !store.beginIntroduction(now: now))
    _ = try open()
    let late = window.expires
    #expect(try !store.beginIntroduction(now: late))
    #expect(try store.beginIntroduction(now: WallTime(seconds: late.seconds - 1)))
  }

  @Test func `strings that do not match close the window in the end`() throws {
    _ = try open()
    #expect(try store.beginIntroduction(now: now))
    #expect(try store.wait(WaitingClient(string(1), key: key(7), peer: ""), now: now))
    for left in [3, 2, 1, 0] {
      #expect(try store.accept(string(2), now: now) == .otherString(triesLeft: left))
    }
    #expect(try store.accept(string(1), now: now) == .nobodyWaits)
    #expect(try store.contents().grants.isEmpty)
  }
}
