internal import CSDBus
internal import Glibc

/// Limits for reading a message, where its reader sets none of its own.
enum MessageLimits {
  /// Bytes of a message. A larger one is skipped, because sd-bus can only validate a string as a whole.
  static let message = 4 << 20
  /// Bytes of an answer that is a list, which is read in slices.
  static let list = 32 << 20
  /// Bytes of a bus name or an object path. Longer ones are rejected: D-Bus itself does not limit paths, and
  /// they are stored as long as the object exists.
  static let path = 4096
  /// Elements of an array that is read whole.
  static let elements = 65_536
  /// Values in a value of any type, including those in nested containers.
  static let values = 4096
  /// Bytes of a string within a value of any type.
  static let string = 65_536
}

/// Reads a received message value by value, and checks each type.
///
/// No input can make it trap: a missing value or one of another type throws `BusError.malformed`, and
/// afterwards the position in the message is undefined. A reader keeps its message and its position for as
/// long as it lives, so that a large reply can be read in slices, over many turns of the loop. Confined to
/// the loop's thread.
@safe
final class MessageReader: ValueReader {
  private(set) var handle: OpaquePointer?

  init(_ message: OpaquePointer?) {
    unsafe handle = unsafe sd_bus_message_ref(message)
  }

  deinit {
    release()
  }

  /// Replaces the message.
  func rebind(to message: OpaquePointer?) {
    release()
    unsafe handle = unsafe sd_bus_message_ref(message)
  }

  /// Releases the message; reading then throws.
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

  /// Reads the first `limit` characters of a string, counted as AT-SPI does in Unicode scalars, and returns
  /// them with the length of the whole string. The rest is counted but not copied.
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

  /// Skips a string.
  func skipString() throws(BusError) { _ = unsafe try rawText(BusType.string) }

  /// Skips the next value, whatever its type.
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

  /// Returns the next text in place: valid while the message is held.
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
