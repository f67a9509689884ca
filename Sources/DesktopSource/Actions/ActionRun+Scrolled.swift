internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Waits until a browser knows where things are that were scrolled.
///
/// It answers from a copy of its page. No event tells that the page or a part of it was scrolled, and the page reports only at
/// intervals where things are: every half second in Chromium (`AXObjectCacheImpl::GetLocationSerializationDelay`). So what is read
/// before that is how it was.
extension ActionRun {
  /// How long after a scroll its page has reported it, with some time for a busy machine.
  private static let reportTime = Duration.milliseconds(1000)
  /// How often it is asked whether it has, in milliseconds.
  private static let askInterval: UInt64 = 25
  /// How many of the elements that are shown are asked where they are.
  private static let maxMarks = 8
  /// How many elements are looked at to find them.
  private static let maxSteps = 4000
  /// How long a page takes to follow the wheel, with some time for a busy machine: Firefox some 200 ms.
  private static let scrollTime = Duration.milliseconds(400)

  /// Performs an action that scrolls, and has what is in sight then read.
  func performScroll(_ action: NativeAction) async throws(ActionRefusal) -> String {
    guard object.dialect.answersFromCopy else { return try await perform(action) }
    let marks = scrollMarks()
    let before = try await places(of: marks)
    let method = try await perform(action)
    let now = try await awaitMove(of: marks, from: before)
    didScroll(element.id, from: before, to: now)
    return method
  }

  /// Turns the wheel, which a page follows in steps, and has what is in sight behind the last one then read.
  func performSmoothScroll(
    _ turnWheel: () async throws(ActionRefusal) -> String
  ) async throws(ActionRefusal) -> String {
    guard object.dialect.answersFromCopy else { return try await turnWheel() }
    let marks = [object.path] + scrollMarks()
    let before = try await places(of: marks)
    let method = try await turnWheel()
    var now = try await awaitMove(of: marks, from: before)
    if now != nil { now = try await awaitRest(of: marks) }
    // What cannot be scrolled, or no further, leaves it to what is around it.
    let isMoved = now.map { $0.first != before.first } == true
    didScroll(isMoved ? page?.id ?? element.id : element.id, from: before, to: now)
    return method
  }

  /// Scrolls the element into view, and has what is in sight of its page then read: any part around it may have been scrolled.
  /// Returns whether the application did.
  func performScrollTo() async throws(ActionRefusal) -> Bool {
    let page = object.dialect.answersFromCopy ? pageToScroll : nil
    let marks = page == nil ? [] : [object.path]
    let before = try await places(of: marks)
    let anywhere = BusValue.uint32(Self.anywhere)
    guard try await isTaken("ScrollTo", of: "Component", [anywhere]) else { return false }
    if let page { didScroll(page, from: before, to: try await awaitMove(of: marks, from: before)) }
    return true
  }

  /// The page that the element is in.
  private var page: Element? {
    let tree = host.store.tree
    return tree.ancestors(of: element.id).lazy.compactMap { tree[$0] }.last { $0.role == .document }
  }

  /// The page around the element, unless that is in sight as a whole, so that nothing is scrolled.
  private var pageToScroll: ElementID? {
    guard let page else { return nil }
    guard element.states.contains(.showing), let frame = element.frame, let around = page.frame,
      frame.space == around.space, !frame.rect.isEmpty
    else { return page.id }
    return around.rect.contains(frame.rect) ? nil : page.id
  }

  /// Waits until what was scrolled is reported to be elsewhere. Returns where it is; `nil` where nothing has moved in time.
  private func awaitMove(
    of marks: [String], from before: [Point?]
  ) async throws(ActionRefusal) -> [Point?]? {
    let end = min(.now().advanced(by: Self.reportTime), deadlineForReads)
    var isLast = marks.isEmpty
    while !isLast {
      try await pause(milliseconds: Self.askInterval)
      // On a busy machine the time may be over before the page was ever asked.
      isLast = .now() >= end
      let now = try await places(of: marks)
      if Self.offset(from: before, to: now) != nil { return now }
    }
    return nil
  }

  /// Waits until what is moving is reported to be at rest, and returns where it is then.
  private func awaitRest(of marks: [String]) async throws(ActionRefusal) -> [Point?] {
    var places = try await places(of: marks)
    var (moved, restTime) = (MonotonicTime.now(), object.dialect.reportInterval)
    let end = min(moved.advanced(by: Self.reportTime), deadlineForReads)
    while .now() < end {
      try await pause(milliseconds: Self.askInterval)
      let latest = try await self.places(of: marks)
      let elapsed = MonotonicTime.now().since(moved)
      if latest == places {
        if elapsed >= restTime { break }
      } else {
        // The page has come to rest since the report before.
        if elapsed >= Self.scrollTime { restTime = .zero }
        (places, moved) = (latest, .now())
      }
    }
    return places
  }

  /// Has what is in sight of `area` read, which was scrolled.
  private func didScroll(_ area: ElementID, from before: [Point?], to now: [Point?]?) {
    let offset = now.flatMap { Self.offset(from: before, to: $0) }
    if now == nil, before.contains(where: { $0 != nil }) { reservations.insert(.scrolledNothing) }
    host.didScroll(area, by: offset ?? Point(x: 0, y: 0))
  }

  /// When to stop reading, so that the action ends before its deadline.
  private var deadlineForReads: MonotonicTime {
    .now().advanced(by: .nanoseconds(Int64(clamping: remaining / 2)))
  }

  /// Returns the paths of some of the elements that are shown in the element, from all over it.
  private func scrollMarks() -> [String] {
    host.store.tree.shownParts(of: element.id, steps: Self.maxSteps).sample(Self.maxMarks)
      .compactMap { host.actionObject($0.id)?.path }
  }

  private func places(of paths: [String]) async throws(ActionRefusal) -> [Point?] {
    try await callEach(
      "GetExtents", of: "Component", [CoordinateSpace.screen.argument], at: paths,
      read: Answer.extents
    )
    .map { ($0 ?? nil)?.origin }
  }

  /// Returns how far most of what was asked has moved; `nil` where most of it has not. Headings may stay where they are.
  private static func offset(from before: [Point?], to now: [Point?]) -> Point? {
    let moves = zip(before, now).compactMap { before, now -> (from: Point, to: Point)? in
      guard let before, let now else { return nil }
      return (before, now)
    }
    return Point.commonOffset(of: moves)?.offset
  }
}
