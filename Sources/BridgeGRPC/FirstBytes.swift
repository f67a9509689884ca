/// What the first bytes of a connection say that the client speaks.
package enum FirstBytes {
  /// The frames of the bridge's own protocol, or nothing that is known here.
  case frames
  case http2
  case http1
  /// There are too few bytes to say.
  case undecided

  private static let preface = Array("PRI ".utf8)

  package init(_ bytes: some Collection<UInt8>) {
    guard let first = bytes.first else {
      self = .undecided
      return
    }
    let start = bytes.prefix(Self.preface.count)
    if start.elementsEqual(Self.preface.prefix(start.count)) {
      self = start.count == Self.preface.count ? .http2 : .undecided
    } else {
      // A method of HTTP/1 begins with a letter; a frame with its flags, of which none is a letter.
      self = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) ? .http1 : .frames
    }
  }

  /// The answer to a request of HTTP/1, by which gRPC-Web and Connect come as well.
  package static let http1Answer = answer(
    "505 HTTP Version Not Supported",
    """
    This port speaks gRPC over HTTP/2, and the frames of a11y-bridge. HTTP/1.1, gRPC-Web and Connect are not \
    supported: use a gRPC client, or buf curl with --protocol grpc and, without TLS, --http2-prior-knowledge.

    """)

  /// The answer to a request of HTTP/1 without TLS, where that is required.
  package static let http1WithoutTLS = answer(
    "400 Bad Request",
    """
    This port speaks TLS only, and this request came without it. Use TLS: a gRPC client with a secure channel, or \
    buf curl with --protocol grpc and a URL that begins with https.

    """)

  /// The answer to HTTP/2 without TLS, where that is required. There are no settings before it: a client that had them
  /// would take the connection for a good one, and send its credentials in the clear.
  package static let http2WithoutTLS = RawFrame.goAway(
    lastStream: 0, HTTP2Error.inadequateSecurity.rawValue,
    "the server speaks TLS only at this address: use a secure channel, or a URL that begins with https"
  )

  private static func answer(_ status: String, _ text: String) -> [UInt8] {
    let head = """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(text.utf8.count)\r
      Connection: close\r
      \r

      """
    return Array((head + text).utf8)
  }
}
