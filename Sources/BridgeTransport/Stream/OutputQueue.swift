internal import CLinux

/// Bytes waiting to be written: big chunks by reference, small ones collected in buffers.
struct OutputQueue {
  /// Chunks up to this many bytes are copied into the collecting buffer; bigger ones are referenced.
  static let maxCopiedChunk = 2048

  private struct Chunk {
    var bytes: [UInt8]
    /// The same bytes as they are shared with other connections; `nil` when they are not shared.
    var shared: SharedBytes?
    /// The memory of the chunk that belongs to this queue alone, in bytes.
    let memory: Int
  }

  private var chunks: [Chunk] = []
  /// The index of the first chunk that is not completely written, and how many of its bytes are.
  private var head = 0
  private var headOffset = 0
  /// Whether the last chunk is a collecting buffer, to which more can be appended.
  private var isCollecting = false
  /// The number of bytes that wait.
  private(set) var count = 0
  /// The memory that belongs to this queue alone, in bytes. The sum over all queues of a loop is
  /// `Scratch.queuedMemory`.
  private(set) var memory = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ chunk: [UInt8], _ scratch: Scratch) {
    if chunk.count <= Self.maxCopiedChunk, !isEmpty || chunk.capacity > 2 * Self.maxCopiedChunk {
      collect(chunk.count, scratch) { $0.append(contentsOf: chunk) }
    } else {
      append(Chunk(bytes: chunk, shared: nil, memory: chunk.capacity), scratch)
    }
  }

  /// Appends the head of a message, and its body, which other queues hold as well.
  mutating func append(_ head: [UInt8], before body: SharedBytes, _ scratch: Scratch) {
    guard body.bytes.count > Self.maxCopiedChunk else {
      append(head, scratch)
      return append(body.bytes, scratch)
    }
    if isCollecting {
      append(head, scratch)
    } else {
      // A collecting buffer would be used for these few bytes only.
      append(Chunk(bytes: head, shared: nil, memory: head.capacity), scratch)
    }
    body.waiting += 1
    append(Chunk(bytes: body.bytes, shared: body, memory: 0), scratch)
  }

  private mutating func append(_ chunk: Chunk, _ scratch: Scratch) {
    chunks.append(chunk)
    isCollecting = false
    count += chunk.bytes.count
    memory += chunk.memory
    scratch.queuedMemory += chunk.memory
  }

  /// The memory of the queue, in bytes: its own, and its share of what it shares with others.
  var memoryShare: Int {
    chunks[min(head, chunks.count)...].reduce(memory) { sum, chunk in
      guard let shared = chunk.shared else { return sum }
      return sum + shared.bytes.count / max(1, shared.waiting)
    }
  }

  /// Lets `body` append to the collecting buffer, which has room for `size` bytes.
  mutating func collect(_ size: Int, _ scratch: Scratch, _ body: (inout [UInt8]) -> Void) {
    if !isCollecting || chunks[chunks.count - 1].bytes.count + size > Scratch.bufferSize {
      append(
        Chunk(bytes: scratch.takeBuffer(), shared: nil, memory: max(Scratch.bufferSize, size)),
        scratch)
      isCollecting = true
    }
    let before = chunks[chunks.count - 1].bytes.count
    body(&chunks[chunks.count - 1].bytes)
    let after = chunks[chunks.count - 1].bytes.count
    count += after - before
  }

  /// Collects the first bytes, up to `Scratch.maxPieces` pieces and `Scratch.writeSize` bytes, and calls
  /// `write` to write them. `write` gets the number of pieces and of bytes, and returns the result of the
  /// system call.
  func gather(_ scratch: Scratch, _ write: (_ pieces: Int, _ bytes: Int) -> Int) -> Int {
    gather(scratch, from: head, offset: headOffset, pieces: 0, bytes: 0, write)
  }

  // Nested, so that each chunk's pointer is used within its scope and nowhere else.
  private func gather(
    _ scratch: Scratch, from index: Int, offset: Int, pieces: Int, bytes: Int,
    _ write: (Int, Int) -> Int
  ) -> Int {
    let room = Scratch.writeSize - bytes
    guard index < chunks.count, pieces < Scratch.maxPieces, room > 0 else {
      return write(pieces, bytes)
    }
    return unsafe chunks[index].bytes.withUnsafeBytes { chunk in
      let left = min(chunk.count - offset, room)
      guard left > 0, let start = chunk.baseAddress else {
        return gather(scratch, from: index + 1, offset: 0, pieces: pieces, bytes: bytes, write)
      }
      unsafe scratch.iovecs[pieces] = iovec(
        iov_base: UnsafeMutableRawPointer(mutating: start + offset), iov_len: left)
      return gather(
        scratch, from: index + 1, offset: 0, pieces: pieces + 1, bytes: bytes + left, write)
    }
  }

  /// Writes the first bytes, as many as `gather` collects, and drops those that were written. Returns how many these
  /// are, and how many it tried to write.
  mutating func write(
    to fd: Int32, _ scratch: Scratch
  ) throws(SystemError) -> (written: Int, tried: Int) {
    var tried = 0
    let written = try attempt("send") {
      gather(scratch) { pieces, bytes in
        tried = bytes
        return unsafe clinux_send_gathered(fd, scratch.iovecs.baseAddress, pieces)
      }
    }
    consume(written ?? 0, scratch)
    return (written ?? 0, tried)
  }

  /// Drops `written` bytes from the front.
  mutating func consume(_ written: Int, _ scratch: Scratch) {
    count -= written
    if count == 0 { return removeAll(scratch) }
    var left = written
    while left > 0, head < chunks.count {
      let rest = chunks[head].bytes.count - headOffset
      guard left >= rest else {
        headOffset += left
        return
      }
      left -= rest
      release(head, scratch)
      head += 1
      headOffset = 0
    }
    if head >= 256, head * 2 >= chunks.count {
      chunks.removeFirst(head)
      head = 0
    }
  }

  private mutating func release(_ index: Int, _ scratch: Scratch) {
    chunks[index].shared?.waiting -= 1
    memory -= chunks[index].memory
    scratch.queuedMemory -= chunks[index].memory
    chunks[index] = Chunk(bytes: [], shared: nil, memory: 0)
  }

  /// Drops everything. Collecting buffers are returned for reuse.
  mutating func removeAll(_ scratch: Scratch) {
    for index in min(head, chunks.count)..<chunks.count {
      chunks[index].shared?.waiting -= 1
    }
    scratch.queuedMemory -= memory
    memory = 0
    if isCollecting, let buffer = chunks.popLast() { scratch.recycle(buffer.bytes) }
    if chunks.capacity > 16 { chunks = [] }
    // One by one, because there is most often one, and removing all costs as much as several.
    while !chunks.isEmpty { chunks.removeLast() }
    head = 0
    headOffset = 0
    isCollecting = false
    count = 0
  }
}
