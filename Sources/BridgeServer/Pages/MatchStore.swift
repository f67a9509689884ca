internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The matches of searches whose pages clients are reading: the elements and their order, as found for
/// the first page. Changes of the tree do not disturb a client that reads on.
///
/// Bounded in number, memory and age. A connection that holds many loses its own matches before others
/// lose theirs. Matches outlive the connection that reads them, since clients reconnect.
final class MatchStore {
  /// How many searches one connection, and all connections together, hold at once.
  static let maxPerOwner = 8
  static let maxCount = 1024

  /// The matches of one search.
  final class Matches {
    let number: UInt32
    let search: Search
    let revision: Revision
    /// In reading order.
    let ids: [ElementID]
    fileprivate let owner: CarrierID
    fileprivate let charge: MemoryCharge
    fileprivate var lastRead = MonotonicTime.now()

    fileprivate init(
      _ number: UInt32, _ search: Search, _ revision: Revision, _ ids: [ElementID],
      owner: CarrierID, charge: MemoryCharge
    ) {
      self.number = number
      self.search = search
      self.revision = revision
      self.ids = ids
      self.owner = owner
      self.charge = charge
    }
  }

  private let ledger: MemoryLedger
  private let loop: EventLoop
  private let maxMemory: Int
  private let lifetime: Duration
  private var stored: [UInt32: Matches] = [:]
  /// The number of the latest matches of each search.
  private var latest: [Search: UInt32] = [:]
  /// What each connection holds, least recently read first, and its memory in bytes.
  private var owners: [CarrierID: (numbers: [UInt32], memory: Int)] = [:]
  private var memory = 0
  private var lastNumber: UInt32 = 0
  private var timer: Timer?

  /// - Parameters:
  ///   - maxMemory: The limit for all matches together, in bytes.
  ///   - lifetime: How long matches are held after they were last read.
  init(_ ledger: MemoryLedger, loop: EventLoop, maxMemory: Int, lifetime: Duration) {
    self.ledger = ledger
    self.loop = loop
    self.maxMemory = maxMemory
    self.lifetime = lifetime
  }

  /// Holds the matches that a connection begins to read. Returns the number by which the next pages are
  /// requested. Matches that take more than `maxMemory` are not held: their pages are available only while
  /// the tree does not change.
  func store(
    _ ids: [ElementID], of search: Search, at revision: Revision, for owner: CarrierID
  ) -> UInt32 {
    // A client that begins again at the same revision reads the same matches.
    let known = owners[owner]?.numbers.compactMap { stored[$0] }.first {
      $0.revision == revision && $0.search == search
    }
    if let known {
      touch(known)
      return known.number
    }
    lastNumber &+= 1
    let size = Self.memory(of: ids)
    guard size <= maxMemory else { return lastNumber }
    if let old = owners[owner]?.numbers, old.count >= Self.maxPerOwner { remove(old[0]) }
    while memory + size > maxMemory || stored.count >= Self.maxCount,
      let number = evictionCandidate()
    {
      remove(number)
    }
    stored[lastNumber] = Matches(
      lastNumber, search, revision, ids, owner: owner, charge: MemoryCharge(ledger, .pages, size))
    owners[owner, default: ([], 0)].numbers.append(lastNumber)
    owners[owner]?.memory += size
    memory += size
    latest[search] = lastNumber
    scheduleExpiry()
    return lastNumber
  }

  /// Returns the matches held under a number. Reading them extends their lifetime.
  func matches(_ number: UInt32) -> Matches? {
    guard let matches = stored[number] else { return nil }
    touch(matches)
    return matches
  }

  /// Returns what a search found at a revision, for whichever connection.
  func ids(of search: Search, at revision: Revision) -> [ElementID]? {
    guard let matches = latest[search].flatMap({ stored[$0] }), matches.revision == revision else {
      return nil
    }
    return matches.ids
  }

  /// Drops matches until enough memory is free.
  func remove(until isEnough: () -> Bool) {
    while !isEnough(), let number = evictionCandidate() { remove(number) }
  }

  private static func memory(of ids: [ElementID]) -> Int { 256 + 8 * ids.count }

  private func touch(_ matches: Matches) {
    matches.lastRead = .now()
    guard var numbers = owners[matches.owner]?.numbers, numbers.last != matches.number else {
      return
    }
    numbers.removeAll { $0 == matches.number }
    numbers.append(matches.number)
    owners[matches.owner]?.numbers = numbers
  }

  /// Returns the least recently read matches of the connection that uses the most memory.
  private func evictionCandidate() -> UInt32? {
    owners.values.max { $0.memory < $1.memory }?.numbers.first
  }

  private func remove(_ number: UInt32) {
    guard let matches = stored.removeValue(forKey: number) else { return }
    let size = Self.memory(of: matches.ids)
    memory -= size
    if latest[matches.search] == number { latest[matches.search] = nil }
    owners[matches.owner]?.memory -= size
    owners[matches.owner]?.numbers.removeAll { $0 == number }
    if owners[matches.owner]?.numbers.isEmpty == true { owners[matches.owner] = nil }
  }

  /// Starts the one timer that drops old matches. It runs while any are held.
  private func scheduleExpiry() {
    guard timer == nil, !stored.isEmpty else { return }
    timer = loop.schedule(after: lifetime) { [weak self] in
      guard let self else { return }
      timer = nil
      let now = MonotonicTime.now()
      let old = stored.values.filter { now.since($0.lastRead) >= lifetime }.map(\.number)
      for number in old { remove(number) }
      scheduleExpiry()
    }
  }
}
