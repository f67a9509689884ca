internal import BridgeTransport
internal import Glibc

/// A call with a large answer, over a connection of its own to an application's socket: the answer is kept as bytes, for
/// `RawReader`.
///
/// Where there is no answer, the call is to be made over the bus, which says what is wrong; but not where the answer is longer than
/// the bus takes. Confined to the loop's thread.
final class BulkCall {
  enum Outcome {
    case answer(RawReader)
    /// There is no answer of use, and the call may be made over the bus.
    case none
    /// The answer is too long, or the application ended the connection when it was to answer. Over the bus it could lose its
    /// connection to that: the daemon ends those that send what is longer than it takes, and GTK 3 never connects again.
    case tooLong
  }

  /// The maximum length of an answer, in bytes: that of an array in D-Bus (64 MiB), with what is around it. GTK 3 sends 290 bytes
  /// of an element.
  static let maxLength = (64 << 20) + 4096

  /// Called once; not after `cancel()`.
  private var completion: ((Outcome) -> Void)?
  private let process: Int32
  private let message: [UInt8]
  private var connector: Connector?
  private var connection: Connection?
  private var stage = Stage.authentication
  /// What has arrived of a line or of the head of a message.
  private var start: [UInt8] = []
  private var body: BodyBytes?

  private enum Stage {
    /// Until the application lets the bridge in.
    case authentication
    /// In the head of a message.
    case head
    /// In the body of the answer, or of a message that is passed over.
    case body(left: Int)
  }

  /// The serial number of the call: the only one on its connection.
  private static let serial: UInt32 = 1

  /// Calls `member` of `interface` at `path`, without arguments.
  ///
  /// - Parameters:
  ///   - address: The application's address (`Application.GetApplicationBusAddress`).
  ///   - process: The process that must be at its other end.
  /// - Returns: `nil` where the address is not that of one unix socket with a path.
  init?(
    address: String, process: Int32, path: String, interface: String, member: String,
    on loop: EventLoop, completion: @escaping (Outcome) -> Void
  ) {
    guard let socket = Self.socketPath(address) else { return nil }
    self.process = process
    self.completion = completion
    message = Self.message([(1, "o", path), (2, "s", interface), (3, "s", member)])
    connector = Connection.connect(
      to: .unix(path: socket), on: loop, timeout: DirectConnection.timeout
    ) { [weak self] result in
      guard let self else { return }
      connector = nil
      switch result {
      case .success(let connection): begin(connection)
      case .failure: finish(.none)
      }
    }
  }

  deinit { cancel() }

  /// Whether the answer has begun to arrive.
  var isBegun: Bool { body != nil }

  /// Ends the call without an answer. `completion` is not called.
  func cancel() {
    completion = nil
    connector?.cancel()
    connection?.onClosed = nil
    connection?.close()
    (connector, connection) = (nil, nil)
  }

  private func finish(_ outcome: Outcome) {
    let completion = completion
    cancel()
    completion?(outcome)
  }

  // MARK: What is sent

  private func begin(_ connection: Connection) {
    self.connection = connection
    guard connection.peerCredentials?.pid == process else { return finish(.none) }
    connection.onBytes = { [weak self] bytes in self?.receive(bytes) }
    connection.onClosed = { [weak self] _ in
      guard let self else { return }
      if case .authentication = stage { finish(.none) } else { finish(.tooLong) }
    }
    // The specification's mechanism EXTERNAL: the system tells the application whose process this is.
    let user = String(getuid()).utf8.map { hex($0) }.joined()
    connection.send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    connection.flush()
  }

  private func hex(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }

  /// Returns a call without arguments. A field has a code, a type and a text.
  private static func message(_ fields: [(code: UInt8, type: String, text: String)]) -> [UInt8] {
    var content: [UInt8] = []
    for field in fields {
      while content.count % 8 != 0 { content.append(0) }
      content += [field.code, 1] + Array(field.type.utf8) + [0]
      content += bytes(of: UInt32(field.text.utf8.count)) + Array(field.text.utf8) + [0]
    }
    let order = UInt8(ascii: 1.littleEndian == 1 ? "l" : "B")
    var message = [order, MessageHead.Kind.call.rawValue, 0, 1]
    message += bytes(of: 0) + bytes(of: serial) + bytes(of: UInt32(content.count)) + content
    while message.count % 8 != 0 { message.append(0) }
    return message
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  /// Returns the path of the socket in `unix:path=/run/user/1000/at-spi/bus,guid=…`; `nil` for any other address.
  static func socketPath(_ address: String) -> String? {
    let pairs = address.dropFirst(5).split(separator: ",")
    guard address.hasPrefix("unix:"), !address.contains(";"),
      let path = pairs.first(where: { $0.hasPrefix("path=") })?.dropFirst(5), !path.contains("%")
    else { return nil }
    return String(path)
  }

  // MARK: What arrives

  private func receive(_ bytes: RawSpan) {
    var rest = bytes
    while rest.byteCount > 0, completion != nil {
      let taken: Int?
      switch stage {
      case .authentication: taken = takeLine(rest)
      case .head: taken = takeHead(rest)
      case .body(let left): taken = takeBody(rest, left)
      }
      guard let taken else { return finish(.none) }
      rest = rest.extracting(droppingFirst: taken)
    }
  }

  /// The maximum length of the line that lets the bridge in.
  private static let maxLine = 256

  /// Takes bytes up to the end of a line. Returns the number of bytes taken; `nil` when the bridge is not let in.
  private func takeLine(_ bytes: RawSpan) -> Int? {
    for place in 0..<bytes.byteCount {
      start.append(unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
      guard start.count <= Self.maxLine else { return nil }
      guard start.suffix(2) == [0x0D, 0x0A] else { continue }
      guard start.starts(with: Array("OK ".utf8)) else { return nil }
      start = []
      stage = .head
      connection?.send(Array("BEGIN\r\n".utf8) + message)
      connection?.flush()
      return place + 1
    }
    return bytes.byteCount
  }

  /// Takes bytes of a head, no more. Returns their number; `nil` when it is malformed, or the answer cannot be used.
  private func takeHead(_ bytes: RawSpan) -> Int? {
    let first = collect(bytes, upTo: MessageHead.startLength)
    guard start.count >= MessageHead.startLength else { return first }
    guard let length = MessageHead.length(start) else { return nil }
    let taken = first + collect(bytes.extracting(droppingFirst: first), upTo: length)
    guard start.count == length else { return taken }
    guard let head = MessageHead(start), begin(head) else { return nil }
    start = []
    return taken
  }

  /// Adds bytes to `start` until it has `length`. Returns how many.
  private func collect(_ bytes: RawSpan, upTo length: Int) -> Int {
    let count = min(max(0, length - start.count), bytes.byteCount)
    for place in 0..<count {
      start.append(unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
    }
    return count
  }

  /// Begins the body of a message. Returns `false` where it is of no use.
  private func begin(_ head: MessageHead) -> Bool {
    guard head.bodyLength <= Self.maxLength else {
      finish(.tooLong)
      return false
    }
    if head.answeredSerial == Self.serial {
      guard head.kind == .answer, head.bodyLength > 0 else { return false }
      body = BodyBytes(head.bodyLength, signature: head.signature)
    }
    // Applications send their events over every connection.
    stage = head.bodyLength > 0 ? .body(left: head.bodyLength) : .head
    return true
  }

  private func takeBody(_ bytes: RawSpan, _ left: Int) -> Int? {
    let count = min(left, bytes.byteCount)
    body?.append(bytes.extracting(first: count))
    stage = left == count ? .head : .body(left: left - count)
    if left == count, let body { finish(body.finished().map(Outcome.answer) ?? .none) }
    return count
  }
}

/// The bytes of a body, as they arrive.
@safe
private final class BodyBytes {
  private var bytes: UnsafeMutableRawBufferPointer?
  private var count = 0
  private let signature: String

  init(_ size: Int, signature: String) {
    unsafe bytes = .allocate(byteCount: size, alignment: 8)
    self.signature = signature
  }

  deinit { unsafe bytes?.deallocate() }

  func append(_ span: RawSpan) {
    guard let bytes = unsafe bytes, span.byteCount <= bytes.count - count else { return }
    unsafe span.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: $0)
    }
    count += span.byteCount
  }

  /// Returns a reader of the whole body, which owns the bytes.
  func finished() -> RawReader? {
    guard let whole = unsafe bytes, count == whole.count else { return nil }
    unsafe bytes = nil
    return unsafe RawReader(taking: whole, signature: signature)
  }
}
