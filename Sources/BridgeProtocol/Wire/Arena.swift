internal import Glibc

/// Memory for one unpacked message, let go of as a whole.
///
/// Each block is preceded by its size. That is how the length of a string is known although C marks
/// its end with NUL: libprotobuf-c asks for one byte more than a string has.
@safe struct Arena: ~Copyable {
  private static let alignment = 16
  private static let chunkSize = 16_384
  private static let largestChunk = 4_194_304

  private var next: UnsafeMutableRawPointer?
  private var left: Int
  /// The last chunk taken from the system; it begins with the address of the one before.
  private var lastChunk: UnsafeMutableRawPointer?
  private var nextChunkSize = Self.chunkSize
  /// How many bytes may still be taken.
  private var budget: Int
  /// How many blocks may still be taken.
  private var parts: Int
  /// More was wanted than there was.
  private(set) var isExhausted = false

  /// `first` is used up before anything is taken from the system. It must outlive the arena.
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

  /// `nil` when the budget is used up.
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

  /// How many bytes were asked for when `block` was taken.
  static func size(of block: UnsafeRawPointer) -> Int {
    unsafe (block - alignment).load(as: Int.self)
  }
}
