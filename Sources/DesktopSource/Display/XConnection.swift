internal import BridgeTransport
internal import Glibc

/// A connection to the X server for a few requests, driven by the event loop; nothing in it blocks.
///
/// Does not use an X library, because it needs only four kinds of request.
final class XConnection: Cancellable {
  /// The id of the root window.
  private(set) var root: UInt32 = 0
  /// The bits of a window's id that its client chose; the others identify the client.
  private(set) var resourceMask: UInt32 = 0

  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var watch: (Watch)?
  private var outgoing: [UInt8] = []
  private var incoming: [UInt8] = []
  private var isSetUp = false
  private var onReady: ((Bool) -> Void)?
  private var waiting: [UInt16: (XReply?) -> Void] = [:]
  private var sequence: UInt16 = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    close()
  }

  /// Connects. Returns whether the server accepted the connection.
  func open(_ display: XDisplay) async -> Bool {
    await loop.value { (promise: Promise<Bool>) in
      open(display) { promise.fulfill($0) }
      return self
    } ?? false
  }

  /// Sends a request and returns its reply; `nil` for an error or the end of the connection.
  func ask(_ request: XRequest) async -> XReply? {
    await loop.value { (promise: Promise<XReply?>) in
      send(request) { promise.fulfill($0) }
      return self
    } ?? nil
  }

  /// Connects; `ready` is called with whether the server accepted the connection, unless `close()` comes first.
  func open(_ display: XDisplay, ready: @escaping (Bool) -> Void) {
    onReady = ready
    descriptor = Self.connect(display.socketPath)
    guard descriptor >= 0 else { return fail() }
    var setup: [UInt8] = [0x6C, 0, 11, 0, 0, 0]
    let name = display.authorization?.name ?? []
    let data = display.authorization?.data ?? []
    for length in [name.count, data.count, 0] {
      setup += [UInt8(length & 0xFF), UInt8(length >> 8 & 0xFF)]
    }
    for part in [name, data] {
      setup += part
      while setup.count % 4 != 0 { setup.append(0) }
    }
    outgoing = setup
    do throws(SystemError) {
      watch = try loop.watch(descriptor, [.read, .write]) { [weak self] _ in self?.exchange() }
    } catch {
      fail()
    }
  }

  /// Sends a request; `reply` is called with the answer, or `nil` for an error or the end of the connection.
  func send(_ request: XRequest, reply: @escaping (XReply?) -> Void) {
    guard descriptor >= 0 else { return reply(nil) }
    sequence &+= 1
    waiting[sequence] = reply
    outgoing += request.finished()
    flush()
  }

  /// Sends a request that has no reply.
  func post(_ request: XRequest) {
    guard descriptor >= 0 else { return }
    sequence &+= 1
    outgoing += request.finished()
    flush()
  }

  /// Waits, unless the task is cancelled.
  func pause(milliseconds: Int64) async { try? await loop.pause(for: .milliseconds(milliseconds)) }

  /// Closes the connection when a task that waits for it is cancelled.
  func cancel() { close() }

  /// Closes the connection. No handler is called; tasks that wait get `nil`.
  func close() {
    onReady = nil
    waiting = [:]
    watch?.cancel()
    watch = nil
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  private func fail() {
    let (ready, replies) = (onReady, waiting.values)
    close()
    ready?(false)
    for reply in replies { reply(nil) }
  }

  private static func connect(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < 108 else { return -1 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return -1 }
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    _ = Glibc.close(descriptor)
    return -1
  }

  // MARK: Bytes

  private func exchange() {
    flush()
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      incoming += buffer.prefix(count)
      parse()
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      fail()
    }
  }

  private func flush() {
    guard descriptor >= 0 else { return }
    if !outgoing.isEmpty {
      let count = unsafe outgoing.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        outgoing.removeFirst(count)
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        return fail()
      }
    }
    do throws(SystemError) {
      try watch?.update(outgoing.isEmpty ? .read : [.read, .write])
    } catch {
      fail()
    }
  }

  private func parse() {
    if !isSetUp {
      guard incoming.count >= 8 else { return }
      let length = 8 + 4 * Int(XReply(bytes: incoming).number16(6))
      guard incoming.count >= length else { return }
      let setup = XReply(bytes: Array(incoming.prefix(length)))
      incoming.removeFirst(length)
      guard setup.byte(0) == 1 else { return fail() }
      readSetup(setup)
    }
    while descriptor >= 0, incoming.count >= 32 {
      let head = XReply(bytes: Array(incoming.prefix(32)))
      // Only replies are longer than 32 bytes, and no request allows more than 64 KiB.
      let extra = head.byte(0) == 1 ? Int(head.number32(4)) * 4 : 0
      guard extra <= 65_536 else { return fail() }
      guard incoming.count >= 32 + extra else { return }
      let message = XReply(bytes: Array(incoming.prefix(32 + extra)))
      incoming.removeFirst(32 + extra)
      guard message.byte(0) < 2, let reply = waiting.removeValue(forKey: message.number16(2))
      else { continue }
      reply(message.byte(0) == 1 ? message : nil)
    }
  }

  private func readSetup(_ setup: XReply) {
    isSetUp = true
    resourceMask = setup.number32(16)
    let vendor = (Int(setup.number16(24)) + 3) / 4 * 4
    root = setup.number32(40 + vendor + 8 * Int(setup.byte(29)))
    let ready = onReady
    onReady = nil
    ready?(true)
  }
}
