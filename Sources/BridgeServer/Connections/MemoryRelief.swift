internal import BridgeTransport

/// What is done when clients make the server use more memory than it may.
///
/// First goes what can be made again, then what waits for slow subscribers, who are told; at last
/// connections are ended, those first that hold the most and have done nothing for the longest.
final class MemoryRelief {
  private let service: BridgeService
  private let connections: () -> [FramedConnection]
  private var isPlanned = false
  /// There is not enough room yet since the limit was exceeded last.
  private var isUnderWay = false
  /// What may be ended meanwhile.
  private var candidates: [(connection: FramedConnection, weight: Int)] = []
  private var candidatesValidUntil = MonotonicTime(nanoseconds: 0)
  /// Freed memory stays with the process unless it is asked to give it back.
  private var trimTimer: Timer?

  /// The connection that uses the most, as found in the turn that began then.
  private var largest: (peer: String, memory: Int, turn: MonotonicTime)?

  init(_ service: BridgeService, connections: @escaping () -> [FramedConnection]) {
    self.service = service
    self.connections = connections
    service.memory.onExceeded = { [unowned self] atOnce in atOnce ? relieve() : plan() }
    service.memory.onFallen = { [unowned self] in planTrim() }
  }

  /// In the next turn: what is written in this one is not held against anybody.
  private func plan() {
    guard !isPlanned else { return }
    isPlanned = true
    service.loop.schedule(after: .zero) { [weak self] in
      self?.isPlanned = false
      self?.relieve()
      self?.goOn()
    }
  }

  private func relieve() {
    let ledger = service.memory
    guard ledger.used > ledger.limit else { return }
    if !isUnderWay {
      isUnderWay = true
      service.trees.forget()
      service.cache.forgetHalf()
      service.cache.forgetHalf()
      service.held.forget(until: isEnough)
      if !isEnough() {
        ledger.lostBacklogs += UInt64(service.subscriptions.giveUpBacklogs(until: isEnough))
      }
    }
    // So much at once that the limit holds; the rest a slice in each turn, not at each read.
    endConnections { ledger.used <= ledger.limit }
    plan()
    planTrim()
  }

  /// Some room, so that the next request does not begin all over.
  private var isEnough: () -> Bool {
    { [memory = service.memory] in memory.used <= memory.limit / 4 * 3 }
  }

  /// Ends more connections, for a slice, until there is enough room.
  private func goOn() {
    guard isUnderWay else { return }
    let (slice, isEnough) = (Slice(Scheduler.slice), isEnough)
    endConnections { isEnough() || slice.isOver }
    guard isEnough() || candidates.isEmpty else { return plan() }
    isUnderWay = false
    candidates = []
  }

  /// Ends those first that are worth it most. To find out which these are takes some milliseconds where
  /// there are thousands of connections, so it holds for a while.
  private func endConnections(until isDone: () -> Bool) {
    guard !isDone() else { return }
    let now = MonotonicTime.now()
    if candidates.isEmpty || now >= candidatesValidUntil {
      candidates = findCandidates(at: now)
      candidatesValidUntil = now.advanced(by: .milliseconds(20))
    }
    while !isDone(), let candidate = candidates.popLast() {
      // It may have read, or ended, meanwhile.
      guard candidate.connection.isOpen, candidate.connection.heldMemory > Self.worthEnding else {
        continue
      }
      candidate.connection.endToSaveMemory()
      service.memory.endedConnections += 1
    }
  }

  /// Those that are worth it most come last.
  private func findCandidates(
    at now: MonotonicTime
  ) -> [(connection: FramedConnection, weight: Int)] {
    var found: [(connection: FramedConnection, weight: Int)] = []
    for connection in connections() where connection.isOpen {
      let held = connection.heldMemory
      guard held > Self.worthEnding else { continue }
      found.append((connection, Self.weight(held, idle: connection.idleTime(at: now))))
    }
    found.sort { $0.weight < $1.weight }
    return found
  }

  /// To end a connection that holds less would free too little.
  private static let worthEnding = 4096

  /// Memory and time: who is reading gives back what it holds in a moment.
  private static func weight(_ memory: Int, idle: Duration) -> Int {
    let milliseconds = 10 + max(0, idle.milliseconds)
    let (product, overflow) = memory.multipliedReportingOverflow(by: Int(milliseconds))
    return overflow ? .max : product
  }

  /// Who uses the most. To ask all connections takes a while, so it is done once a turn.
  func largestConnection() -> (peer: String, memory: Int) {
    let turn = service.loop.turnBegan
    if let largest, largest.turn == turn { return (largest.peer, largest.memory) }
    var found: (connection: FramedConnection, memory: Int)?
    for connection in connections() {
      let memory = connection.memory
      if memory > found?.memory ?? 0 { found = (connection, memory) }
    }
    let answer = (peer: found?.connection.peer ?? "", memory: found?.memory ?? 0)
    largest = (answer.peer, answer.memory, turn)
    return answer
  }

  private func planTrim() {
    guard trimTimer == nil else { return }
    trimTimer = service.loop.schedule(after: .milliseconds(200)) { [weak self] in
      self?.trimTimer = nil
      ProcessMemory.giveBack()
    }
  }
}
