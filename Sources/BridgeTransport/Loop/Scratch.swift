internal import CLinux

/// Memory that the connections of a loop use in turn, so that an idle connection needs none of its own.
@safe final class Scratch {
  /// The maximum number of bytes per read. They are handled without interruption.
  static let readSize = 64 * 1024
  /// The maximum number of bytes per write, and of one connection's bytes that are written before others
  /// have their turn.
  static let writeSize = 256 * 1024
  static let maxBytesPerTurn = 4 * writeSize
  /// The maximum number of pieces that are written in one system call.
  static let maxPieces = 64
  /// The size of a buffer that collects small chunks.
  static let bufferSize = 16 * 1024
  /// The maximum number of collecting buffers that are kept for reuse.
  private static let maxBuffers = 64

  let readBuffer: UnsafeMutableRawBufferPointer
  let iovecs: UnsafeMutableBufferPointer<iovec>
  private(set) lazy var tls = TLSScratch()
  private var buffers: [[UInt8]] = []
  /// The memory of the output queues of all the loop's connections, in bytes, without what several of them
  /// share.
  var queuedMemory = 0

  init() {
    unsafe readBuffer = .allocate(byteCount: Self.readSize, alignment: 4096)
    unsafe iovecs = .allocate(capacity: Self.maxPieces)
    unsafe iovecs.initialize(repeating: iovec())
  }

  deinit {
    unsafe readBuffer.deallocate()
    unsafe iovecs.deallocate()
  }

  /// Returns an empty buffer with room for `bufferSize` bytes.
  func takeBuffer() -> [UInt8] {
    if let buffer = buffers.popLast() { return buffer }
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.bufferSize)
    return buffer
  }

  /// Returns a buffer for reuse. `buffer` should have no other owner; otherwise it is copied when next used.
  func recycle(_ buffer: consuming [UInt8]) {
    guard buffers.count < Self.maxBuffers, buffer.capacity <= 2 * Self.bufferSize else { return }
    buffer.removeAll(keepingCapacity: true)
    buffers.append(buffer)
  }
}
