internal import Glibc

/// Memory for one unpacked message, released as a whole.
///
/// Each block is preceded by its size. This gives the length of a string although C marks its end with
/// NUL: libprotobuf-c requests one byte more than a string has.
@safe struct Arena: ~Copyable {
  private static let alignment = 16
  private static let chunkSize = 16_384
  private static let largestChunk = 4_194_304

  private var next: UnsafeMutableRawPointer?
  private var left: Int
  /// The last chunk taken from the system; it begins with the address of the previous one.
  private var lastChunk: UnsafeMutableRawPointer?
  private var nextChunkSize = Self.chunkSize
  /// The number of bytes that may still be taken.
  private var budget: Int
  /// The number of blocks that may still be taken.
  private var parts: Int
  /// Whether more was requested than was left.
  private(set) var isExhausted = false

  /// Creates an arena that uses up `first`, which must outlive it, before it takes memory from the system.
  @unsafe init(first: UnsafeMutableRawBufferPointer, budget: Int, parts: Int) {
    self.budget = budget
    self.parts = parts
    unsafe next = first.baseAddress
    left = first.count
  }

  deinit {
    var chunk = unsafe lastChunk
    while let current = unsafe chunk {
      unsafe chunk = current.load(as: UnsafeMutableRawPointer?.self)
      unsafe free(current)
    }
  }

  /// Returns a block of `size` bytes, or `nil` when the budget is used up.
  mutating func take(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size <= budget, parts > 0 else {
      isExhausted = true
      return nil
    }
    parts -= 1
    let whole = Self.alignment + (size + Self.alignment - 1) / Self.alignment * Self.alignment
    budget -= whole
    if whole > left, !grow(whole) { return nil }
    guard let block = unsafe next else { return nil }
    unsafe next = block + whole
    left -= whole
    unsafe block.storeBytes(of: size, as: Int.self)
    return unsafe block + Self.alignment
  }

  private mutating func grow(_ whole: Int) -> Bool {
    let size = max(whole + Self.alignment, nextChunkSize)
    guard let chunk = unsafe malloc(size) else { return false }
    unsafe chunk.storeBytes(of: lastChunk, as: UnsafeMutableRawPointer?.self)
    unsafe lastChunk = chunk
    unsafe next = chunk + Self.alignment
    left = size - Self.alignment
    nextChunkSize = min(nextChunkSize * 2, Self.largestChunk)
    return true
  }

  /// Returns the number of bytes that were requested when `block` was taken.
  static func size(of block: UnsafeRawPointer) -> Int {
    unsafe (block - alignment).load(as: Int.self)
  }
}
