internal import AccessibilityTree

/// Determines which of several elements in one place is in front, for toolkits whose states do not tell.
///
/// GTK 4 reports every page of a stack or notebook as visible, and pages that were in front once at their old
/// position. Pages that are not in front are not mapped, and a hit test on such a page (`GetAccessibleAtPoint`)
/// finds nothing. The same holds for the hidden content of a revealer.
///
/// A hit test finds nothing either in elements that are disabled or let clicks through. So a page counts as
/// behind only if nothing is found at its center, at two of its edges and at some of its elements, all of which are enabled, and if
/// another page in the same place is mapped or the container has no size.
///
/// Rows that were scrolled out of a view are as pages that are not in front (`RowProbe`).
final class PageReader {
  private let sweep: ScreenSweep
  private let container: MirroredObject
  private let pages: [MirroredObject]
  private let lane: CallQueue.Lane
  private let done: () -> Void
  /// The number of calls that tests of rows took.
  private(set) var callCount = 0

  /// Returns `nil` if no child can be behind another.
  init?(
    _ sweep: ScreenSweep, _ container: MirroredObject, _ lane: CallQueue.Lane,
    _ done: @escaping () -> Void
  ) {
    pages = container.pages
    // A child that has no size any more is not shown, and not behind another.
    for child in container.children where child.isBehind && !child.isPlaced {
      sweep.setBehind(child, false)
    }
    guard !pages.isEmpty else { return nil }
    self.sweep = sweep
    self.container = container
    self.lane = lane
    self.done = done
  }

  func start() {
    guard container.isView else { return PageProbe.ask(pages, sweep.application, lane, finish) }
    RowProbe(pages, of: container, sweep.application, lane) { [self] row in
      sweep.reads.mark(row, .frame, .visible)
    } done: { [self] in
      callCount = $0.callCount
      guard $0.wasScrolled else { return finish($0.findings) }
      sweep.rowChecks.request(container)
      done()
    }.start()
  }

  private func finish(_ found: [PageProbe.Finding]) {
    let hasNewlyHidden = zip(pages, found).contains { !$0.isBehind && $1 == .unmapped }
    // If no page is in front, the whole container may be hidden by something above it.
    if container.hidesChildren || found.contains(.mapped) {
      for (page, finding) in zip(pages, found) where page.stage != .gone {
        sweep.setBehind(page, finding.isBehind(page, of: container))
      }
    }
    if container.isView {
      let mapped = Set(zip(pages, found).filter { $0.1 == .mapped }.map(\.0.id))
      sweep.rowChecks.recordMapped(mapped, of: container, hasNewlyHidden: hasNewlyHidden)
    } else if container.pages.allSatisfy({ page in pages.contains { $0 === page } }) {
      // While a page begins to be shown, none may be found to be in front, or nothing of it.
      sweep.pageTransitions.record(
        inFront: Set(pages.filter { !$0.isBehind }.map(\.id)), of: container)
    } else {
      // A page was placed meanwhile, as one that is shown for the first time.
      sweep.pageTransitions.scheduleProbe(container)
    }
    done()
  }
}

/// Determines by hit tests whether one element is mapped.
final class PageProbe {
  enum Finding {
    case mapped
    case unmapped
    /// No element can be tested, or a call failed.
    case unknown

    /// Whether a page of a container is behind another. A row of which nothing is known is as it was.
    func isBehind(_ page: MirroredObject, of container: MirroredObject) -> Bool {
      self == .unmapped || self == .unknown && container.isView && page.isBehind
    }
  }

  private let application: MirroredApplication
  private let page: MirroredObject
  private let lane: CallQueue.Lane
  private let done: (Finding) -> Void
  private var targets: [MirroredObject]
  private var testedCount = 0

  /// The maximum number of elements in a page that are tested, beside the page itself.
  static let maxProbes = 4
  /// The number of elements of a page after which no further level is searched for those to test.
  static let searchLimit = 256

  init(
    _ application: MirroredApplication, _ page: MirroredObject, _ lane: CallQueue.Lane,
    _ done: @escaping (Finding) -> Void
  ) {
    self.application = application
    self.page = page
    self.lane = lane
    self.done = done
    targets = page.probes.reversed()
  }

  func start() {
    guard let target = targets.popLast(), !application.isClosed else {
      return done(testedCount > 0 ? .unmapped : .unknown)
    }
    var calls = ObjectCalls(peer: target.peer, path: target.path, limits: application.limits)
    calls.lane = lane
    // The frame is read again because GTK 4 does not report moves.
    calls.place { [self] result in
      switch result {
      case .success(let frame?) where !frame.rect.isEmpty:
        ask(calls, target === page ? frame.rect.middles : [frame.rect.center])
      case .success: start()
      case .failure: done(.unknown)
      }
    }
    application.health.didCall()
  }

  private func ask(_ calls: ObjectCalls, _ points: [Point]) {
    guard let point = points.first else {
      testedCount += 1
      return start()
    }
    calls.hits(point) { [self] result in
      switch result {
      case .success(false): ask(calls, Array(points.dropFirst()))
      case .success(true): done(.mapped)
      case .failure: done(.unknown)
      }
    }
  }
}

extension Rect {
  /// The center, and the middles of the left and of the upper edge. In the search of Nautilus, GTK 4 finds an object at none but the
  /// left one: the text in an entry has none. Nor have the trough and the knob of a slider in the middle of a row.
  var middles: [Point] {
    [center, Point(x: x + 1, y: center.y), Point(x: center.x, y: y + 1)]
  }
}

extension ObjectCalls {
  /// Asks the object whether anything in it, or it itself, is at a point in its window.
  func hits(_ point: Point, _ done: @escaping Done<Bool>) {
    hit(
      point,
      { (message) throws(BusError) in try message.reference().path != ObjectInterner.nullPath },
      done)
  }
}

extension PageProbe {
  /// Probes the pages of a container, or the rows of a view, for a comparison: each row on its own, and what is in one in
  /// which nothing was found.
  static func ask(
    _ pages: [MirroredObject], of container: MirroredObject, _ application: MirroredApplication,
    _ lane: CallQueue.Lane, done: @escaping ([Finding]) -> Void
  ) {
    guard container.isView else { return ask(pages, application, lane, done) }
    RowProbe(
      pages, application, lane, didMove: { _ in },
      done: { result in
        let missed = result.findings.indices.filter { result.findings[$0] == .unmapped }
        ask(missed.map { pages[$0] }, application, lane) { found in
          var findings = result.findings
          for (index, finding) in zip(missed, found) where finding == .mapped {
            findings[index] = .mapped
          }
          done(findings)
        }
      }
    ).start()
  }

  /// Probes several elements, one after the other.
  fileprivate static func ask(
    _ pages: [MirroredObject], _ application: MirroredApplication, _ lane: CallQueue.Lane,
    found: [Finding] = [], _ done: @escaping ([Finding]) -> Void
  ) {
    guard found.count < pages.count else { return done(found) }
    PageProbe(application, pages[found.count], lane) { finding in
      ask(pages, application, lane, found: found + [finding], done)
    }.start()
  }
}

extension MirroredObject {
  /// The elements whose hit tests show whether this one is mapped: itself, and some of the leaves below it.
  fileprivate var probes: [MirroredObject] {
    guard isUsable else { return [] }
    var result: [MirroredObject] = isPlaced ? [self] : []
    var level = children
    var seen = 0
    while !level.isEmpty, result.count <= PageProbe.maxProbes, seen < PageProbe.searchLimit {
      seen += level.count
      let open = level.filter { $0.facts.states.contains(.sensitive) && !$0.isBehind }
      result += open.filter { $0.children.isEmpty && $0.isPlaced }
      level = open.flatMap(\.children)
    }
    return Array(result.prefix(1 + PageProbe.maxProbes))
  }

  fileprivate var isPlaced: Bool {
    facts.interfaces.contains(.component) && frame?.rect.isEmpty == false
  }

  /// Whether the object and all its ancestors below the root are enabled.
  var isUsable: Bool {
    var next: MirroredObject? = self
    while let object = next, object.parent != nil {
      guard object.facts.states.contains(.sensitive) else { return false }
      next = object.parent
    }
    return true
  }
}
