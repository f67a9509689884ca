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

  /// Performs an action that scrolls, and has what is in sight then read.
  func performScroll(_ action: NativeAction) async throws(ActionRefusal) -> String {
    guard object.dialect.answersFromCopy else { return try await perform(action) }
    let marks = scrollMarks()
    let before = try await places(of: marks)
    let method = try await perform(action)
    let end = min(.now().advanced(by: Self.reportTime), deadlineForReads)
    var offset: Point?
    while offset == nil, !marks.isEmpty, .now() < end {
      try await pause(milliseconds: Self.askInterval)
      offset = Self.offset(from: before, to: try await places(of: marks))
    }
    host.didScroll(element.id, by: offset ?? Point(x: 0, y: 0))
    return method
  }

  /// When to stop reading, so that the action ends before its deadline.
  private var deadlineForReads: MonotonicTime {
    .now().advanced(by: .nanoseconds(Int64(clamping: remaining / 2)))
  }

  /// Returns the paths of some of the elements that are shown in the element, from all over it.
  private func scrollMarks() -> [String] {
    let tree = host.store.tree
    var pending = Array(element.children.reversed())
    var shown: [ElementID] = []
    var steps = Self.maxSteps
    while let id = pending.popLast(), steps > 0 {
      steps -= 1
      let read = tree.read(id) { $0.states.contains(.showing) ? ($0.children, $0.frame) : nil }
      guard let (children, frame) = read ?? nil else { continue }
      if frame?.rect.isEmpty == false { shown.append(id) }
      pending += children.reversed()
    }
    let count = min(shown.count, Self.maxMarks)
    return (0..<count).compactMap { host.actionObject(shown[$0 * shown.count / count])?.path }
  }

  private func places(of paths: [String]) async throws(ActionRefusal) -> [Point?] {
    try await each("GetExtents", of: "Component", [.uint32(0)], at: paths, read: Answer.extents)
      .map { ($0 ?? nil).map { Point(x: $0.x, y: $0.y) } }
  }

  /// Returns how far most of what was asked has moved; `nil` where most of it has not. Headings may stay where they are.
  private static func offset(from before: [Point?], to now: [Point?]) -> Point? {
    var counts: [Point: Int] = [:]
    var known = 0
    for case (let before?, let now?) in zip(before, now) {
      known += 1
      if now != before { counts[Point(x: now.x - before.x, y: now.y - before.y), default: 0] += 1 }
    }
    return counts.first { $0.value * 2 >= known }?.key
  }
}
