internal import CLinux

/// Bytes waiting to be written: big chunks by reference, small ones collected in shared buffers.
struct OutputQueue {
  /// Chunks up to this many bytes are copied into the collecting buffer; bigger ones are referred to.
  static let smallChunk = 2048

  private var chunks: [[UInt8]] = []
  /// The first chunk that is not completely written, and how much of it is.
  private var head = 0
  private var headOffset = 0
  /// The last chunk is a buffer of ours that takes more.
  private var isCollecting = false
  /// How many bytes wait.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ chunk: [UInt8], _ scratch: Scratch) {
    if chunk.count <= Self.smallChunk {
      collect(chunk.count, scratch) { $0.append(contentsOf: chunk) }
    } else {
      chunks.append(chunk)
      isCollecting = false
      count += chunk.count
    }
  }

  /// Lets `body` append to the collecting buffer, which has room for `size` bytes.
  mutating func collect(_ size: Int, _ scratch: Scratch, _ body: (inout [UInt8]) -> Void) {
    if !isCollecting || chunks[chunks.count - 1].count + size > Scratch.bufferSize {
      chunks.append(scratch.takeBuffer())
      isCollecting = true
    }
    let before = chunks[chunks.count - 1].count
    body(&chunks[chunks.count - 1])
    let after = chunks[chunks.count - 1].count
    count += after - before
  }

  /// Describes the bytes in front, up to as many pieces as fit, and has `write` write them.
  /// `write` gets the number of pieces and of bytes, and returns what the system call did.
  func gather(_ scratch: Scratch, _ write: (_ pieces: Int, _ bytes: Int) -> Int) -> Int {
    gather(scratch, from: head, offset: headOffset, pieces: 0, bytes: 0, write)
  }

  // Nested, so that each chunk's pointer is used within its scope and nowhere else.
  private func gather(
    _ scratch: Scratch, from index: Int, offset: Int, pieces: Int, bytes: Int,
    _ write: (Int, Int) -> Int
  ) -> Int {
    guard index < chunks.count, pieces < Scratch.pieces else { return write(pieces, bytes) }
    return unsafe chunks[index].withUnsafeBytes { chunk in
      let left = chunk.count - offset
      guard left > 0, let start = chunk.baseAddress else {
        return gather(scratch, from: index + 1, offset: 0, pieces: pieces, bytes: bytes, write)
      }
      unsafe scratch.iovecs[pieces] = iovec(
        iov_base: UnsafeMutableRawPointer(mutating: start + offset), iov_len: left)
      return gather(
        scratch, from: index + 1, offset: 0, pieces: pieces + 1, bytes: bytes + left, write)
    }
  }

  /// Drops `written` bytes from the front.
  mutating func consume(_ written: Int, _ scratch: Scratch) {
    count -= written
    if count == 0 { return removeAll(scratch) }
    var left = written
    while left > 0, head < chunks.count {
      let rest = chunks[head].count - headOffset
      guard left >= rest else {
        headOffset += left
        return
      }
      left -= rest
      chunks[head] = []
      head += 1
      headOffset = 0
    }
    if head >= 256, head * 2 >= chunks.count {
      chunks.removeFirst(head)
      head = 0
    }
  }

  /// Forgets everything. Buffers go back to be used again.
  mutating func removeAll(_ scratch: Scratch) {
    if isCollecting, let buffer = chunks.popLast() { scratch.giveBack(buffer) }
    if chunks.capacity > 16 { chunks = [] } else { chunks.removeAll(keepingCapacity: true) }
    head = 0
    headOffset = 0
    isCollecting = false
    count = 0
  }
}
