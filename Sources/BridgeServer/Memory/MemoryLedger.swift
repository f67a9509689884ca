/// What the server uses memory for, as far as clients can make that use grow.
enum MemoryUse: Int, CaseIterable {
  /// Connections themselves, even idle ones.
  case connections
  /// Incomplete frames, and requests that were read but not begun.
  case input
  /// Responses and messages that clients have not read.
  case output
  /// Calls under way.
  case calls
  /// Trees and updates on their way to clients, shared by all clients that are sent the same.
  case messages
  /// The elements that the filters of subscriptions cover.
  case filters
  /// Updates that slow subscribers have not been sent.
  case backlogs
  /// Encodings of elements, kept for later requests.
  case encodings
  /// Recent changes, kept for clients that resume.
  case changeLog
  /// The matches from which the next pages of searches are taken.
  case pages
  /// Answers that clients have, from which they are told what differs.
  case reads
  /// The receipts of actions, kept for clients that request them again.
  case receipts
  /// The mirrors of clients that may see some applications only.
  case mirrors
  /// What was announced lately.
  case announcements

  var name: String { self == .changeLog ? "change log" : "\(self)" }
}

/// Accounts for the memory that clients can make the server use. There is one ledger for all clients,
/// because a limit for each has no effect where anyone may connect again.
///
/// Every use has charges in the ledger, except output, which the transport counts.
final class MemoryLedger {
  /// The limit for all uses together, in bytes.
  let limit: Int
  /// Called when more than the limit is used. `atOnce`: memory must be freed before this returns.
  var onExceeded: ((_ atOnce: Bool) -> Void)?
  /// Called when much less is used than some time before.
  var onDropped: (() -> Void)?

  private var amounts = [Int](repeating: 0, count: MemoryUse.allCases.count)
  private var charged = 0
  private let output: () -> Int
  private(set) var peak = 0
  /// The highest use since `onDropped` was last called.
  private var recentPeak = 0

  /// What was taken from clients to save memory, since the server was started.
  var endedConnections: UInt64 = 0
  var refusedCalls: UInt64 = 0
  var lostBacklogs: UInt64 = 0
  /// The number of notifications that slow subscribers were told they missed, since the server was started.
  var droppedNotifications: UInt64 = 0

  /// - Parameter output: Returns the number of bytes that wait to be written on all connections.
  init(limit: Int, output: @escaping () -> Int) {
    self.limit = limit
    self.output = output
  }

  var used: Int { charged + output() }

  /// The number of bytes that may wait for one connection before it is held back: a fixed share of what is
  /// free below three quarters of the limit. The more greedy clients there are, the less each of them gets,
  /// and some memory is always free for the others. Otherwise clients that are held back would together
  /// reach the limit.
  var allowance: Int { max(Self.minAllowance, (limit / 4 * 3 - used) / 8) }

  /// The drop in use, in bytes, that counts as much less.
  private static let dropThreshold = 16 * 1024 * 1024

  /// The number of bytes that may always wait for a connection.
  static let minAllowance = 64 * 1024

  /// Whether connections, even if all are idle, leave too little memory for their requests.
  var isFullOfConnections: Bool { self[.connections] > limit / 2 }

  subscript(use: MemoryUse) -> Int {
    use == .output ? output() : amounts[use.rawValue]
  }

  /// Records the use and acts when it exceeds the limit. Must be called when something may have grown.
  ///
  /// - Parameter atOnce: Whether memory is freed before this returns when too much is used. Otherwise
  ///   it is freed in the next turn, after what can be written now has been written.
  func check(atOnce: Bool = false) {
    let used = used
    if used > peak { peak = used }
    if used > limit { onExceeded?(atOnce) }
    if used > recentPeak {
      recentPeak = used
    } else if recentPeak - used > Self.dropThreshold {
      recentPeak = used
      onDropped?()
    }
  }

  fileprivate func change(_ use: MemoryUse, by bytes: Int) {
    amounts[use.rawValue] += bytes
    charged += bytes
  }
}

/// An amount in a ledger, for as long as the charge lives.
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
