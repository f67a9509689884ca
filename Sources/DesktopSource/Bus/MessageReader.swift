internal import CSDBus
internal import Glibc

/// How much of a message is taken in, where its reader sets no limit of its own.
enum MessageLimits {
  /// Bytes of a message. A larger one is passed over unread: sd-bus checks a string as a whole.
  static let message = 4 << 20
  /// Bytes of an answer that is a list, which is read a slice at a time.
  static let list = 32 << 20
  /// Bytes of a bus name or an object path. Longer ones are refused: D-Bus itself has no limit to
  /// paths, and they are kept for as long as the object is.
  static let path = 4096
  /// Elements of an array that is read whole.
  static let elements = 65_536
  /// Values in a value of any type, those within containers included.
  static let values = 4096
  /// Bytes of a string within a value of any type.
  static let string = 65_536
}

/// Reads a received message, value by value, checking each type.
///
/// Nothing a peer sends makes it trap: what is not there or is of another type throws
/// `BusError.malformed`, and after a throw the place in the message is undefined. A reader keeps
/// its message, and its place, for as long as it lives: a large reply can be read a slice at a
/// time, over many turns of the loop. Confined to the loop's thread.
@safe
final class MessageReader {
  private(set) var handle: OpaquePointer?

  init(_ message: OpaquePointer?) {
    unsafe handle = unsafe sd_bus_message_ref(message)
  }

  deinit {
    release()
  }

  /// Puts another message in the place of this one.
  func rebind(to message: OpaquePointer?) {
    release()
    unsafe handle = unsafe sd_bus_message_ref(message)
  }

  /// Lets the message go; reading it throws from here on.
  func release() {
    if let held = unsafe handle { unsafe _ = sd_bus_message_unref(held) }
    unsafe handle = nil
  }

  // MARK: Plain values

  func byte() throws(BusError) -> UInt8 { try basic(BusType.byte, 0) }
  func int16() throws(BusError) -> Int16 { try basic(BusType.int16, 0) }
  func uint16() throws(BusError) -> UInt16 { try basic(BusType.uint16, 0) }
  func int32() throws(BusError) -> Int32 { try basic(BusType.int32, 0) }
  func uint32() throws(BusError) -> UInt32 { try basic(BusType.uint32, 0) }
  func int64() throws(BusError) -> Int64 { try basic(BusType.int64, 0) }
  func uint64() throws(BusError) -> UInt64 { try basic(BusType.uint64, 0) }
  func double() throws(BusError) -> Double { try basic(BusType.double, 0) }
  func bool() throws(BusError) -> Bool { try basic(BusType.bool, Int32(0)) != 0 }
  func string() throws(BusError) -> String { try text(BusType.string) }
  func objectPath() throws(BusError) -> String { try text(BusType.objectPath) }
  func signature() throws(BusError) -> String { try text(BusType.signature) }

  /// Reads a string, or as much of it as fits into `limit` bytes: the rest is never copied.
  ///
  /// A string that was cut ends with an ellipsis, as `String.bounded` has it.
  func string(atMost limit: Int) throws(BusError) -> String {
    let text = unsafe try rawText(BusType.string)
    let length = unsafe strnlen(text, limit + 1)
    guard length > limit else { return unsafe String(cString: text) }
    // What is not UTF-8 was refused above, so that a cut only has to spare a character's bytes.
    var end = max(0, limit - 3)
    while end > 0, unsafe UInt8(bitPattern: text[end]) & 0xC0 == 0x80 { end -= 1 }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: end)
    return unsafe String(decoding: bytes, as: UTF8.self) + "…"
  }

  /// Reads the first characters of a string, as AT-SPI counts them, and says how many it has. The rest is
  /// counted and not copied.
  func text(scalars limit: Int) throws(BusError) -> (text: String, length: Int) {
    let text = unsafe try rawText(BusType.string)
    var (end, length, place) = (0, 0, 0)
    while true {
      let byte = unsafe UInt8(bitPattern: text[place])
      if byte & 0xC0 != 0x80 {
        if length <= limit { end = place }
        if byte == 0 { break }
        length += 1
      }
      place += 1
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: end)
    return (unsafe String(decoding: bytes, as: UTF8.self), length)
  }

  /// Steps over a string that is not wanted.
  func skipString() throws(BusError) { _ = unsafe try rawText(BusType.string) }

  /// Steps over the next value, whatever it is.
  func skip() throws(BusError) {
    try check(unsafe sd_bus_message_skip(handle, nil), "any value")
  }

  private func basic<Value: BitwiseCopyable>(
    _ type: CChar, _ initial: Value
  ) throws(BusError) -> Value {
    var value = initial
    try check(unsafe sd_bus_message_read_basic(handle, type, &value), type)
    return value
  }

  private func text(_ type: CChar) throws(BusError) -> String {
    unsafe String(cString: try rawText(type))
  }

  /// The next text, in place: valid while the message is held.
  func rawText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar> {
    var pointer: UnsafePointer<CChar>?
    try check(unsafe sd_bus_message_read_basic(handle, type, &pointer), type)
    guard let pointer = unsafe pointer else { throw .malformed("text without bytes") }
    return unsafe pointer
  }

  // MARK: Failures

  private func check(_ result: Int32, _ type: CChar) throws(BusError) {
    if result > 0 { return }
    throw mismatch(
      result, expected: String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: type)))))
  }

  func check(_ result: Int32, _ expected: String) throws(BusError) {
    if result >= 0 { return }
    throw mismatch(result, expected: expected)
  }

  func mismatch(_ result: Int32, expected: String) -> BusError {
    let found = (try? peek()).map { " at \($0)" } ?? " at the end"
    return .malformed(
      "\(expected) expected\(found) in a message of '\(fullSignature)' (errno \(-result))")
  }
}
