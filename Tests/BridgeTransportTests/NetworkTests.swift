import BridgeTransport
import Testing

@Suite struct `Addresses that stand for one machine` {
  @Test(
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::1", "20010db800010002"),
      ("2001:db8:1:2:ffff::9", "20010db800010002"), ("2001:db8:1:3::1", "20010db800010003"),
      ("desktop.example", nil),
    ] as [(String, String?)])
  func `an IPv4 address, or 64 bits of an IPv6 address`(host: String, network: String?) {
    #expect(SocketAddress.tcp(host: host, port: 1).network == network)
  }

  @Test func `a unix socket has none`() {
    #expect(SocketAddress.unix(path: "/x").network == nil)
  }
}
