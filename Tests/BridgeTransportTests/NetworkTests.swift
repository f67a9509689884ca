import BridgeTransport
import Testing

@Suite struct `Addresses that stand for one machine` {
  @Test(
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
      ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"), ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
      ("fe80::1%eth0", "fe80:0:0:0::/64"), ("desktop.example", nil),
    ] as [(String, String?)])
  func `an IPv4 address, or 64 bits of an IPv6 address`(host: String, network: String?) {
    #expect(SocketAddress.tcp(host: host, port: 1).network == network)
  }

  @Test func `a unix socket has none`() {
    #expect(SocketAddress.unix(path: "/x").network == nil)
  }
}
