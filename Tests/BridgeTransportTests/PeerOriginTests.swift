import Testing

@testable import BridgeTransport

@Suite struct PeerOriginTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::1", "2001:db8:1:3::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
  ])
  func `an IPv4 address counts for itself, an IPv6 address for its network`(
    _ host: String, _ origin: String
  ) {
    #expect(Connection.network(of: host) == origin)
  }
}
