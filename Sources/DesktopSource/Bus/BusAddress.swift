internal import Glibc

/// Finds the session bus from environment variables.
enum BusAddress {
  /// Returns the address of the session bus.
  ///
  /// `DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in `XDG_RUNTIME_DIR`.
  /// - Throws: `BusError.disconnected` when there is neither: this process belongs to no session.
  static func session() throws(BusError) -> String {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
    if let directory = variable("XDG_RUNTIME_DIR") {
      let path = directory + "/bus"
      if unsafe access(path, F_OK) == 0 { return "unix:path=" + escaped(path) }
    }
    throw .disconnected
  }

  /// Returns `path` as the value of a key in a bus address, where all but a few characters are escaped.
  static func escaped(_ path: String) -> String {
    let hex = Array("0123456789abcdef")
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result.append("%")
        result.append(hex[Int(byte >> 4)])
        result.append(hex[Int(byte & 15)])
      }
    }
    return result
  }

  /// Whether sd-bus connects to each server of `address` without blocking: to a unix socket or a numeric TCP
  /// host. It would resolve host names while it parses the address, start programs (`unixexec:`) and enter
  /// containers.
  static func connectsWithoutBlocking(_ address: String) -> Bool {
    address.split(separator: ";").allSatisfy { server in
      if server.hasPrefix("unix:") { return true }
      guard server.hasPrefix("tcp:") else { return false }
      return server.dropFirst(4).split(separator: ",").allSatisfy { pair in
        guard pair.hasPrefix("host=") else { return true }
        let host = pair.dropFirst(5)
        // IPv6 addresses contain colons, which are escaped.
        return host.allSatisfy { $0.isHexDigit || ".:%".contains($0) }
          && (host.contains { ":%".contains($0) } || !host.contains(where: \.isLetter))
      }
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
