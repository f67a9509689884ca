internal import CLinux

/// Memory that every connection of a loop uses in turn, so that an idle one needs none of its own.
@safe final class Scratch {
  /// How many bytes one read takes at most: what comes of them is handled in one go.
  static let readSize = 64 * 1024
  /// How many bytes one write takes at most, and how many of a connection are written before others
  /// have their turn.
  static let writeSize = 256 * 1024
  static let writesPerGo = 4 * writeSize
  /// How many pieces leave in one system call.
  static let pieces = 64
  /// The size of a buffer that collects small chunks.
  static let bufferSize = 16 * 1024
  /// How many collecting buffers are kept for the next who needs one.
  private static let kept = 64

  let readBuffer: UnsafeMutableRawBufferPointer
  let iovecs: UnsafeMutableBufferPointer<iovec>
  private var buffers: [[UInt8]] = []
  /// How much memory the output queues of the loop's connections take together, in bytes; what
  /// several of them share is not in it.
  var queuedMemory = 0

  init() {
    unsafe readBuffer = .allocate(byteCount: Self.readSize, alignment: 4096)
    unsafe iovecs = .allocate(capacity: Self.pieces)
    unsafe iovecs.initialize(repeating: iovec())
  }

  deinit {
    unsafe readBuffer.deallocate()
    unsafe iovecs.deallocate()
  }

  /// An empty buffer with room for `bufferSize` bytes.
  func takeBuffer() -> [UInt8] {
    if let buffer = buffers.popLast() { return buffer }
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.bufferSize)
    return buffer
  }

  /// Gives a buffer back; `buffer` should have no other owner, else it is copied when next used.
  func giveBack(_ buffer: consuming [UInt8]) {
    guard buffers.count < Self.kept, buffer.capacity <= 2 * Self.bufferSize else { return }
    buffer.removeAll(keepingCapacity: true)
    buffers.append(buffer)
  }
}
