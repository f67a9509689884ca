internal import AccessibilityMirror
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// What clients were answered lately, by request and revision, so that a client that asks again is sent only what
/// differs. Each mirror has its own. Bounded in number and memory; the oldest answers are dropped first.
final class RecentReads {
  /// What was asked, without `since`.
  enum Question: Hashable {
    /// With the budget that was kept, which depends on what the client accepts.
    case outline(GetOutlineRequest)
    /// What steps changed in an element that they did not say.
    case part(ElementID)
    case find(Search)
  }

  enum Answer: Equatable {
    case outline(Outline)
    case found([ElementID])
    /// Clients have answers that are too different.
    case several
  }

  private struct Key: Hashable {
    let question: Question
    let revision: Revision
  }

  private static let maxCount = 1024

  private let maxMemory: Int
  private let charge: MemoryCharge
  private var answers: [Key: (answer: Answer, memory: Int)] = [:]
  /// The keys of `answers`, the oldest first.
  private var order = Fifo<Key>()

  /// - Parameter maxMemory: The limit for all answers together, in bytes.
  init(_ ledger: MemoryLedger, maxMemory: Int) {
    self.maxMemory = maxMemory
    charge = MemoryCharge(ledger, .reads)
  }

  func answer(to question: Question, at revision: Revision) -> Answer? {
    answers[Key(question: question, revision: revision)]?.answer
  }

  func store(_ answer: Answer, to question: Question, at revision: Revision) {
    // Nothing can be asked for since revision 0: see `BridgeService.changes(since:)`.
    guard revision > 0 else { return }
    let key = Key(question: question, revision: revision)
    let memory = answer.memory + 256
    if let known = answers[key] {
      if known.answer == answer { return }
      let joined = known.answer.joined(with: answer)
      answers[key] = (joined, joined.memory + 256)
      charge.bytes += joined.memory + 256 - known.memory
    } else {
      guard memory <= maxMemory / 8 else { return }
      answers[key] = (answer, memory)
      order.append(key)
      charge.bytes += memory
    }
    while answers.count > Self.maxCount || charge.bytes > maxMemory, let oldest = order.popFirst() {
      charge.bytes -= answers.removeValue(forKey: oldest)?.memory ?? 0
    }
  }

  func removeAll() {
    answers = [:]
    order = Fifo()
    charge.bytes = 0
  }
}

extension RecentReads.Answer {
  /// What is sure of two answers to the same question. Clients have different outlines because some were sent
  /// differences to earlier ones.
  fileprivate func joined(with other: Self) -> Self {
    guard case .outline(let known) = self, case .outline(let outline) = other else {
      return .several
    }
    return .outline(known.joined(with: outline))
  }

  /// The approximate memory, in bytes.
  fileprivate var memory: Int {
    switch self {
    case .outline(let outline): outline.memory
    case .found(let ids): 8 * ids.count
    case .several: 0
    }
  }
}
