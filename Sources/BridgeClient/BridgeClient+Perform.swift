package import AccessibilityTree
public import BridgeProtocol

extension BridgeClient {
  /// Performs an action at most once.
  ///
  /// The request gets a `requestID` if it has none. A client that reconnects sends it again when the connection is
  /// lost, and gets the receipt of the first time. Throws `outcomeUnknown` when the action was sent and no receipt
  /// arrived.
  public func perform(
    _ request: PerformRequest, timeout: Duration? = .seconds(30)
  ) async throws -> Receipt {
    try await perform(request, readingFirst: false, timeout: timeout).receipt
  }

  /// The same, and reads the element as it is before the action, in the same round trip. The element is `nil` when
  /// it could not be read.
  package func performReadingElement(
    _ request: PerformRequest, timeout: Duration?
  ) async throws -> (element: Element?, receipt: Receipt) {
    try await perform(request, readingFirst: true, timeout: timeout)
  }

  /// Performs an action in a run of the server, and never asks for it again. Throws `outcomeUnknown` when it was sent and
  /// no receipt arrived, and `connectionLost` when the client is not connected to that run.
  package func perform(
    _ request: PerformRequest, inRun epoch: UInt64, timeout: Duration?
  ) async throws -> Receipt {
    let response = try await call(
      .perform, request.encoded(), timeout: timeout, epoch: epoch, isAction: true)
    return try decode(PerformResponse.self, response).receipt
  }

  private func perform(
    _ request: PerformRequest, readingFirst: Bool, timeout: Duration?
  ) async throws -> (element: Element?, receipt: Receipt) {
    var request = request
    if request.requestID.isEmpty { request.requestID = Self.randomID() }
    let action = request.encoded()
    let look = readingFirst ? GetElementRequest(target: request.target).encoded() : nil
    let (first, second) = (CallToken.next(), CallToken.next())
    let (element, receipt) = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        onLoop { core in
          let answers = ActionAnswers { continuation.resume(with: $0) }
          if let look {
            core.call(first, .getElement, look, timeout) { answers.take(element: try? $0.get()) }
          } else {
            answers.take(element: nil)
          }
          core.call(second, .perform, action, timeout, isRepeatable: true) {
            answers.take(receipt: $0)
          }
        }
        // `onCancel` may have run before the calls were registered.
        if Task.isCancelled { cancel(first, second) }
      }
    } onCancel: {
      cancel(first, second)
    }
    guard let receipt else {
      throw ClientError.badAnswer("the server ended Perform without a response")
    }
    return (
      try element.map { try decode(GetElementResponse.self, $0) }?.element,
      try decode(PerformResponse.self, receipt).receipt
    )
  }

  private func cancel(_ tokens: CallToken...) {
    onLoop { core in for token in tokens { core.cancel(token) } }
  }

  /// 128 random bits.
  private static func randomID() -> String {
    [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]
      .map { String($0, radix: 36) }.joined(separator: "-")
  }
}

/// Collects the two answers, on the loop.
private final class ActionAnswers {
  typealias Both = ([UInt8]?, [UInt8]?)

  private let completion: (Result<Both, any Error>) -> Void
  private var element: [UInt8]?
  private var hasElement = false
  private var receipt: Result<[UInt8]?, any Error>?

  init(_ completion: @escaping (Result<Both, any Error>) -> Void) {
    self.completion = completion
  }

  func take(element: [UInt8]?) {
    self.element = element
    hasElement = true
    finishIfComplete()
  }

  func take(receipt: Result<[UInt8]?, any Error>) {
    self.receipt = receipt
    finishIfComplete()
  }

  private func finishIfComplete() {
    guard hasElement, let receipt else { return }
    completion(receipt.map { (element, $0) })
  }
}
