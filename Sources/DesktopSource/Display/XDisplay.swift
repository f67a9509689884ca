internal import Glibc

/// The number of an X server, and the authorization for it.
struct XDisplay: Equatable {
  /// The number of the server on this machine: 0 for `:0`.
  var number: UInt32
  var authorization: XAuthorization?

  /// Creates the display from `DISPLAY` and the authority file; `nil` without a display on this machine.
  static func fromEnvironment() -> XDisplay? {
    from { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }

  /// Creates the display like `fromEnvironment`, with the variables of another environment.
  static func from(_ variable: (String) -> String?) -> XDisplay? {
    guard let name = variable("DISPLAY"), let number = number(of: name) else { return nil }
    let file =
      variable("XAUTHORITY").flatMap { $0.isEmpty ? nil : $0 }
      ?? variable("HOME").map { $0 + "/.Xauthority" }
    let bytes = file.flatMap(contents)
    return XDisplay(
      number: number,
      authorization: bytes.flatMap { XAuthorization.find(display: number, in: $0) })
  }

  /// Returns 7 for `:7`, `:7.0` and `unix:7`; `nil` for a server on another machine.
  static func number(of name: String) -> UInt32? {
    guard let colon = name.lastIndex(of: ":") else { return nil }
    let host = name[..<colon]
    guard host.isEmpty || host == "unix" else { return nil }
    return UInt32(name[name.index(after: colon)...].prefix { $0 != "." })
  }

  var socketPath: String { "/tmp/.X11-unix/X\(number)" }

  /// Returns the contents of a file; `nil` when it cannot be read or is larger than 64 KiB.
  private static func contents(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_537)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    guard count > 0, count <= 65_536 else { return nil }
    return Array(bytes.prefix(count))
  }
}

/// The name and data of an authorization, as `xauth` stores them.
struct XAuthorization: Equatable {
  var name: [UInt8]
  var data: [UInt8]

  /// Returns the cookie for a display from the contents of an authority file.
  static func find(display: UInt32, in bytes: [UInt8]) -> XAuthorization? {
    var reader = AuthorityReader(bytes: bytes)
    var fallback: XAuthorization?
    while let entry = reader.entry() {
      guard entry.name == Array("MIT-MAGIC-COOKIE-1".utf8) else { continue }
      let found = XAuthorization(name: entry.name, data: entry.data)
      if entry.number == Array(String(display).utf8) { return found }
      if entry.number.isEmpty { fallback = found }
    }
    return fallback
  }
}

/// Reads the entries of an authority file: a family, then four counted byte strings, all big-endian.
private struct AuthorityReader {
  var bytes: [UInt8]
  var offset = 0

  mutating func entry() -> (number: [UInt8], name: [UInt8], data: [UInt8])? {
    guard number16() != nil, string() != nil, let number = string(), let name = string(),
      let data = string()
    else { return nil }
    return (number, name, data)
  }

  private mutating func number16() -> Int? {
    guard offset + 2 <= bytes.count else { return nil }
    defer { offset += 2 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private mutating func string() -> [UInt8]? {
    guard let length = number16(), offset + length <= bytes.count else { return nil }
    defer { offset += length }
    return Array(bytes[offset..<offset + length])
  }
}
