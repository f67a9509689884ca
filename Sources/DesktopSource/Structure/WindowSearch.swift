internal import AccessibilityTree
internal import BridgeTransport

/// Finds the children of a container in its visible part, where there are too many to read all.
///
/// Points across the part are tested. A toolkit answers such a test with a child, or as browsers do with what is
/// deepest in it. The search climbs from there to the child, and goes along the list in both directions, up to the
/// first child that is elsewhere. Where no point leads to a child, as in Chromium after a page was scrolled, it looks for one
/// by bisection, as in a list that goes down. In GTK 3, where a test takes minutes in a long list and children elsewhere have no
/// place, it looks where the child should be if all were of one height, and around there. It makes one call after the other, because the cost of an answer may grow with the
/// number of children and is not known before.
final class WindowSearch {
  private let calls: ObjectCalls
  private let container: ObjectReference
  private let interner: ObjectInterner
  private let whole: Rect
  private let visible: Rect
  private let isWanted: () -> Bool

  /// How long the application took for answers, in nanoseconds: to hit tests, and about children in the list.
  private var testingCost: UInt64 = 0
  private var walkingCost: UInt64 = 0
  private var isWalking = false
  /// Whether children in the visible part may have been left out, since the answers took too long.
  private(set) var isCutShort = false
  /// Whether a call was not answered; no further ones are made.
  private var isSilent = false
  /// Children by their index in the container's list.
  private var placed: [Int32: ObjectReference] = [:]
  /// Children of which the index is not known, by the order of the points.
  private var unplaced: [Int: ObjectReference] = [:]
  /// The frames of children that were found.
  private var frames: [Rect] = []

  /// How long answers may take, in nanoseconds: those to hit tests, those about the children beside, and these where few
  /// have been found.
  private static let testing: UInt64 = 50_000_000
  private static let walking: UInt64 = 150_000_000
  private static let longestWalking: UInt64 = 1_000_000_000
  /// How many children are looked for in the longest time: about those that fit on a screen.
  private static let fewChildren = 32
  /// The greatest cost that is followed by a pause in proportion to it.
  static let maxCost = testing + longestWalking
  /// Points that are tested, whatever the answers cost, as long as no child is found.
  private static let minPoints = 8
  private static let maxLevels = 64
  private static let maxChildren = 400
  /// How many half pages around the place where a child should be are looked at.
  private static let maxGuesses: Int64 = 12

  /// - Parameters:
  ///   - whole: The place of the container (`ObjectCalls.place`).
  ///   - visible: The visible part of it.
  ///   - isWanted: Whether the search is to go on.
  init(
    _ calls: ObjectCalls, of container: ObjectReference, _ interner: ObjectInterner,
    at whole: Rect, in visible: Rect,
    isWanted: @escaping () -> Bool
  ) {
    self.calls = calls
    self.container = container
    self.interner = interner
    self.whole = whole
    self.visible = visible
    self.isWanted = isWanted
  }

  /// How long the application took for all answers, in nanoseconds; the greatest number when it did not answer.
  var cost: UInt64 { isSilent ? .max : testingCost + walkingCost }

  /// Returns the children in the order of the container's list.
  ///
  /// - Parameter count: The number of children that the container claims.
  func run(_ count: Int) async -> [ObjectReference] {
    let number = Int32(clamping: max(0, count))
    if calls.peer.dialect.hitsChildByChild {
      await estimate(number)
    } else {
      await testPoints()
      if hasFoundNone { await bisect(number) }
    }
    return placed.sorted { $0.key < $1.key }.map(\.value)
      + unplaced.sorted { $0.key < $1.key }.map(\.value)
  }

  private func testPoints() async {
    var tested = 0
    for (order, point) in WindowSampling.points(in: visible) {
      guard isWanted(), canTest(tested) else { break }
      guard !frames.contains(where: { $0.contains(point) }) else { continue }
      tested += 1
      guard let child = await child(at: point), !isKnown(child) else { continue }
      await place(child, order)
    }
  }

  /// Returns the child that is at a point of the window, or has in it what is there.
  private func child(at point: Point) async -> ObjectReference? {
    let interner = interner
    let found = await answer {
      $0.hit(point, { (message) throws(BusError) in try message.reference(interner) }, $1)
    }
    guard let found, found != container, !interner.isNull(found) else { return nil }
    var child = found
    for _ in 0..<Self.maxLevels {
      let parent = await answer(of: child) {
        $0.parent({ (message) throws(BusError) in try message.reference(interner) }, $1)
      }
      // What does not know its parent is taken for what was asked for.
      guard let parent else { return child == found ? found : nil }
      if parent == container { return child }
      guard parent != child, interner.owner(of: parent) == calls.peer.name else { return nil }
      child = parent
    }
    return nil
  }

  private func canTest(_ tested: Int) -> Bool {
    !isSilent && (testingCost < Self.testing || hasFoundNone && tested < Self.minPoints)
  }

  private var canWalk: Bool {
    let limit = placed.count < Self.fewChildren ? Self.longestWalking : Self.walking
    return isWanted() && !isSilent && walkingCost < limit
  }

  private func canGoOn() -> Bool {
    if !canWalk { isCutShort = true }
    return canWalk
  }

  private var hasFoundNone: Bool { placed.isEmpty && unplaced.isEmpty }

  private func isKnown(_ child: ObjectReference) -> Bool {
    placed.values.contains(child) || unplaced.values.contains(child)
  }

  /// Adds a child, and those beside it in the list that are in the visible part.
  private func place(_ child: ObjectReference, _ order: Int) async {
    let index = await answer(of: child) { $0.indexInParent($1) }
    // Not every toolkit counts as its list does.
    guard let index, index >= 0, await self.child(index) == child else {
      unplaced[order] = child
      return
    }
    await take(child, at: index, await frame(of: child))
  }

  private func walk(from start: Int32, by step: Int32) async {
    isWalking = true
    defer { isWalking = false }
    var index = start
    while canGoOn(), placed.count < Self.maxChildren {
      (index, _) = index.addingReportingOverflow(step)
      guard index >= 0, placed[index] == nil, let child = await child(index), !isKnown(child),
        let frame = await frame(of: child), !frame.intersection(visible).isEmpty
      else { return }
      placed[index] = child
      frames.append(frame)
    }
  }

  /// Looks for a child in the visible part where it should be if all were of one height, and then further and further from there.
  private func estimate(_ count: Int32) async {
    isWalking = true
    defer { isWalking = false }
    guard count > 0, whole.height > 0 else { return }
    let share = (visible.center.y - whole.y) / whole.height
    let middle = max(0, min(Int64(saturating: share * Double(count)), Int64(count) - 1))
    // Half a page, so that none is passed over.
    let half = Int64(saturating: visible.height / whole.height * Double(count) / 2)
    let step = max(1, min(half, Int64(count)))
    for distance in 0...Self.maxGuesses {
      for index in distance == 0 ? [middle] : [middle - distance * step, middle + distance * step]
      where (0..<Int64(count)).contains(index) {
        guard canGoOn(), let child = await child(Int32(index)) else { return }
        if let frame = await frame(of: child), !frame.intersection(visible).isEmpty {
          return await take(child, at: Int32(index), frame)
        }
      }
    }
  }

  /// Takes a child and those beside it that are in the visible part.
  private func take(_ child: ObjectReference, at index: Int32, _ frame: Rect?) async {
    placed[index] = child
    if let frame { frames.append(frame) }
    await walk(from: index, by: 1)
    await walk(from: index, by: -1)
  }

  /// Looks for a child in the visible part by the frames of others, each below the one before it.
  private func bisect(_ count: Int32) async {
    isWalking = true
    defer { isWalking = false }
    var range = 0..<count
    while !range.isEmpty, canWalk {
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      guard let child = await child(middle), let frame = await frame(of: child) else { return }
      guard frame.intersection(visible).isEmpty else {
        return await take(child, at: middle, frame)
      }
      range = frame.y < visible.y ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
  }

  private func child(_ index: Int32) async -> ObjectReference? {
    let child = await answer { $0.child(index, self.interner, $1) }
    guard let child, child != container, !interner.isNull(child) else { return nil }
    return child
  }

  private func frame(of child: ObjectReference) async -> Rect? {
    await answer(of: child) { $0.place($1) }.flatMap { $0?.rect }
  }

  /// Calls the container, or the object that is named; `nil` where the answer is an error.
  private func answer<Value: Sendable>(
    of object: ObjectReference? = nil,
    _ ask: (ObjectCalls, @escaping ObjectCalls.Done<Value>) -> Void
  ) async -> Value? {
    let path = object.map(interner.path(of:)) ?? calls.path
    let calls = ObjectCalls(peer: calls.peer, path: path, lane: calls.lane, limits: calls.limits)
    let queue = calls.peer.queue
    let answer = await queue.connection.loop.answer(of: { ask(calls, $0) })
    let duration = min(queue.lastAnswerDuration, 1 << 60)
    if isWalking { walkingCost += duration } else { testingCost += duration }
    switch answer {
    case .success(let value)?: return value
    case .failure(let error)? where error.isAnswer: return nil
    default:
      isSilent = true
      return nil
    }
  }
}
