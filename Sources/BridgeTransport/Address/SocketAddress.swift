internal import CLinux
internal import SafeText

/// Where a server listens or a client connects: a TCP host and port, or a unix socket's path.
///
/// Written `127.0.0.1:50151`, `[::1]:0`, `localhost:50151` or `unix:/run/bridge.sock`.
public enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// A numeric IPv4 or IPv6 address, without brackets, or a name; and a port, 0 for any free one.
  case tcp(host: String, port: UInt16)
  /// A path of at most 107 bytes.
  case unix(path: String)

  /// The maximum length of a unix socket's path, in bytes.
  public static let maxPathLength = 107

  /// Parses an address as people write it. `defaultPort` is used where the port is left out.
  public init(
    parsing text: String, defaultPort: UInt16? = nil
  ) throws(SocketAddressError) {
    if text.hasPrefix("unix:") {
      self = .unix(path: try Self.checkedPath(text.dropFirst(5), in: text))
      return
    }
    guard !text.contains("://") else {
      throw SocketAddressError(text, "is a URL: write HOST:PORT, e.g. 127.0.0.1:50151")
    }
    let (host, portText) = try Self.split(text)
    guard !host.isEmpty else {
      throw SocketAddressError(text, "has no host: write HOST:PORT, e.g. 127.0.0.1:50151")
    }
    guard !host.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "/") }) else {
      throw SocketAddressError(text, "has a space, control character or slash in its host")
    }
    guard let portText else {
      guard let defaultPort else {
        throw SocketAddressError(text, "has no port: write HOST:PORT, e.g. \(host):50151")
      }
      self = .tcp(host: host, port: defaultPort)
      return
    }
    guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(portText)
    else {
      throw SocketAddressError(
        text, "has the invalid port '\(portText)': write a number from 0 to 65535")
    }
    self = .tcp(host: host, port: port)
  }

  public var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// Whether the address cannot be reached from another machine: 127.0.0.0/8, ::1, `localhost`, a unix socket.
  public var isLoopback: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _):
      isLocalhost || (RawAddress(numeric: host, port: 0)?.isLoopback ?? false)
    }
  }

  var isLocalhost: Bool {
    if case .tcp(let host, _) = self { return host.lowercased() == "localhost" }
    return false
  }

  private static func checkedPath(
    _ path: Substring, in text: String
  ) throws(SocketAddressError) -> String {
    guard !path.isEmpty else {
      throw SocketAddressError(text, "has no path: write unix:/path/to/socket")
    }
    guard !path.utf8.contains(0) else { throw SocketAddressError(text, "has a NUL in its path") }
    guard path.utf8.count <= maxPathLength else {
      throw SocketAddressError(
        text,
        "has a path of \(path.utf8.count) bytes: the limit for a unix socket is \(maxPathLength)")
    }
    return String(path)
  }

  private static func split(
    _ text: String
  ) throws(SocketAddressError) -> (host: String, port: Substring?) {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else {
        throw SocketAddressError(
          text, "has no closing bracket: write [ADDRESS]:PORT, e.g. [::1]:50151")
      }
      let host = text[text.index(after: text.startIndex)..<end]
      guard RawAddress(numeric: String(host), port: 0) != nil, host.contains(":") else {
        throw SocketAddressError(text, "has no valid IPv6 address in its brackets")
      }
      let rest = text[text.index(after: end)...]
      if rest.isEmpty { return (String(host), nil) }
      guard rest.hasPrefix(":") else {
        throw SocketAddressError(text, "has text after its bracket that is not :PORT")
      }
      return (String(host), rest.dropFirst())
    }
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    let rest = text[text.index(after: colon)...]
    guard !rest.contains(":") else {
      throw SocketAddressError(text, "has several colons: write an IPv6 address as [ADDRESS]:PORT")
    }
    return (String(text[..<colon]), rest)
  }
}

/// An address that cannot be parsed.
public struct SocketAddressError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text that was given.
  public let text: String
  /// What is wrong with the text and how to write it, in one line.
  public let message: String

  init(_ text: String, _ problem: String) {
    self.text = text
    message = "the address '\(text)' \(problem)"
  }

  public var description: String { message }
}
