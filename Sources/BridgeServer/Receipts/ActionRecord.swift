internal import BridgeProtocol

/// An action that was requested with an id, and its receipt as soon as there is one.
final class ActionRecord {
  /// What was requested, to detect an id that is used twice.
  let request: Int
  /// Stops the action, and keeps it until there is a receipt, whether or not its client is still connected.
  private var stop: (() -> Void)?
  private var answer: Answer?
  /// Repeats of the request that wait for the receipt.
  private var waiting: [Call] = []
  private let charge: MemoryCharge

  private enum Answer {
    case receipt([UInt8])
    case failure(Status)
  }

  /// About the memory of a record without its receipt, in bytes.
  private static let baseMemory = 320

  init(request: Int, _ ledger: MemoryLedger) {
    self.request = request
    charge = MemoryCharge(ledger, .receipts, Self.baseMemory)
  }

  func keep(stop: @escaping () -> Void) { self.stop = stop }

  /// Lets go of an action that has no receipt yet.
  func forget() {
    stop?()
    stop = nil
  }

  /// Answers a repeat of the request, now or when there is a receipt.
  func join(_ call: Call) {
    if let answer { return reply(to: call, answer) }
    waiting.removeAll { $0.isEnded }
    waiting.append(call)
  }

  /// Takes the encoded response that repeats get.
  func finish(_ response: [UInt8]) {
    charge.bytes = Self.baseMemory + response.count
    end(.receipt(response))
  }

  /// Takes the failure that repeats get as long as there is no receipt.
  func fail(_ status: Status) { end(.failure(status)) }

  private func end(_ answer: Answer) {
    self.answer = answer
    if case .receipt = answer { stop = nil }
    let calls = waiting
    waiting = []
    for call in calls { reply(to: call, answer) }
  }

  private func reply(to call: Call, _ answer: Answer) {
    switch answer {
    case .receipt(let response): call.respond(encoded: response)
    case .failure(let status): call.fail(status)
    }
  }
}
