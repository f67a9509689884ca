internal import AccessibilityTree
internal import BridgeTransport

/// Finds that a page of a browser was scrolled, which no event tells: asks some of what is in sight where it is.
///
/// That is done when a client looks at everything anew, and after actions, which may have scrolled a page. Where most of it
/// has moved by one distance, what came into sight by that is read at once.
final class PageMoves: StructurePart {
  let structure: StructureReader
  private let scrolled: ScrolledContent
  private var lastCheck: MonotonicTime?
  /// The pages that are being asked about.
  private var checks: [Check] = []
  /// The checks behind actions that are still to come, by their delays.
  private var timers: [Duration: Timer] = [:]
  /// Where parts of the pages were at the first of these actions, or when they were asked behind it: of those that are in
  /// sight since, many have been read where they are now, and others not.
  private var places: [ElementID: [ElementID: Point]] = [:]
  /// Whether something was found to have moved since the first of these actions.
  private var hasMoved = false
  /// Until when a page may tell that a link has moved it.
  private var jumpEnd: MonotonicTime?
  /// Whether what is known of a page is not how it is: something has moved in it behind an action, and where to is not known yet,
  /// or a link was pressed, which may have.
  var isMoving: Bool {
    guard !(timers.isEmpty && checks.isEmpty) else { return false }
    return hasMoved || jumpEnd.map { MonotonicTime.now() < $0 } == true
  }

  private struct Check {
    let page: ElementID
    /// Where what was asked was before.
    var left: [ElementID: Point]
    var moves: [ElementID: (from: Point, to: Point)] = [:]
  }

  /// The shortest time between two checks, but for those after actions.
  private static let pause = Duration.milliseconds(500)
  /// How long after an action a page may have told that it was scrolled by it: Chromium tells at most every half second
  /// where things are, and follows a key in steps.
  private static let delays: [Duration] = [
    .milliseconds(150), reportDelay, .milliseconds(1400),
  ]
  /// When a page has told that it was scrolled at once.
  private static let reportDelay = Duration.milliseconds(700)
  /// How many elements of a page are asked, of how many pages, and how many elements are looked at to find these.
  private static let maxMarks = 8
  /// What is shown of a page where less than that is may be all that stays in place.
  private static let minParts = 8
  private static let maxPages = 4
  private static let maxSteps = 4_000

  init(_ structure: StructureReader, _ scrolled: ScrolledContent) {
    (self.structure, self.scrolled) = (structure, scrolled)
  }

  func cancel() {
    for timer in timers.values { timer.cancel() }
    (timers, checks, places) = ([:], [], [:])
  }

  /// Checks again some times behind an action. Where actions follow each other, the first of these checks stays, and the others wait
  /// for the last action.
  func checkAfterAction(on object: MirroredObject) {
    guard peer.dialect.answersFromCopy else { return }
    if timers.isEmpty {
      (hasMoved, jumpEnd) = (false, nil)
      places = Dictionary(pages.map { ($0, marks(of: $0)) }) { first, _ in first }
    }
    if object.facts.hasRole(.link) { jumpEnd = .now().advanced(by: Self.reportDelay) }
    for delay in Self.delays where delay != Self.delays.first || timers[delay] == nil {
      timers[delay]?.cancel()
      timers[delay] = context.loop.schedule(after: delay) { [weak self] in
        self?.timers[delay] = nil
        self?.check()
      }
    }
  }

  /// Handles that something was found to have moved of which no event told.
  func didFindMove() {
    if !timers.isEmpty { hasMoved = true }
  }

  /// Handles that a client looks at everything anew.
  func clientDidLook() {
    guard peer.dialect.answersFromCopy,
      lastCheck.map({ MonotonicTime.now().since($0) >= Self.pause }) ?? true
    else { return }
    check()
  }

  private func check() {
    guard isComplete, !isClosed else { return }
    lastCheck = .now()
    // Answers that never came are not waited for.
    checks = pages.map { page in
      let known = places[page]?.filter { table[$0.key] != nil } ?? [:]
      return Check(page: page, left: known.count > Self.maxMarks / 2 ? known : marks(of: page))
    }
    for id in checks.flatMap(\.left.keys) {
      if let object = table[id] { reads.mark(object, .frame, .visible) }
    }
  }

  /// Where some parts of a page are, as far as is known.
  private func marks(of page: ElementID) -> [ElementID: Point] {
    let marks = parts(of: page).sample(Self.maxMarks)
    return Dictionary(marks.map { ($0.id, $0.frame.rect.origin) }) { first, _ in first }
  }

  /// What is shown of a page, or where nothing is known to be, as when all of it has gone out of sight, whatever has a place.
  private func parts(of page: ElementID) -> [(id: ElementID, frame: Frame)] {
    let tree = context.store.tree
    let shown = tree.shownParts(of: page, steps: Self.maxSteps)
    return shown.count >= Self.minParts
      ? shown : tree.placedParts(of: page, steps: Self.maxSteps)
  }

  /// The outermost pages that are shown.
  private var pages: [ElementID] {
    let tree = context.store.tree
    var pages: [ElementID] = []
    for part in tree.shownParts(of: rootID, steps: Self.maxSteps)
    where pages.count < Self.maxPages && tree.read(part.id, { $0.role }) == .document {
      if !pages.contains(where: { tree.isAncestor($0, of: part.id) }) { pages.append(part.id) }
    }
    return pages
  }

  /// Handles that the frame of an object was read.
  func didRead(_ frame: Frame?, of object: MirroredObject) {
    for index in checks.indices {
      guard let former = checks[index].left.removeValue(forKey: object.id) else { continue }
      if let now = frame?.rect.origin { checks[index].moves[object.id] = (former, now) }
      if checks[index].left.isEmpty { end(checks.remove(at: index)) }
      return
    }
  }

  private func end(_ check: Check) {
    places[check.page] = timers.isEmpty ? nil : check.moves.mapValues(\.to)
    let moves = Array(check.moves.values)
    guard let (offset, _) = Point.commonOffset(of: moves), let page = table[check.page] else {
      // It is at rest.
      if moves.allSatisfy({ $0.from == $0.to }) { hasMoved = false }
      return
    }
    scrolled.didScroll(page, by: offset)
  }
}
