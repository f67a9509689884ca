import BridgeSecurity
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// What a refusal does must not tell why it is one.
@Suite struct `Refused invitations` {
  private let place: TemporaryDirectory
  private let store: CredentialStore
  private let now = WallTime(seconds: 1_800_000_000)

  init() throws {
    place = try TemporaryDirectory()
    store = CredentialStore(try #require(try PrivateDirectory(place.path("state"), create: true)))
  }

  private func invite() throws -> Invitation {
    let name = try #require(CredentialName("laptop"))
    let invitation = try #require(
      Invitation(PairingTerms(name, scope: .observe), now: now))
    try store.add(invitation, now: now)
    return invitation
  }

  /// Redeems with a wrong secret. Returns the number of files that were written.
  private func writes(_ number: InvitationNumber, at time: WallTime) throws -> Int {
    let before = try files()
    #expect(throws: CredentialStore.Refusal.self) {
      try store.redeem(
        number, key: #require(KeyFingerprint(bytes: Digest.sha256([1]))),
        proof: Digest.sha256([2]), exported: Digest.sha256([3]), now: time)
    }
    return try files().subtracting(before).count
  }

  /// The files of the invitations. One that is written anew has another number.
  private func files() throws -> Set<UInt64> {
    let manager = FileManager.default
    let directory = place.path("state/invitations")
    // There is none before the first try.
    guard let names = try? manager.subpathsOfDirectory(atPath: directory) else { return [] }
    return Set(
      try names.map {
        try #require(
          manager.attributesOfItem(atPath: "\(directory)/\($0)")[.systemFileNumber] as? UInt64)
      })
  }

  @Test func `each one writes one file`() throws {
    let unknown = try #require(InvitationNumber(received: [0, 0, 0, 0]))
    let valid = try invite()
    #expect(try writes(valid.number, at: now) == 1, "a wrong secret")
    #expect(try writes(unknown, at: now) == 1, "no such number")
    #expect(try writes(valid.number, at: now.adding(seconds: 301)) == 1, "expired")
    for _ in 1..<Invitation.tries { _ = try writes(valid.number, at: now) }
    #expect(try writes(valid.number, at: now) == 1, "void")
  }

  @Test func `the secret of an invitation that does not exist is not known to anybody`() throws {
    let unknown = try #require(InvitationNumber(received: [0, 0, 0, 0]))
    _ = try writes(unknown, at: now)
    let stored = try #require(
      FileManager.default.contents(atPath: place.path("state/invitations/.decoy")))
    let line = try #require(
      String(decoding: stored, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("secret ")
      })
    // Even whoever knows it is refused.
    let digits = Array(line.dropFirst("secret ".count).utf8)
    let secret = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    let exported = Digest.sha256([3])
    let proof = PairingProof.make(.client, secret: secret, exported: exported)
    #expect(throws: CredentialStore.Refusal.unknownInvitation) {
      try store.redeem(
        unknown, key: #require(KeyFingerprint(bytes: Digest.sha256([1]))), proof: proof,
        exported: exported, now: now)
    }
    #expect(try store.contents().invitations.isEmpty, "it is not listed")
  }
}
