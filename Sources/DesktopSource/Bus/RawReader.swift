/// Reads the body of a message, or its head, from its bytes, which it owns.
///
/// Checks what it reads, and nothing else: that values lie in the message, that a text ends with a zero byte, and that a
/// path is one. sd-bus checks each value more than once, which is three quarters of the time that an application's cache
/// takes to be decoded. As with `MessageReader`, no input can make it trap.
///
/// The format is that of the D-Bus specification, section "Marshaling (Wire Format)", in the byte order of this machine.
@safe
final class RawReader: ValueReader {
  let fullSignature: String
  private let bytes: UnsafeMutableRawBufferPointer
  /// The index of the next byte. Head and body begin at a multiple of eight in their message, so that they are aligned as it is.
  private var place = 0
  /// Where what is being read ends: the innermost array, or the message.
  private var end: Int
  /// The ends of what is around the innermost array.
  private var outerEnds: [Int] = []

  /// Takes ownership of the bytes.
  init(taking bytes: UnsafeMutableRawBufferPointer, signature: String) {
    unsafe self.bytes = unsafe bytes
    fullSignature = signature
    end = bytes.count
  }

  /// Reads a copy of bytes.
  convenience init(_ bytes: [UInt8], signature: String) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.init(taking: copy, signature: signature)
  }

  deinit { unsafe bytes.deallocate() }

  // MARK: Values

  func byte() throws(BusError) -> UInt8 {
    guard place < end else { throw malformed("a byte") }
    defer { place += 1 }
    return unsafe bytes[place]
  }

  func int32() throws(BusError) -> Int32 { Int32(bitPattern: try uint32()) }

  func uint32() throws(BusError) -> UInt32 {
    align(to: 4)
    guard end - place >= 4 else { throw malformed("32 bits") }
    defer { place += 4 }
    return unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  func rawText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar> {
    let length = Int(try uint32())
    guard let base = unsafe bytes.baseAddress, length < end - place,
      unsafe bytes[place + length] == 0
    else { throw malformed("a text") }
    let text = unsafe UnsafeRawPointer(base + place)
    if type == BusType.objectPath,
      unsafe !Self.isPath(UnsafeRawBufferPointer(start: text, count: length))
    {
      throw malformed("an object path")
    }
    place += length + 1
    return unsafe text.assumingMemoryBound(to: CChar.self)
  }

  func signature() throws(BusError) -> String {
    let length = Int(try byte())
    guard length < end - place, unsafe bytes[place + length] == 0 else {
      throw malformed("a signature")
    }
    defer { place += length + 1 }
    let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
    return unsafe String(decoding: text, as: UTF8.self)
  }

  /// Whether bytes are a path: names of ASCII letters, digits and underscores, each behind a slash, or a slash alone.
  private static func isPath(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let slash = UInt8(ascii: "/")
    guard unsafe bytes.first == slash else { return false }
    var former = UInt8(0)
    for place in bytes.indices {
      let byte = unsafe bytes[place]
      switch byte {
      case slash: if former == slash { return false }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        break
      default: return false
      }
      former = byte
    }
    return former != slash || bytes.count == 1
  }

  // MARK: Containers

  func structure<Value>(
    _ contents: String?, _ body: () throws(BusError) -> Value
  ) throws(BusError) -> Value {
    align(to: 8)
    return try body()
  }

  func array(
    _ contents: String?, atMost limit: Int, _ element: () throws(BusError) -> Void
  ) throws(BusError) {
    try enterArray(contents)
    var left = limit
    while place < end {
      guard left > 0 else { throw malformed("at most \(limit) elements") }
      left -= 1
      try element()
    }
    end = outerEnds.removeLast()
  }

  func enterArray(_ contents: String?) throws(BusError) {
    let length = Int(try uint32())
    let isAligned = contents?.utf8.first == UInt8(ascii: "(")
    align(to: isAligned ? 8 : 4)
    guard length <= end - place else { throw malformed("an array") }
    outerEnds.append(end)
    end = place + length
  }

  func slice(
    _ count: Int, while isInTime: (() -> Bool)? = nil, _ element: () throws(BusError) -> Void
  ) throws(BusError) -> Bool {
    var left = count
    while left > 0, place < end, left == count || isInTime?() ?? true {
      try element()
      left -= 1
    }
    return place < end
  }

  private func align(to size: Int) { place = (place + size - 1) & ~(size - 1) }

  private func malformed(_ expected: String) -> BusError {
    .malformed("\(expected) expected at byte \(place) in a message of '\(fullSignature)'")
  }
}
