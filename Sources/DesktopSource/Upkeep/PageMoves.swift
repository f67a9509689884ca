internal import AccessibilityTree
internal import BridgeTransport

/// Finds that a page of a browser was scrolled, which no event tells: asks some of what is in sight where it is.
///
/// That is done when a client looks at everything anew, and after actions, by keys of which a page may be scrolled. Where most of it
/// has moved by one distance, what came into sight by that is read at once.
final class PageMoves: StructurePart {
  let structure: StructureReader
  private let scrolled: ScrolledContent
  private var lastCheck: MonotonicTime?
  /// The pages that are being asked about.
  private var checks: [Check] = []
  /// How many checks behind actions are still to come, and whether something was found to have moved since the first of these actions.
  private var checksLeft = 0
  private var hasMoved = false
  /// Whether what is known of a page is not how it is: something has moved in it behind an action, and where to is not known yet.
  var isMoving: Bool { hasMoved && (checksLeft > 0 || !checks.isEmpty) }

  private struct Check {
    let page: ElementID
    /// Where what was asked was before.
    var left: [ElementID: Point]
    var moves: [(from: Point, to: Point)] = []
  }

  /// The shortest time between two checks, but for those after actions.
  private static let pause = Duration.milliseconds(500)
  /// How long after an action a page may have told that it was scrolled by it: Chromium tells at most every half second
  /// where things are, and follows a key in steps.
  private static let delays: [Duration] = [
    .milliseconds(150), .milliseconds(700), .milliseconds(1400),
  ]
  /// How many elements of a page are asked, of how many pages, and how many elements are looked at to find these.
  private static let maxMarks = 8
  /// What is shown of a page where less than that is may be all that stays in place.
  private static let minParts = 8
  private static let maxPages = 4
  private static let maxSteps = 4_000

  init(_ structure: StructureReader, _ scrolled: ScrolledContent) {
    (self.structure, self.scrolled) = (structure, scrolled)
  }

  func cancel() { checks = [] }

  /// Checks again some times behind an action.
  func checkAfterAction() {
    guard peer.dialect.answersFromCopy else { return }
    if checksLeft == 0 { hasMoved = false }
    for delay in Self.delays {
      checksLeft += 1
      context.loop.schedule(after: delay) { [weak self] in
        self?.checksLeft -= 1
        self?.check()
      }
    }
  }

  /// Handles that something was found to have moved of which no event told.
  func didFindMove() {
    if checksLeft > 0 { hasMoved = true }
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
      let parts = parts(of: page)
      let count = min(parts.count, Self.maxMarks)
      let marks = (0..<count).map { parts[$0 * parts.count / count] }
      return Check(
        page: page,
        left: Dictionary(marks.map { ($0.id, $0.frame.rect.origin) }) { first, _ in first })
    }
    for id in checks.flatMap(\.left.keys) {
      if let object = table[id] { reads.mark(object, .frame, .visible) }
    }
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
      if let now = frame?.rect.origin { checks[index].moves.append((former, now)) }
      if checks[index].left.isEmpty { end(checks.remove(at: index)) }
      return
    }
  }

  private func end(_ check: Check) {
    guard let (offset, _) = Point.commonOffset(of: check.moves), let page = table[check.page] else {
      // It is at rest.
      if check.moves.allSatisfy({ $0.from == $0.to }) { hasMoved = false }
      return
    }
    scrolled.didScroll(page, by: offset)
  }
}
