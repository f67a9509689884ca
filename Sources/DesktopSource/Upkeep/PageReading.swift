internal import AccessibilityTree

/// Finds out which of several elements in one place is in front, for toolkits whose states do not say so.
///
/// GTK 4 says of every page of a stack or notebook that it is visible, and of those that were in front once
/// that they are where they were. What is not in front is not mapped, and GTK 4 finds nothing there when the
/// page itself is asked what is at a point of it (`GetAccessibleAtPoint`). The same holds for what a
/// revealer hides.
///
/// Nothing is found either in what cannot be used or lets clicks through. So a page is behind only where
/// nothing is found at its middle and at some of the things that stand in it, all of which can be used,
/// and something is found in another page that covers it.
final class PageReading {
  private let sweep: ScreenSweep
  private let container: MirroredObject
  private let pages: [MirroredObject]
  private let lane: CallQueue.Lane
  private let done: () -> Void

  /// `nil` where no child can be behind another.
  init?(
    _ sweep: ScreenSweep, _ container: MirroredObject, _ lane: CallQueue.Lane,
    _ done: @escaping () -> Void
  ) {
    pages = container.pages
    // What has no size any more is not shown, and not behind anything.
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
    PageProbe.ask(pages, sweep.application, lane) { [self] found in
      // With none in front all of it may be hidden, by something above.
      if container.hidesChildren || found.contains(.mapped) {
        for (page, finding) in zip(pages, found) where page.stage != .gone {
          sweep.setBehind(page, finding == .unmapped)
        }
      }
      let mapped = zip(pages, found).filter { $0.1 == .mapped }.map(\.0.id)
      sweep.turns.note(Set(mapped), of: container)
      done()
    }
  }
}

/// Asks one element whether it is mapped.
final class PageProbe {
  enum Finding {
    case mapped
    case unmapped
    /// There is nothing to ask.
    case unknown
  }

  private let application: MirroredApplication
  private let lane: CallQueue.Lane
  private let done: (Finding) -> Void
  private var targets: [MirroredObject]
  private var asked = 0

  /// Elements in a page that are asked, at most.
  static let most = 4
  /// Elements of a page among which they are chosen.
  static let reach = 256

  init(
    _ application: MirroredApplication, _ page: MirroredObject, _ lane: CallQueue.Lane,
    _ done: @escaping (Finding) -> Void
  ) {
    self.application = application
    self.lane = lane
    self.done = done
    targets = page.probes.reversed()
  }

  func start() {
    guard let target = targets.popLast(), !application.isClosed else {
      return done(asked > 0 ? .unmapped : .unknown)
    }
    var calls = ObjectCalls(peer: target.peer, path: target.path, limits: application.limits)
    calls.lane = lane
    // GTK 4 does not tell what moved.
    calls.frame(in: .window) { [self] result in
      switch result {
      case .success(let frame?) where !frame.rect.isEmpty: ask(calls, frame.rect)
      case .success: start()
      case .failure: done(.unknown)
      }
    }
    application.health.callsMade()
  }

  private func ask(_ calls: ObjectCalls, _ rect: Rect) {
    let inWindow: UInt32 = 1
    let point: [BusValue] = [
      .int32(Int32(saturating: rect.x + rect.width / 2)),
      .int32(Int32(saturating: rect.y + rect.height / 2)), .uint32(inWindow),
    ]
    calls.call(
      "Component", "GetAccessibleAtPoint", point,
      { (message) throws(BusError) in try message.reference().path },
      { [self] result in
        switch result {
        case .success("/org/a11y/atspi/null"):
          asked += 1
          start()
        case .success: done(.mapped)
        case .failure: done(.unknown)
        }
      })
  }
}

extension PageProbe {
  /// Asks several, one after the other.
  static func ask(
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
  /// What may be asked whether it is mapped: itself, and some of what stands in it and holds nothing more.
  fileprivate var probes: [MirroredObject] {
    guard isUsable else { return [] }
    var result: [MirroredObject] = isPlaced ? [self] : []
    var level = children
    var seen = 0
    while !level.isEmpty, result.count <= PageProbe.most, seen < PageProbe.reach {
      seen += level.count
      let open = level.filter { $0.facts.states.contains(.sensitive) && !$0.isBehind }
      result += open.filter { $0.children.isEmpty && $0.isPlaced }
      level = open.flatMap(\.children)
    }
    return Array(result.prefix(1 + PageProbe.most))
  }

  fileprivate var isPlaced: Bool {
    facts.interfaces.contains(.component) && frame?.rect.isEmpty == false
  }

  /// Whether it and all above it can be used.
  private var isUsable: Bool {
    var next: MirroredObject? = self
    while let object = next, object.parent != nil {
      guard object.facts.states.contains(.sensitive) else { return false }
      next = object.parent
    }
    return true
  }
}
