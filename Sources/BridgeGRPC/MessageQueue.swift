/// The messages of a stream that wait to be sent, with their prefixes. Long ones are shared with their sender, not
/// copied.
struct MessageQueue {
  /// Messages up to this many bytes are copied behind their prefix.
  private static let smallMessage = 2048

  /// The chunk that is being sent, and the number of its bytes that are sent.
  private var current: [UInt8] = []
  private var offset = 0
  /// Whether that chunk is one long message, whose prefix is sent. Any other one begins with a prefix.
  private var isLong = false
  /// The chunks behind it, of which the first `next` are sent.
  private var following: [[UInt8]] = []
  private var next = 0
  /// Whether small messages are appended to the last chunk.
  private var isCollecting = false
  /// The number of bytes that wait.
  private(set) var count = 0

  mutating func append(_ message: [UInt8]) {
    let isSmall = message.count <= Self.smallMessage
    let size = MessageReader.prefixLength + (isSmall ? message.count : 0)
    if !isCollecting {
      var chunk: [UInt8] = []
      chunk.reserveCapacity(size)
      add(chunk)
      isCollecting = true
    }
    collect(message, isSmall)
    if !isSmall {
      add(message)
      isCollecting = false
    }
    count += MessageReader.prefixLength + message.count
  }

  /// Appends the prefix of a message to the last chunk, and the message as well when it is small.
  private mutating func collect(_ message: [UInt8], _ isSmall: Bool) {
    if next == following.count {
      Self.write(message, isSmall, to: &current)
    } else {
      Self.write(message, isSmall, to: &following[following.count - 1])
    }
  }

  private static func write(_ message: [UInt8], _ isSmall: Bool, to chunk: inout [UInt8]) {
    let length = UInt32(truncatingIfNeeded: message.count)
    chunk.append(0)
    chunk.append(UInt8(truncatingIfNeeded: length >> 24))
    chunk.append(UInt8(truncatingIfNeeded: length >> 16))
    chunk.append(UInt8(truncatingIfNeeded: length >> 8))
    chunk.append(UInt8(truncatingIfNeeded: length))
    if isSmall { chunk.append(contentsOf: message) }
  }

  private mutating func add(_ chunk: [UInt8]) {
    // Most streams have one message.
    if current.isEmpty { current = chunk } else { following.append(chunk) }
  }

  /// Whether no message is sent in part.
  var isBetweenMessages: Bool {
    guard !isLong else { return current.isEmpty }
    var start = 0
    while start < offset {
      let length = current[(start + 1)..<(start + MessageReader.prefixLength)]
        .reduce(0) { $0 << 8 | Int($1) }
      start += MessageReader.prefixLength + length
    }
    return start == offset
  }

  /// Moves bytes from the front to `output`. There must be so many.
  mutating func move(_ bytes: Int, to output: inout [UInt8]) {
    var left = bytes
    count -= bytes
    while left > 0, !current.isEmpty {
      let part = min(left, current.count - offset)
      output.append(contentsOf: current[offset..<offset + part])
      left -= part
      offset += part
      if offset == current.count { takeNext() }
    }
  }

  private mutating func takeNext() {
    offset = 0
    guard next < following.count else {
      current = []
      isLong = false
      following.removeAll(keepingCapacity: following.capacity <= 16)
      next = 0
      isCollecting = false
      return
    }
    current = following[next]
    isLong.toggle()
    following[next] = []
    next += 1
    if next >= 32, next * 2 >= following.count {
      following.removeFirst(next)
      next = 0
    }
  }
}
