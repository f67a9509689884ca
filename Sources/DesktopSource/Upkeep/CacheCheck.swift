internal import AccessibilityTree
internal import BridgeTransport

/// The background check: one `GetItems` returns names, roles, states and structure of all objects. Objects that
/// differ from the mirror are read again, and counted as repairs.
final class CacheCheck: StructurePart {
  let structure: StructureReader
  private let quiet: QuietDetector
  /// Called when a check found differences.
  var onDifferences: () -> Void = {}
  /// Whether the application was active since the cache was compared.
  var isPending = false
  /// The number of consecutive checks, without an event between.
  private var consecutiveChecks = 0
  private var timer: Timer?
  private var lastCheck: MonotonicTime?
  private var cost = Duration.milliseconds(5)

  private static let minPause = Duration.seconds(1)
  /// The maximum number of consecutive checks that each follow because the last one found something, without an
  /// event between. Some caches disagree with their objects.
  private static let maxConsecutiveChecks = 3

  init(_ quiet: QuietDetector) {
    structure = quiet.structure
    self.quiet = quiet
  }

  func cancel() { timer?.cancel() }

  /// Whether a check is due.
  var isDue: Bool { isPending && consecutiveChecks < Self.maxConsecutiveChecks }

  /// Handles an event that is no echo: the limit of consecutive checks starts anew.
  func resetLimit() { consecutiveChecks = 0 }

  /// Schedules a check at a bounded rate.
  func schedule() {
    guard timer == nil else { return }
    isPending = false
    consecutiveChecks += 1
    let pause = max(Self.minPause, cost * 100)
    let elapsed = lastCheck.map { MonotonicTime.now().since($0) } ?? pause
    timer = context.loop.schedule(after: max(.milliseconds(200), pause - elapsed)) {
      [weak self] in self?.run()
    }
  }

  private func run() {
    timer = nil
    guard !isClosed else { return }
    let start = MonotonicTime.now()
    lastCheck = start
    compare { [weak self] found in
      guard let self, !isClosed else { return }
      cost = MonotonicTime.now().since(start)
      if found > 0 { onDifferences() }
    }
  }

  /// Compares the mirror with the application's cache. `done` receives the number of objects that differ.
  func compare(_ done: @escaping (Int) -> Void) {
    guard structure.cacheReader.isReady(within: CacheCost.checkLimit), isComplete,
      !health.isSuspended
    else { return done(0) }
    var suspects: [(MirroredObject, ObjectProperties)] = []
    var claims: [(MirroredObject, CacheItem)] = []
    structure.cacheReader.read { [weak self] item in
      guard let self, item.isAlive else { return }
      if let object = table[item.reference] {
        let differing = differences(object, item)
        if !differing.isEmpty { suspects.append((object, differing)) }
        if !differing.isDisjoint(with: [.properties, .role]) { claims.append((object, item)) }
      } else if let parent = item.parent.flatMap({ table[$0] }), parent.stage == .shown,
        !parent.isWindowed
      {
        suspects.append((parent, .children))
      }
    } done: { [weak self] worked in
      guard let self, worked else { return done(0) }
      var repaired: Set<ElementID> = []
      for (object, properties) in suspects where object.stage == .shown {
        reads.mark(object, properties, .high)
        repaired.insert(object.id)
      }
      context.repairCount += repaired.count
      done(repaired.count)
      countConflicts(claims)
    }
  }

  /// Counts the objects for which the cache reports another name or role than they do themselves. The check has
  /// them read again, and they are compared once the application is quiet.
  private func countConflicts(_ claims: [(MirroredObject, CacheItem)]) {
    guard claims.count >= Self.minConflicts else {
      return adjustCount(.cache, -problems.count(.cache))
    }
    quiet.runLater { [application] in
      let asked: ObjectProperties = [.properties, .role]
      let conflicts = claims.count { object, item in
        object.stage == .shown && !object.isAwaiting(asked)
          && (object.facts.name != item.facts.name || object.facts.role != item.facts.role)
      }
      let known = application.problems.count(.cache)
      application.adjustCount(.cache, (conflicts < Self.minConflicts ? 0 : conflicts) - known)
    }
  }

  /// The number of objects from which on the cache is considered wrong: fewer may have changed since it was
  /// read.
  private static let minConflicts = 3

  /// Returns the properties of an object that differ from the cache.
  private func differences(_ object: MirroredObject, _ item: CacheItem) -> ObjectProperties {
    guard object.stage == .shown, object !== root else { return [] }
    var differing: ObjectProperties = []
    if object.facts.name != item.facts.name || object.facts.description != item.facts.description {
      differing.insert(.properties)
    }
    if object.facts.role != item.facts.role { differing.insert(.role) }
    if object.facts.states != object.checkedState.resolve(item.facts.states) {
      differing.insert(.states)
    }
    let isCounted = item.childCount >= 0 && !object.isWindowed
    if isCounted, item.childCount != object.children.count { differing.insert(.children) }
    // Attributes are not in the cache, and repeat some of the values that are.
    return differing.isEmpty ? [] : differing.union(.attributes)
  }
}
