/// What the server uses memory for, as far as clients can make it grow.
enum MemoryUse: Int, CaseIterable {
  /// Connections, whatever they do.
  case connections
  /// Incomplete frames, and requests that were read and not begun.
  case input
  /// Answers and messages that a client has not read.
  case output
  /// Calls under way.
  case calls
  /// Trees and updates on their way to clients, shared by all who are sent the same.
  case messages
  /// What the filters of subscriptions cover.
  case filters
  /// What slow subscribers have not been sent.
  case backlogs
  /// Encodings of elements, kept for whoever asks next.
  case encodings
  /// What happened lately, for those who resume.
  case changeLog
  /// What the next pages of searches are taken from.
  case pages

  var name: String { self == .changeLog ? "change log" : "\(self)" }
}

/// The account of the memory that clients can make the server use: one for all of them, because a
/// limit for each is no limit where anybody may connect again.
///
/// Every use has a charge in it, but for output, which the transport counts.
final class MemoryLedger {
  /// In bytes.
  let limit: Int
  /// Called when more is used than the limit. `atOnce`: memory is to be freed before this returns.
  var onExceeded: ((_ atOnce: Bool) -> Void)?
  /// Called when much less is used than some time before.
  var onFallen: (() -> Void)?

  private var amounts = [Int](repeating: 0, count: MemoryUse.allCases.count)
  private var charged = 0
  private let output: () -> Int
  private(set) var peak = 0
  /// The most that was used since `onFallen` was last called.
  private var recentPeak = 0

  /// What clients were denied to save memory, over all time.
  var endedConnections: UInt64 = 0
  var refusedCalls: UInt64 = 0
  var lostBacklogs: UInt64 = 0
  /// How many notifications slow subscribers were told that they missed, over all time.
  var droppedNotifications: UInt64 = 0

  /// - Parameter output: how much waits to be written on all connections, in bytes.
  init(limit: Int, output: @escaping () -> Int) {
    self.limit = limit
    self.output = output
  }

  var used: Int { charged + output() }

  /// How much one connection may have waiting for it before it is held back, in bytes: a fixed part of
  /// what is free, of three quarters of the limit. Whoever is greedy gets less the more there are of
  /// them, and some is always free for those who are not: else those who are held back would bring
  /// each other to the limit.
  var allowance: Int { max(Self.minAllowance, (limit / 4 * 3 - used) / 8) }

  /// How many bytes less are much less.
  private static let fall = 16 * 1024 * 1024

  /// What a connection may always have.
  private static let minAllowance = 64 * 1024

  /// Whether connections, even if they do nothing, leave too little for what they want.
  var isFullOfConnections: Bool { self[.connections] > limit / 2 }

  subscript(use: MemoryUse) -> Int {
    use == .output ? output() : amounts[use.rawValue]
  }

  /// To be called when something may have grown.
  ///
  /// - Parameter atOnce: whether memory is freed before this returns where too much is used. Otherwise
  ///   it is in the next turn, when what can be written now has been.
  func check(atOnce: Bool = false) {
    let used = used
    if used > peak { peak = used }
    if used > limit { onExceeded?(atOnce) }
    if used > recentPeak {
      recentPeak = used
    } else if recentPeak - used > Self.fall {
      recentPeak = used
      onFallen?()
    }
  }

  fileprivate func change(_ use: MemoryUse, by bytes: Int) {
    amounts[use.rawValue] += bytes
    charged += bytes
  }
}

/// An entry in a ledger, for as long as it lives.
final class MemoryCharge {
  private let ledger: MemoryLedger
  private let use: MemoryUse
  var bytes: Int {
    didSet { if bytes != oldValue { ledger.change(use, by: bytes - oldValue) } }
  }

  init(_ ledger: MemoryLedger, _ use: MemoryUse, _ bytes: Int = 0) {
    self.ledger = ledger
    self.use = use
    self.bytes = bytes
    if bytes != 0 { ledger.change(use, by: bytes) }
  }

  deinit { ledger.change(use, by: -bytes) }
}
