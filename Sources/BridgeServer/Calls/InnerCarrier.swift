internal import BridgeProtocol
internal import BridgeTransport

/// Carries one call that a handler makes for a call of a client: by the same client, with the same rights, and
/// within the same limits.
final class InnerCarrier: CallCarrier {
  typealias Completion = (Result<[UInt8], Status>) -> Void

  private let outer: Call
  private var completion: Completion?
  let maxPayloadSize: Int

  /// - Parameter completion: Called when the call ends, unless it is cancelled by `cancel`.
  init(for outer: Call, maxPayloadSize: Int, completion: @escaping Completion) {
    self.outer = outer
    self.maxPayloadSize = maxPayloadSize
    self.completion = completion
  }

  /// Makes the call, for a method that is answered once.
  ///
  /// - Parameter timeout: The time after which it fails; `nil`: the default of the method.
  func makeCall(_ method: Method, requestLength: Int, timeout: Duration?) -> Call {
    let call = Call(
      id: outer.id, method: method, timeout: timeout, carrier: self, authority: outer.authority)
    call.hasRequest = true
    call.requestLength = requestLength
    call.audit = outer.audit
    return call
  }

  /// Ends a call without calling `completion`.
  func cancel(_ call: Call) {
    completion = nil
    call.cancel()
  }

  var carrierID: CarrierID { outer.owner }
  var treeWork: SerialWork { outer.treeWork }
  var clientKeepsDeadlines: Bool { false }

  /// Counts the calls of the connection. A call that makes others counts as one of each limited kind.
  func pendingCalls(of method: Method) -> Int {
    let own = outer.pendingCalls(of: method)
    guard method == .perform || method == .waitFor else { return own }
    return own + outer.pendingCalls(of: outer.method) - (outer.isPending ? 1 : 0)
  }

  func isReady(_ call: CallID) -> Bool { true }
  func send(_ payload: [UInt8], on call: CallID) -> Bool { true }
  func send(_ message: SharedBytes, on call: CallID) -> Bool { true }
  func send(on call: CallID, whileReady next: () -> [UInt8]?) -> Bool {
    while next() != nil {}
    return true
  }

  func finish(_ call: CallID, status: Status, response: [UInt8]?) {
    let completion = completion.take()
    if status.code == .ok, let response {
      completion?(.success(response))
    } else {
      completion?(.failure(status))
    }
  }

  func callEnded(_ call: Call) {}
}
