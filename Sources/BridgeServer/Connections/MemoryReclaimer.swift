internal import BridgeTransport

/// Frees memory when clients make the server use more than it may.
///
/// First drops what can be made again, then what waits for slow subscribers, who are told; finally
/// ends connections, beginning with those that hold the most and have been idle the longest.
final class MemoryReclaimer {
  private let services: ServiceRegistry
  private var service: BridgeService { services.whole }
  private let connections: () -> [ServerConnection]
  private var isScheduled = false
  /// Whether the limit was exceeded and there is not enough room yet.
  private var isReclaiming = false
  /// The connections that may be ended, the most worthwhile last, until `candidatesValidUntil`.
  private var candidates: [(connection: ServerConnection, weight: Int)] = []
  private var candidatesValidUntil = MonotonicTime(nanoseconds: 0)
  /// Delays giving freed memory back: it stays with the process unless the process is asked to return it.
  private var trimTimer: Timer?

  /// The connection that uses the most memory, as found in the turn that began at `turn`.
  private var largest: (peer: String, memory: Int, turn: MonotonicTime)?

  init(_ services: ServiceRegistry, connections: @escaping () -> [ServerConnection]) {
    self.services = services
    self.connections = connections
    let service = services.whole
    service.memory.onExceeded = { [unowned self] atOnce in atOnce ? reclaim() : scheduleReclaim() }
    service.memory.onDropped = { [unowned self] in scheduleTrim() }
  }

  /// Plans relief for the next turn, so that what is written in this turn counts against nobody.
  private func scheduleReclaim() {
    guard !isScheduled else { return }
    isScheduled = true
    service.loop.schedule(after: .zero) { [weak self] in
      self?.isScheduled = false
      self?.reclaim()
      self?.continueReclaim()
    }
  }

  private func reclaim() {
    let ledger = service.memory
    guard ledger.used > ledger.limit else { return }
    if !isReclaiming {
      isReclaiming = true
      services.dropIdleParts()
      for service in services.all { dropCaches(of: service) }
      for service in services.all where !isEnough() {
        ledger.lostBacklogs += UInt64(service.subscriptions.dropBacklogs(until: isEnough))
        ledger.lostBacklogs += UInt64(service.standing.dropBacklogs(until: isEnough))
      }
    }
    // End enough connections at once to meet the limit; the rest follow, a slice per turn, not at each read.
    endConnections { ledger.used <= ledger.limit }
    scheduleReclaim()
    scheduleTrim()
  }

  /// Drops what can be made again.
  private func dropCaches(of service: BridgeService) {
    service.recentTrees.removeAll()
    service.recentReads.removeAll()
    service.cache.dropOlderHalf()
    service.cache.dropOlderHalf()
    service.matchStore.remove(until: isEnough)
  }

  /// Whether enough memory is free that the next request does not start relief again.
  private var isEnough: () -> Bool {
    { [memory = service.memory] in memory.used <= memory.limit / 4 * 3 }
  }

  /// Ends more connections, for one slice, until there is enough room.
  private func continueReclaim() {
    guard isReclaiming else { return }
    let (slice, isEnough) = (Slice(Scheduler.slice), isEnough)
    endConnections { isEnough() || slice.isExpired }
    guard isEnough() || candidates.isEmpty else { return scheduleReclaim() }
    isReclaiming = false
    candidates = []
  }

  /// Ends the most worthwhile connections first. Finding them takes some milliseconds with thousands of
  /// connections, so the result is used for a while.
  private func endConnections(until isDone: () -> Bool) {
    guard !isDone() else { return }
    let now = MonotonicTime.now()
    if candidates.isEmpty || now >= candidatesValidUntil {
      candidates = findCandidates(at: now)
      candidatesValidUntil = now.advanced(by: .milliseconds(20))
    }
    while !isDone(), let candidate = candidates.popLast() {
      // The connection may have taken its output, or ended, meanwhile.
      guard candidate.connection.isOpen, candidate.connection.heldMemory > Self.minReclaimable
      else {
        continue
      }
      candidate.connection.endToFreeMemory()
      service.memory.endedConnections += 1
    }
  }

  /// Returns the connections that are worth ending, the most worthwhile last.
  private func findCandidates(
    at now: MonotonicTime
  ) -> [(connection: ServerConnection, weight: Int)] {
    var found: [(connection: ServerConnection, weight: Int)] = []
    for connection in connections() where connection.isOpen {
      let held = connection.heldMemory
      guard held > Self.minReclaimable else { continue }
      found.append((connection, Self.weight(held, idle: connection.idleTime(at: now))))
    }
    found.sort { $0.weight < $1.weight }
    return found
  }

  /// Ending a connection that holds fewer bytes would free too little.
  private static let minReclaimable = 4096

  /// Returns memory times idle time: a client that is reading gives back its memory within moments.
  private static func weight(_ memory: Int, idle: Duration) -> Int {
    let milliseconds = 10 + max(0, idle.milliseconds)
    let (product, overflow) = memory.multipliedReportingOverflow(by: Int(milliseconds))
    return overflow ? .max : product
  }

  /// Returns the connection that uses the most memory. Asking all connections takes long, so it is done
  /// at most once per turn.
  func largestConnection() -> (peer: String, memory: Int) {
    let turn = service.loop.turnBegan
    if let largest, largest.turn == turn { return (largest.peer, largest.memory) }
    var found: (connection: ServerConnection, memory: Int)?
    for connection in connections() {
      let memory = connection.memory
      if memory > found?.memory ?? 0 { found = (connection, memory) }
    }
    let answer = (peer: found?.connection.peer ?? "", memory: found?.memory ?? 0)
    largest = (answer.peer, answer.memory, turn)
    return answer
  }

  private func scheduleTrim() {
    guard trimTimer == nil else { return }
    trimTimer = service.loop.schedule(after: .milliseconds(200)) { [weak self] in
      self?.trimTimer = nil
      ProcessMemory.trim()
    }
  }
}
