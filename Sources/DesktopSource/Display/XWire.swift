/// A request of the X protocol, in little-endian byte order.
struct XRequest {
  private(set) var bytes: [UInt8]

  init(opcode: UInt8, detail: UInt8 = 0) {
    bytes = [opcode, detail, 0, 0]
  }

  mutating func put16(_ value: UInt16) {
    bytes.append(UInt8(value & 0xFF))
    bytes.append(UInt8(value >> 8))
  }

  mutating func put32(_ value: UInt32) {
    put16(UInt16(value & 0xFFFF))
    put16(UInt16(value >> 16))
  }

  /// Appends bytes, padded to a multiple of four.
  mutating func put(_ more: [UInt8]) {
    bytes += more
    while bytes.count % 4 != 0 { bytes.append(0) }
  }

  /// Returns the request with its length filled in, in units of four bytes.
  func finished() -> [UInt8] {
    var result = bytes
    while result.count % 4 != 0 { result.append(0) }
    let units = UInt16(clamping: result.count / 4)
    result[2] = UInt8(units & 0xFF)
    result[3] = UInt8(units >> 8)
    return result
  }

  static func internAtom(_ name: String) -> XRequest {
    var request = XRequest(opcode: 16, detail: 1)
    request.put16(UInt16(clamping: name.utf8.count))
    request.put16(0)
    request.put(Array(name.utf8))
    return request
  }

  /// Requests at most 4,096 bytes of a property of any type.
  static func getProperty(_ window: UInt32, _ atom: UInt32) -> XRequest {
    var request = XRequest(opcode: 20)
    for value in [window, atom, 0, 0, 1024] { request.put32(value) }
    return request
  }

  static func getGeometry(_ window: UInt32) -> XRequest {
    var request = XRequest(opcode: 14)
    request.put32(window)
    return request
  }

  static func queryTree(_ window: UInt32) -> XRequest {
    var request = XRequest(opcode: 15)
    request.put32(window)
    return request
  }

  static func getWindowAttributes(_ window: UInt32) -> XRequest {
    var request = XRequest(opcode: 3)
    request.put32(window)
    return request
  }

  static func translate(_ source: UInt32, to target: UInt32, x: Int16, y: Int16) -> XRequest {
    var request = XRequest(opcode: 40)
    request.put32(source)
    request.put32(target)
    request.put16(UInt16(bitPattern: x))
    request.put16(UInt16(bitPattern: y))
    return request
  }
}

extension XRequest {
  static func getInputFocus() -> XRequest { XRequest(opcode: 43) }

  static func grabKeyboard(_ window: UInt32) -> XRequest {
    let asynchronous: UInt8 = 1
    var request = XRequest(opcode: 31)
    for value in [window, 0] { request.put32(value) }
    request.put([asynchronous, asynchronous])
    return request
  }

  /// Sends the message `_NET_ACTIVE_WINDOW` to those who manage the windows of a root, as a pager does, whose requests
  /// window managers follow.
  static func activate(_ window: UInt32, root: UInt32, _ atom: UInt32) -> XRequest {
    let (sendEvent, clientMessage, pager): (UInt8, UInt8, UInt32) = (25, 33, 2)
    let managers: UInt32 = 1 << 19 | 1 << 20
    var request = XRequest(opcode: sendEvent)
    for value in [root, managers] { request.put32(value) }
    request.put([clientMessage, 32, 0, 0])
    for value in [window, atom, pager, 0, 0, 0, 0] { request.put32(value) }
    return request
  }
}

/// A message from the X server. Numbers beyond its end read as 0.
struct XReply {
  var bytes: [UInt8]

  func byte(_ offset: Int) -> UInt8 {
    bytes.indices.contains(offset) ? bytes[offset] : 0
  }

  func number16(_ offset: Int) -> UInt16 {
    UInt16(byte(offset)) | UInt16(byte(offset + 1)) << 8
  }

  func number32(_ offset: Int) -> UInt32 {
    UInt32(number16(offset)) | UInt32(number16(offset + 2)) << 16
  }

  func signed16(_ offset: Int) -> Int16 { Int16(bitPattern: number16(offset)) }

  /// Whether the reply is a property that is there.
  var isProperty: Bool { byte(1) != 0 }

  /// The value of a property of 32-bit numbers.
  var propertyNumbers: [UInt32] {
    guard byte(1) == 32 else { return [] }
    let count = min(Int(number32(16)), (bytes.count - 32) / 4)
    guard count > 0 else { return [] }
    return (0..<count).map { number32(32 + 4 * $0) }
  }

  /// The children of a window, the lowest first, in the answer to `queryTree`.
  var children: [UInt32] {
    let count = min(Int(number16(16)), (bytes.count - 32) / 4)
    guard count > 0 else { return [] }
    return (0..<count).map { number32(32 + 4 * $0) }
  }

  /// The window with the focus, in the answer to `getInputFocus`; `nil` where none has it, or any that the pointer is in.
  var focus: UInt32? {
    let pointerRoot: UInt32 = 1
    let window = number32(8)
    return window > pointerRoot ? window : nil
  }

  /// The window that a window is in, in the answer to `queryTree`; `nil` of a root.
  var parent: UInt32? {
    let window = number32(12)
    return window == 0 ? nil : window
  }

  /// Whether a window is on screen and out of the window manager's hands, in the answer to `getWindowAttributes`.
  var isPopup: Bool {
    let viewable: UInt8 = 2
    return byte(26) == viewable && byte(27) != 0
  }

  /// The value of a property of bytes, as text.
  var propertyText: String? {
    guard byte(1) == 8 else { return nil }
    let count = min(Int(number32(16)), bytes.count - 32)
    guard count > 0 else { return nil }
    return String(decoding: bytes[32..<32 + count], as: UTF8.self)
  }
}
