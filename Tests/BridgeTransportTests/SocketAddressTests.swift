import BridgeTransport
import Testing

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1:50151", SocketAddress.tcp(host: "127.0.0.1", port: 50151), true),
    ("[::1]:0", .tcp(host: "::1", port: 0), true),
    ("localhost:1", .tcp(host: "localhost", port: 1), true),
    ("LOCALHOST:65535", .tcp(host: "LOCALHOST", port: 65535), true),
    ("127.200.3.4:1", .tcp(host: "127.200.3.4", port: 1), true),
    ("[::ffff:127.0.0.1]:9", .tcp(host: "::ffff:127.0.0.1", port: 9), true),
    ("0.0.0.0:1", .tcp(host: "0.0.0.0", port: 1), false),
    ("[::]:1", .tcp(host: "::", port: 1), false),
    ("localhost.example.org:1", .tcp(host: "localhost.example.org", port: 1), false),
    ("127.0.0.1.example.org:1", .tcp(host: "127.0.0.1.example.org", port: 1), false),
    ("unix:/run/bridge.sock", .unix(path: "/run/bridge.sock"), true),
    ("unix:relative:colon", .unix(path: "relative:colon"), true),
  ])
  func `an address is parsed and printed the same`(
    text: String, address: SocketAddress, isLoopback: Bool
  ) throws {
    #expect(try SocketAddress(parsing: text) == address)
    #expect(address.description == text)
    #expect(address.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("", "has no host"), (":50151", "has no host"), ("127.0.0.1", "has no port"),
    ("[::1]", "has no port"), ("host:", "has the invalid port ''"),
    ("host:65536", "has the invalid port '65536'"),
    ("host:-1", "has the invalid port '-1'"), ("host:+1", "has the invalid port '+1'"),
    ("host:1x", "has the invalid port '1x'"), ("::1:50151", "several colons"),
    ("[::1", "no closing bracket"), ("[::1]50151", "after its bracket"),
    ("[localhost]:1", "no valid IPv6 address"), ("[127.0.0.1]:1", "no valid IPv6 address"),
    ("a b:1", "has a space"), ("http://host:1", "is a URL: write HOST:PORT"),
    ("unix:", "has no path"),
    ("unix:/a\0b", "NUL"),
    ("unix:/" + String(repeating: "x", count: 107), "a path of 108 bytes"),
  ])
  func `an invalid address is refused with the reason`(text: String, part: String) {
    let error = #expect(throws: SocketAddressError.self) { try SocketAddress(parsing: text) }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `a default replaces a missing port`() throws {
    #expect(
      try SocketAddress(parsing: "[::1]", defaultPort: 50151) == .tcp(host: "::1", port: 50151))
    #expect(
      try SocketAddress(parsing: "host", defaultPort: 50151) == .tcp(host: "host", port: 50151))
  }
}
