/// Bytes to which more are appended, in memory of its own. An array would ask before each append whether it is shared.
@safe struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Calls `body` with the bytes.
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Empties the buffer, and keeps its memory.
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count += 1
  }

  /// Appends a literal. A short one takes a few instructions where this is inlined.
  @inline(__always)
  mutating func append(_ literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    reserve(length)
    unsafe (start + count).update(from: literal.utf8Start, count: length)
    count += length
  }

  mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe (start + count).update(from: first, count: bytes.count)
    }
    count += bytes.count
  }

  /// Appends the decimal digits of a number.
  mutating func append(digitsOf number: UInt64) {
    let length = number.decimalDigitCount
    reserve(length)
    var place = unsafe start + (count + length)
    var rest = number
    repeat {
      let (tenth, digit) = rest.quotientAndRemainder(dividingBy: 10)
      unsafe place -= 1
      unsafe place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = tenth
    } while rest > 0
    count += length
  }

  /// Makes room for more bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(2 * capacity, count + more)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe memory.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = memory
    capacity = larger
  }
}

extension ByteBuffer {
  /// Appends a text if it is ASCII of which JSON escapes nothing, as nearly all are. Returns whether it was.
  @inline(__always)
  mutating func append(plain text: String) -> Bool {
    // Not `utf8.span`, which is two calls.
    unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append(plain: $0) } ?? false
  }

  /// Copies a text eight bytes at a time, until one of them is not plain.
  @inline(__always)
  private mutating func append(plain text: UnsafeBufferPointer<UInt8>) -> Bool {
    reserve(text.count)
    let text = UnsafeRawBufferPointer(text)
    let place = unsafe UnsafeMutableRawPointer(start + count)
    var offset = 0
    while text.count - offset >= 8 {
      let word = unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if !word.isPlain { return false }
      unsafe place.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < text.count {
      let byte = unsafe text[offset]
      if !byte.isPlain { return false }
      unsafe place.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      offset += 1
    }
    count += text.count
    return true
  }
}

extension UInt8 {
  /// Whether the byte is a character of ASCII that JSON does not escape and that is safe to print.
  fileprivate var isPlain: Bool {
    self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension UInt64 {
  /// The number of digits of the number in decimal.
  fileprivate var decimalDigitCount: Int {
    // A bit is 0.301 digits. 0 has one digit as well.
    let number = self | 1
    let digits = ((64 - number.leadingZeroBitCount) * 1233) >> 12
    return number < Self.powersOfTen[digits] ? digits : digits + 1
  }

  private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Whether all eight bytes are plain. Each test sets the highest bit of a byte that fails it, and possibly of bytes
  /// above that one.
  fileprivate var isPlain: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isControl = (self &- ones * 0x20) & ~self
    let isDelete = zeros(of: self ^ ones * 0x7F)
    let isQuote = zeros(of: self ^ ones * 0x22)
    let isBackslash = zeros(of: self ^ ones * 0x5C)
    return (self | isControl | isDelete | isQuote | isBackslash) & (ones * 0x80) == 0

    func zeros(of word: UInt64) -> UInt64 { (word &- ones) & ~word }
  }
}
