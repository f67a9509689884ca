internal import BridgeTransport
internal import CSDBus

/// A call: waiting in a queue, sent, or answered.
@safe
final class PendingCall {
  typealias Reply = (Result<MessageReader, BusError>) -> Void

  /// The reply handler; `nil` once the call is answered or cancelled.
  private var reply: Reply?
  /// The queue that sends the call and is notified when it ends.
  private var queue: CallQueue?
  /// The request, until it is sent.
  var request: CallRequest?
  /// The connection that the call is sent over; `nil`: that of its queue.
  var line: BusConnection?
  /// Whether the call is sent ahead of all others and delays none of them.
  var isUrgent = false
  let timeout: Duration
  /// The maximum size of the answer in bytes.
  private var sizeLimit = MessageLimits.message

  private var connection: BusConnection?
  private var slot: OpaquePointer?
  /// The index in the connection's pending calls; −1 when it is not among them.
  fileprivate(set) var index = -1
  /// When it was sent, in nanoseconds of the monotonic clock; 0 before.
  private(set) var sentAt: UInt64 = 0

  init(timeout: Duration, queue: CallQueue? = nil, reply: @escaping Reply) {
    self.timeout = timeout
    self.queue = queue
    self.reply = reply
  }

  deinit {
    if let slot = unsafe slot { unsafe _ = sd_bus_slot_unref(slot) }
  }

  /// Whether the answer is still to come.
  var isPending: Bool { reply != nil }

  /// Cancels the call: its reply handler is not called. A message that was sent is not withdrawn.
  func cancel() {
    guard reply != nil else { return }
    reply = nil
    finish(nil)
  }

  /// Sends `message`; a failure is reported at the end of the turn.
  func send(
    _ message: OutgoingMessage, on connection: BusConnection,
    sizeLimit: Int = MessageLimits.message
  ) {
    guard reply != nil else { return }
    self.connection = connection
    self.sizeLimit = sizeLimit
    connection.pending.insert(self)
    if let failure = message.failure {
      return failLater(failure)
    }
    guard let bus = unsafe connection.bus else { return failLater(.disconnected) }
    sentAt = MonotonicTime.now().nanoseconds
    var made: OpaquePointer?
    let result = unsafe sd_bus_call_async(
      bus, &made, message.handle, replyArrived, Unmanaged.passUnretained(self).toOpaque(),
      timeout.busMicroseconds)
    unsafe slot = unsafe made
    if result < 0 {
      // -ENOTCONN, -ECONNRESET …: the connection has ended, which is `disconnected` for every call.
      failLater(
        unsafe sd_bus_is_open(bus) > 0
          ? .system(operation: "sending a call", errno: -result) : .disconnected)
    }
  }

  /// Fails the call with `error` at the end of the turn.
  func failLater(_ error: BusError) {
    guard let connection else { return finish(.failure(error)) }
    connection.runAtTurnEnd { self.finish(.failure(error)) }
  }

  /// Ends the call: removes it from the connection and its queue, and then calls the reply handler.
  func finish(_ result: Result<MessageReader, BusError>?) {
    detach()
    let (reply, queue) = (self.reply, self.queue)
    self.reply = nil
    self.queue = nil
    request = nil
    queue?.finished(self, result)
    if let result { reply?(result) }
    queue?.pump()
  }

  /// Removes the call from the connection and from sd-bus.
  func detach() {
    if let slot = unsafe slot { unsafe _ = sd_bus_slot_unref(slot) }
    unsafe slot = nil
    connection?.pending.remove(self)
    connection = nil
  }

  fileprivate func receive(_ message: OpaquePointer?) {
    connection?.answeredQueue = queue
    let waited = (MonotonicTime.now().nanoseconds &- sentAt) / 1000
    let isOverdue = waited >= timeout.busMicroseconds
    // sd-bus itself answers an overdue call, perhaps while it is receiving another message.
    if !isOverdue, let size = connection?.takeMessageSize(), size > sizeLimit {
      let queue = queue
      finish(.failure(.tooLarge(bytes: size, limit: sizeLimit)))
      queue?.answerWasTooLarge(size)
      return
    }
    let reader = unsafe MessageReader(message)
    guard var error = reader.error else { return finish(.success(reader)) }
    // sd-bus names this error as that of a peer that leaves without a reply.
    if case .noReply = error, isOverdue { error = .timeout }
    finish(.failure(error))
  }
}

/// sd-bus calls this with a call's reply, its error, or the error of its deadline.
///
/// The connection's list of pending calls holds the call for as long as sd-bus has its address. Returns 1, so
/// that no filter sees the reply.
private let replyArrived: sd_bus_message_handler_t = { message, userdata, _ in
  guard let userdata = unsafe userdata else { return 1 }
  let call = unsafe Unmanaged<PendingCall>.fromOpaque(userdata).takeUnretainedValue()
  unsafe call.receive(message)
  return 1
}

/// The unanswered calls of a connection: the only owner of the objects that sd-bus points to.
struct PendingCalls {
  private var calls: [PendingCall] = []

  var count: Int { calls.count }

  mutating func insert(_ call: PendingCall) {
    guard call.index < 0 else { return }
    call.index = calls.count
    calls.append(call)
  }

  /// Removes `call`, and moves the last one to its index.
  mutating func remove(_ call: PendingCall) {
    let index = call.index
    guard calls.indices.contains(index), calls[index] === call, let last = calls.popLast() else {
      return
    }
    call.index = -1
    if last !== call {
      calls[index] = last
      last.index = index
    }
  }

  /// Removes and returns all calls, in no particular order.
  mutating func removeAll() -> [PendingCall] {
    let all = calls
    calls = []
    for call in all { call.index = -1 }
    return all
  }
}
