internal import CSDBus
internal import Glibc

/// A method call as a value: cheap to queue, converted to a message when it is sent.
struct CallRequest {
  /// The unique or well-known name of the called connection.
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
  /// Whether the bus may start the service that owns a well-known name.
  var startsService = false

  /// Whether the call may change something instead of only reading it.
  var hasSideEffects: Bool { !member.hasPrefix("Get") }

  /// Whether the call synthesises keys or the pointer.
  var isInput: Bool { interface == "org.a11y.atspi.DeviceEventController" }

  /// The maximum size of the answer in bytes; a larger one is `BusError.tooLarge`.
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
  /// The default time that a call waits for its answer.
  static let defaultTimeout = Duration.seconds(5)
  /// The number of messages waiting to be written from which on further calls are held back. sd-bus refuses
  /// more than 393,216, and each takes about a kilobyte.
  static let writeQueueLimit: UInt64 = 8192
  /// The number of messages waiting to be written from which on calls made to us are not answered.
  static let answerQueueLimit: UInt64 = 1024

  /// Calls a method; `reply` is passed the answer, or the reason why there is none, in a later step of the
  /// loop.
  ///
  /// `timeout` counts from when the call is sent. The number of calls in flight is not limited here; a
  /// `CallQueue` limits it for each destination.
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

  /// Sends calls that were held back, as far as the write queue has room.
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
      // sd-bus accepts a leading digit, and the bus would close the connection because of it.
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
