/// Appends proto3 fields to bytes, as libprotobuf-c packs them: a field that holds its default is
/// left out, unless it is passed as `present`.
///
/// Fields must be appended in ascending order.
struct ProtoWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 64) {
    bytes.reserveCapacity(capacity)
  }

  /// Takes the memory of bytes, which are empty then.
  init(reusing memory: inout [UInt8]) {
    swap(&bytes, &memory)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Returns the bytes of a message, whose fields `body` appends.
  static func bytes(capacity: Int = 64, _ body: (inout ProtoWriter) -> Void) -> [UInt8] {
    var writer = ProtoWriter(capacity: capacity)
    body(&writer)
    return writer.bytes
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ more: [UInt8]) {
    // Appending the array itself would count references to it.
    unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case length = 2
  }

  @inline(__always)
  mutating func tag(_ field: UInt64, _ type: WireType) {
    varint(field << 3 | type.rawValue)
  }

  @inline(__always)
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Returns the number of bytes that a varint takes: 1 to 10.
  @inline(__always)
  static func size(ofVarint value: UInt64) -> Int {
    (70 - (value | 1).leadingZeroBitCount) / 7
  }
}

// MARK: - Numbers

extension ProtoWriter {
  mutating func number(_ field: UInt64, _ value: UInt64) {
    if value != 0 { number(field, present: value) }
  }

  mutating func number(_ field: UInt64, present value: UInt64) {
    tag(field, .varint)
    varint(value)
  }

  /// Appends a signed number. A negative one takes ten bytes.
  mutating func signed(_ field: UInt64, _ value: Int32) {
    number(field, UInt64(bitPattern: Int64(value)))
  }

  /// Appends a count. A negative one is sent as 0.
  mutating func count(_ field: UInt64, _ value: Int) {
    number(field, UInt64(clamping: value))
  }

  /// Appends a count in a 32-bit field. A count out of range is sent as the nearest value in range.
  mutating func count32(_ field: UInt64, _ value: Int) {
    number(field, UInt64(UInt32(clamping: value)))
  }

  mutating func flag(_ field: UInt64, _ value: Bool) {
    if value { number(field, present: 1) }
  }

  mutating func double(_ field: UInt64, _ value: Double) {
    if value != 0 { double(field, present: value) }
  }

  mutating func double(_ field: UInt64, present value: Double) {
    tag(field, .fixed64)
    unsafe withUnsafeBytes(of: value.bitPattern.littleEndian) {
      unsafe bytes.append(contentsOf: $0)
    }
  }
}

// MARK: - Lengths

extension ProtoWriter {
  mutating func text(_ field: UInt64, _ value: String) {
    if !value.isEmpty { text(field, present: value) }
  }

  mutating func text(_ field: UInt64, present value: String) {
    tag(field, .length)
    var value = value
    value.withUTF8 { utf8 in
      if unsafe utf8.contains(0) { return appendReplacingNUL(unsafe Array(utf8)) }
      varint(UInt64(utf8.count))
      unsafe bytes.append(contentsOf: utf8)
    }
  }

  private mutating func appendReplacingNUL(_ utf8: [UInt8]) {
    var replaced: [UInt8] = []
    for byte in utf8 {
      if byte == 0 { replaced += [0xEF, 0xBF, 0xBD] } else { replaced.append(byte) }
    }
    varint(UInt64(replaced.count))
    bytes.append(contentsOf: replaced)
  }

  mutating func blob(_ field: UInt64, _ value: [UInt8]) {
    if !value.isEmpty { blob(field, present: value) }
  }

  mutating func blob(_ field: UInt64, present value: [UInt8]) {
    tag(field, .length)
    varint(UInt64(value.count))
    append(value)
  }

  /// Appends numbers packed into one field, which is left out when there are none.
  mutating func packed(_ field: UInt64, _ values: some Collection<UInt64>) {
    guard !values.isEmpty else { return }
    tag(field, .length)
    varint(UInt64(values.reduce(0) { $0 + Self.size(ofVarint: $1) }))
    for value in values { varint(value) }
  }

  /// Appends a message within the message, even when it is empty.
  mutating func message(_ field: UInt64, _ body: (inout ProtoWriter) -> Void) {
    tag(field, .length)
    let start = bytes.count
    bytes.append(0)
    body(&self)
    let length = bytes.count - start - 1
    guard length >= 0x80 else {
      bytes[start] = UInt8(truncatingIfNeeded: length)
      return
    }
    // The length takes more than the one byte that was reserved for it: move the body.
    var prefix: [UInt8] = []
    var rest = length
    while rest >= 0x80 {
      prefix.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    prefix.append(UInt8(truncatingIfNeeded: rest))
    bytes.replaceSubrange(start...start, with: prefix)
  }
}
