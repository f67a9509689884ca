internal import Glibc

/// The body of a message that is read value by value: of one that sd-bus received (`MessageReader`), or its bytes
/// (`RawReader`).
protocol ValueReader: AnyObject {
  /// The signature of the whole message.
  var fullSignature: String { get }

  func int32() throws(BusError) -> Int32
  func uint32() throws(BusError) -> UInt32
  /// Returns the next text in place: valid while the message is held. `type` is that of a string or an object path.
  func rawText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar>

  /// Reads a structure with the fields `contents` (`so`, without parentheses).
  func structure<Value>(
    _ contents: String?, _ body: () throws(BusError) -> Value
  ) throws(BusError) -> Value
  /// Reads an array, calling `element` for each element. `contents` is their signature.
  func array(
    _ contents: String?, atMost limit: Int, _ element: () throws(BusError) -> Void
  ) throws(BusError)

  /// Enters an array that is read over several turns of the loop.
  func enterArray(_ contents: String?) throws(BusError)
  /// Reads up to `count` further elements of the entered array: at least one, and the others only while `isInTime`
  /// returns `true`. Returns whether there are more.
  func slice(
    _ count: Int, while isInTime: (() -> Bool)?, _ element: () throws(BusError) -> Void
  ) throws(BusError) -> Bool
}

extension ValueReader {
  /// Reads a string, truncated to `limit` bytes: the rest is never copied.
  ///
  /// A truncated string ends with an ellipsis, as in `String.bounded`.
  func string(atMost limit: Int) throws(BusError) -> String {
    let text = unsafe try rawText(BusType.string)
    let length = unsafe strnlen(text, limit + 1)
    guard length > limit else { return unsafe String(cString: text) }
    // Invalid UTF-8 was rejected above: the cut only has to be between two characters.
    var end = max(0, limit - 3)
    while end > 0, unsafe UInt8(bitPattern: text[end]) & 0xC0 == 0x80 { end -= 1 }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: end)
    return unsafe String(decoding: bytes, as: UTF8.self) + "…"
  }
}
