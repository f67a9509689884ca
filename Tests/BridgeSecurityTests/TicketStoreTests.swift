import BridgeSecurity
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@Suite struct TicketStoreTests {
  @Test func `a ticket is for one server with one key, for an hour`() throws {
    let place = try TemporaryDirectory()
    let state = try #require(try PrivateDirectory(place.path("state"), create: true))
    let tickets = try TicketStore(in: state)
    let now = WallTime(seconds: 1_800_000_000)
    func server(_ name: String, _ number: UInt8) throws -> KnownServer {
      KnownServer(
        try #require(CredentialName(name)), at: try SocketAddress(parsing: "192.0.2.7:1"),
        key: try #require(KeyFingerprint(bytes: Digest.sha256([number]))), nameThere: "laptop",
        scope: "observe", paired: now, expires: nil)
    }
    let desktop = try server("desktop", 1)
    let own = try #require(KeyFingerprint(bytes: Digest.sha256([7])))
    #expect(try tickets.ticket(for: desktop, to: own, now: now) == nil)
    try tickets.store([1, 2, 3], for: desktop, to: own, now: now)
    #expect(try tickets.ticket(for: desktop, to: own, now: now) == [1, 2, 3])
    #expect(try tickets.ticket(for: desktop, to: own, now: now.adding(seconds: 3_600)) == nil)
    #expect(
      try tickets.ticket(for: desktop, to: own, now: now.adding(seconds: -1)) == nil, "of tomorrow")
    #expect(try tickets.ticket(for: server("desktop", 2), to: own, now: now) == nil, "another key")
    #expect(try tickets.ticket(for: server("other", 1), to: own, now: now) == nil)
    // Without its key, or with another one, the client is somebody else.
    #expect(try tickets.ticket(for: desktop, to: desktop.key, now: now) == nil)
    let file = place.path("state/tickets/desktop")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try tickets.remove(desktop.name)
    #expect(try tickets.ticket(for: desktop, to: own, now: now) == nil)
    // What is no ticket is none.
    try state.directory("tickets").write("desktop", Array("nonsense\n".utf8))
    #expect(try tickets.ticket(for: desktop, to: own, now: now) == nil)
  }
}
