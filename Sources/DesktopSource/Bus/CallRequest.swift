internal import CSDBus
internal import Glibc

/// A method call as a value: cheap to queue, made into a message when its turn comes.
struct CallRequest {
  /// The unique or well-known name of who is called.
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
  /// Whether the bus may start the service that owns a well-known name.
  var startsService = false

  /// Whether it may change something, rather than ask.
  var doesSomething: Bool { !member.hasPrefix("Get") }

  /// Bytes that the answer may have; `BusError.tooLarge` when it has more.
  var sizeLimit: Int {
    member == "GetItems" || member == "GetChildren" ? MessageLimits.list : MessageLimits.message
  }

  init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = [], startsService: Bool = false
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.startsService = startsService
  }

  /// Reads a property; the reply is one variant.
  static func property(
    _ name: String, of interface: String, _ destination: String, _ path: String
  ) -> CallRequest {
    CallRequest(
      destination, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(interface), .string(name)])
  }

  /// Reads all properties of an interface; the reply is `a{sv}`.
  static func properties(
    of interface: String, _ destination: String, _ path: String
  ) -> CallRequest {
    CallRequest(
      destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)])
  }

  /// Sets a property; the reply is empty.
  static func setProperty(
    _ name: String, of interface: String, _ destination: String, _ path: String,
    to value: BusValue
  ) -> CallRequest {
    CallRequest(
      destination, path, "org.freedesktop.DBus.Properties", "Set",
      [.string(interface), .string(name), .variant(value)])
  }

  /// A call to the bus itself.
  static func toBus(_ member: String, _ arguments: [BusValue] = []) -> CallRequest {
    CallRequest(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
  }
}

extension BusConnection {
  /// How long a call waits for its answer when nothing else is said.
  static let defaultTimeout = Duration.seconds(5)
  /// Messages waiting to be written past which further calls are held back. sd-bus refuses at
  /// 393,216, and every one waiting costs about a kilobyte.
  static let writeQueueLimit: UInt64 = 8192
  /// Messages waiting to be written past which calls made to us are not answered.
  static let answerQueueLimit: UInt64 = 1024

  /// Calls a method; `reply` has the answer, or why there is none, in a later step of the loop.
  ///
  /// `timeout` counts from when the call is sent. There is no limit to calls in flight here; a
  /// `CallQueue` has one for each destination.
  @discardableResult
  func call(
    _ request: CallRequest, timeout: Duration = BusConnection.defaultTimeout,
    reply: @escaping PendingCall.Reply
  ) -> PendingCall {
    let call = PendingCall(timeout: timeout, reply: reply)
    send(request, for: call)
    return call
  }

  /// Sends `request`, whose answer goes to `call`.
  func send(_ request: CallRequest, for call: PendingCall) {
    if isBacklogged {
      call.request = request
      overflow.append(call)
    } else {
      call.send(message(request), on: self, sizeLimit: request.sizeLimit)
    }
    requestTurnEnd()
  }

  /// Sends held-back calls for which there is room now.
  func sendOverflow() {
    while !isWriteQueueFull, let call = overflow.popFirst() {
      guard let request = call.request else { continue }
      call.request = nil
      call.send(message(request), on: self, sizeLimit: request.sizeLimit)
    }
  }

  private var isBacklogged: Bool { !overflow.isEmpty || isWriteQueueFull }

  private var isWriteQueueFull: Bool {
    var count: UInt64 = 0
    guard let bus = unsafe bus, unsafe sd_bus_get_n_queued_write(bus, &count) >= 0 else {
      return false
    }
    return count >= BusConnection.writeQueueLimit
  }

  /// Makes the message of `request`.
  private func message(_ request: CallRequest) -> OutgoingMessage {
    var handle: OpaquePointer?
    var result: Int32 = 0
    if request.member.utf8.first.map({ (0x30...0x39).contains($0) }) ?? true {
      // sd-bus lets a leading digit pass, and the bus would hang up on it.
      result = -EINVAL
    } else if let bus = unsafe bus {
      result = unsafe sd_bus_message_new_method_call(
        bus, &handle, request.destination, request.path, request.interface, request.member)
      if result >= 0, !request.startsService {
        unsafe _ = sd_bus_message_set_auto_start(handle, 0)
      }
    }
    let message = unsafe OutgoingMessage(
      taking: handle, result: result,
      what:
        "\(request.interface).\(request.member) on \(request.path) of \(request.destination)")
    return message.append(request.arguments)
  }
}
