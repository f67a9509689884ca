internal import BridgeProtocol
internal import BridgeTransport
internal import Synchronization

/// One call, whatever carries it: the only way in which handlers speak to a client.
///
/// It ends exactly once, by `respond`, `finish` or `fail`; what is done to it afterwards is nothing.
/// When it ends from the other side (cancelled, deadline passed, connection lost), `onEnd` is called
/// so that its handler lets go of what it holds.
final class Call {
  let id: CallID
  let method: Method
  /// When the server took it up.
  let began: MonotonicTime
  /// `nil` when the caller waits for as long as it takes.
  let deadline: MonotonicTime?
  /// Called when the call ends, however it does.
  var onEnd: (() -> Void)?
  /// Whether its handler ends it when its deadline passes, and says how things stand.
  var keepsDeadline = false
  /// Called when more may be sent than before.
  var onReady: (() -> Void)?

  /// By which it counts among those who watch, until it ends.
  var seat: Audience.Seat?
  /// Whether its request was taken.
  var hasRequest = false
  /// The message that came, while the client may still send another.
  var message: [UInt8]?
  /// How long its request was, in bytes.
  var requestLength = 0
  /// What it is being sent, when that is more than one message.
  var held: MessageSeries? {
    didSet { hold.change(to: isEnded ? nil : held) }
  }
  /// What its handler keeps beside the request, in bytes: a pattern's program, what a filter covers.
  var handlerMemory = 0 {
    didSet { charge?.bytes = ownMemory }
  }
  /// Its part of what its handler shares with others, which has a charge of its own; in bytes.
  var sharedMemory: (() -> Int)?
  private var hold = SeriesHold()
  private var charge: MemoryCharge?
  /// Whether its carrier keeps it.
  var isKept = false

  /// Until the call has ended, which it has before its carrier goes.
  private var carrier: (any CallCarrier)?
  private var timer: Timer?
  private(set) var isEnded = false

  /// - Parameter timeout: how long the caller waits; `nil` for as long as it takes.
  init(id: CallID, method: Method, timeout: Duration?, carrier: any CallCarrier) {
    self.id = id
    self.method = method
    let began = MonotonicTime.now()
    self.began = began
    deadline = timeout.map(began.advanced(by:))
    self.carrier = carrier
    owner = carrier.number
    trees = carrier.trees
  }

  /// What encodes trees for its connection, one after the other.
  let trees: SerialWork
  /// What carries it: calls of one owner share what a connection may take up.
  let owner: CarrierNumber

  /// Whether a message can be sent now: the client gave credit for it, and reads what it gets.
  var isReady: Bool { !isEnded && carrier?.isReady(id) == true }

  /// The longest message or response that the client takes, in bytes.
  var longestPayload: Int { carrier?.longestPayload ?? 0 }

  /// Throws when so many calls of the method are kept on its connection already: what costs something at
  /// every change is limited in number.
  ///
  /// - Parameter calls: what they are, for people: "subscriptions".
  func check(
    atMost most: Int, _ calls: String, remedy: Remedy = .awaitCall
  ) throws(Status) {
    // A call that waited for its request counts itself.
    let others = (carrier?.keptCalls(of: method) ?? 0) - (isKept ? 1 : 0)
    guard others >= most else { return }
    throw Status(
      .limit, "\(most) \(calls) are under way, which is all that a connection may have",
      remedy: remedy, limit: UInt64(most))
  }

  /// Sends one message of a stream; `false`, and nothing is sent, when the call is not ready.
  @discardableResult
  func send(_ payload: [UInt8]) -> Bool {
    guard isReady, let carrier else { return false }
    guard carrier.send(payload, on: id) else {
      // It was longer than the client takes, which the client has been told.
      end { _ in }
      return false
    }
    return true
  }

  /// The same for a message that others are sent as well.
  func send(_ message: SharedBytes) {
    guard isReady, let carrier else { return }
    if !carrier.send(message, on: id) { end { _ in } }
  }

  /// About how much memory it takes, in bytes: its request, its handler, and its part of what is being
  /// sent.
  var memory: Int { ownMemory + hold.memory + (sharedMemory?() ?? 0) }

  /// The same without what is being sent.
  private var ownMemory: Int { Self.baseMemory + 4 * requestLength + handlerMemory }

  /// Accounts for its memory until it ends.
  func charge(_ ledger: MemoryLedger) {
    guard !isEnded else { return }
    charge = charge ?? MemoryCharge(ledger, .calls)
    charge?.bytes = ownMemory
  }

  /// A call of WaitFor, about.
  private static let baseMemory = 2048

  /// Ends a unary call with its answer.
  func respond(_ response: some WireMessage) {
    respond(encoded: response.encoded())
  }

  func respond(encoded response: [UInt8]) {
    end { $0.finish(self.id, status: .ok, response: response) }
  }

  /// Ends a stream.
  func finish() {
    end { $0.finish(self.id, status: .ok, response: nil) }
  }

  func fail(_ status: Status) {
    end { $0.finish(self.id, status: status, response: nil) }
  }

  /// By when a source must answer: a little before the call's own deadline, so that what it says still
  /// reaches the client.
  ///
  /// - Parameter limit: for a call without a deadline.
  func deadlineOfSource(since began: MonotonicTime, otherwise limit: Duration) -> MonotonicTime {
    guard let deadline else { return began.advanced(by: limit) }
    let left = deadline.since(began)
    return began.advanced(by: max(left - max(left / 20, .milliseconds(10)), .milliseconds(1)))
  }

  /// Has the call fail when its deadline passes. Only for calls that are not answered at once.
  func watchDeadline(on loop: EventLoop) {
    guard !isEnded, !keepsDeadline, timer == nil, let deadline else { return }
    timer = loop.schedule(at: deadline) { [weak self, method] in
      self?.fail(
        Status(
          .timedOut, "the deadline of the call of \(method.rawValue) passed"))
    }
  }

  /// Its client does not want it any more, or is gone.
  func cancel() {
    end { $0.finish(self.id, status: Status(.cancelled, "cancelled by the client"), response: nil) }
  }

  private func end(_ say: (any CallCarrier) -> Void) {
    guard !isEnded else { return }
    isEnded = true
    held = nil
    charge = nil
    timer?.cancel()
    timer = nil
    if let carrier = carrier.take() {
      say(carrier)
      carrier.ended(self)
    }
    seat = nil
    let onEnd = self.onEnd
    self.onEnd = nil
    onReady = nil
    sharedMemory = nil
    onEnd?()
  }
}

/// Names a carrier of calls, and after its end none: an address in memory is used again.
struct CarrierNumber: Hashable {
  private static let last = Atomic<UInt64>(0)
  private let value: UInt64

  static func next() -> CarrierNumber {
    CarrierNumber(value: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// What carries calls: a connection of this protocol, and other protocols beside it.
protocol CallCarrier: AnyObject {
  var number: CarrierNumber { get }
  var trees: SerialWork { get }
  func isReady(_ call: CallID) -> Bool
  var longestPayload: Int { get }
  /// How many calls of a method are under way that were not answered at once.
  func keptCalls(of method: Method) -> Int
  /// To be asked only when ready. `false`: the message is longer than the client takes, and the call
  /// has been ended with a status that says so.
  func send(_ payload: [UInt8], on call: CallID) -> Bool
  func send(_ message: SharedBytes, on call: CallID) -> Bool
  func finish(_ call: CallID, status: Status, response: [UInt8]?)
  /// The call has ended; nothing more will be asked for it.
  func ended(_ call: Call)
}
