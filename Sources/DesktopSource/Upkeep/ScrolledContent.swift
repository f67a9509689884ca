internal import AccessibilityTree
internal import BridgeTransport

/// Has what is in a scrolled area read again when its scroll bar moved, for toolkits that tell of nothing else: what came into
/// sight, what went out of it, and where it all is now. The scroll bars of a view of Qt are no children of it, and are not mirrored.
///
/// While an area is scrolled all the time, this takes at most a tenth of the application's time.
final class ScrolledContent: StructurePart {
  let structure: StructureReader
  /// The scroll bars that moved.
  private var bars: [MirroredObject] = []
  /// The views whose scroll bars moved that are not mirrored.
  private var views: [MirroredObject] = []
  /// What is still to be read since an area was scrolled: scroll bars that said that they moved, and what is in their areas.
  private var outdated = OutdatedObjects()
  /// Whether the elements may not be in line with what was read of it.
  private var isUnpublished = false
  private var timer: Timer?
  private var lastRead: MonotonicTime?
  private var pause = Duration.zero

  /// The maximum number of objects of an area that are read again then. The rest is read when the application is at rest.
  static let reach = 1000
  private static let timeDivisor = 10

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    (bars, views) = ([], [])
    outdated = OutdatedObjects()
  }

  /// Whether what is known of an area is not how it is, since it was scrolled and has not been read again. Takes constant time on
  /// average.
  func isOutdated() -> Bool {
    if isAwaited || !outdated.isEmpty(reads) {
      isUnpublished = true
    } else if isUnpublished, !publisher.isUnderWay {
      isUnpublished = false
    }
    return isUnpublished
  }

  /// Handles that a scroll bar says that it moved; where it is now is being read.
  func didMove(_ bar: MirroredObject) {
    guard bar.peer.dialect.scrollsSilently, isComplete, !isClosed, bar.range != nil,
      bar.scrolledArea != nil
    else { return }
    outdated.append(bar, .value)
  }

  /// Whether an area will be read: what is known of it is not how it is.
  var isAwaited: Bool { timer != nil }

  /// Handles that an object has another value, if it is a scroll bar.
  func valueChanged(of object: MirroredObject) {
    guard object.peer.dialect.scrollsSilently, isComplete, !isClosed, object.scrolledArea != nil
    else { return }
    if !bars.contains(where: { $0 === object }) { bars.append(object) }
    scheduleRead()
  }

  /// Handles that a scroll bar of a view moved that is not mirrored.
  func didScroll(_ view: MirroredObject) {
    guard isComplete, !isClosed else { return }
    if !views.contains(where: { $0 === view }) { views.append(view) }
    scheduleRead()
  }

  private func scheduleRead() {
    guard timer == nil else { return }
    let elapsed = lastRead.map { MonotonicTime.now().since($0) } ?? pause
    timer = context.loop.schedule(after: max(.milliseconds(5), pause - elapsed)) {
      [weak self] in self?.read()
    }
  }

  /// Handles that an action scrolled what is in an object: has what was in sight read again, and what may be now. That is what
  /// the distance brings there, and as much around it, since what was out of sight may have been elsewhere than it was read.
  func didScroll(_ area: MirroredObject, by offset: Point) {
    guard isComplete, !isClosed else { return }
    let sight = area.frame?.rect.withSurroundings
    var left = Self.reach
    for object in area.subtree.dropFirst() {
      if object.isShowing || sight.map({ object.isIn($0, movedBy: offset) }) == true {
        _ = read(object)
      } else if left > 0 {
        left -= 1
        reads.mark(object, ObjectProperties.frame.intersection(object.known), .visible)
      }
    }
  }

  private func read() {
    timer = nil
    guard !isClosed else { return }
    lastRead = .now()
    var count = 0
    for bar in bars where bar.stage == .shown {
      guard let area = bar.scrolledArea else { continue }
      for object in content(of: area, near: bar) { count += read(object) }
    }
    for view in views where view.stage == .shown {
      for object in view.subtree.prefix(Self.reach) { count += read(object) }
    }
    (bars, views) = ([], [])
    pause = FrameRefresher.callCost * count * (Self.timeDivisor - 1)
  }

  /// Returns what is in an area: of much, what was in sight, and what is about as far from the beginning as the scroll bar.
  private func content(of area: MirroredObject, near bar: MirroredObject) -> [MirroredObject] {
    let all = Array(area.subtree.dropFirst())
    guard all.count > Self.reach, let near = bar.scrolledTo(Self.reach, of: all.count) else {
      return Array(all.prefix(Self.reach))
    }
    let left = all.indices.lazy.filter { !near.contains($0) && all[$0].isShowing }
    return all[near] + left.prefix(Self.reach).map { all[$0] }
  }

  /// Has an object read again, and returns the number of calls.
  private func read(_ object: MirroredObject) -> Int {
    // What is out of sight has a place as well, which nobody needs.
    let dialect = object.peer.dialect
    let isPlaced = object.isShowing || dialect.omitsShowEvents || !dialect.scrollsSilently
    let wanted: ObjectProperties = isPlaced ? [.states, .frame] : .states
    reads.mark(object, wanted.intersection(object.known), .high)
    // The place of what turns out to be on screen is read next.
    outdated.append(object, [.states, .frame])
    if object.isWindowed {
      object.sampling?.isOutdated = true
      structure.readWindow(of: object)
    }
    return isPlaced ? 2 : 1
  }
}

extension Rect {
  /// The area with as much around it on each side.
  fileprivate var withSurroundings: Rect {
    Rect(x: x - width, y: y - height, width: width * 3, height: height * 3)
  }
}

extension MirroredObject {
  /// Whether the object is within an area, once it has moved.
  fileprivate func isIn(_ area: Rect, movedBy offset: Point) -> Bool {
    guard var rect = frame?.rect else { return false }
    (rect.x, rect.y) = (rect.x + offset.x, rect.y + offset.y)
    return rect.intersects(area)
  }

  /// The area that the object scrolls, where it is a scroll bar: what is around it, whose role may be another (the view of Thunar
  /// is a directory pane). In GTK 4 it is in one, and neither has a role of its own.
  fileprivate var scrolledArea: MirroredObject? {
    guard facts.interfaces.contains(.value) else { return nil }
    if ElementMapping.role(facts) == .scrollBar { return parent }
    return [parent, parent?.parent].lazy.compactMap(\.self).first {
      $0.facts.hasRole(.scrollArea)
    }
  }

  /// Returns which `count` of more objects are as far from the first as the position of the object, a scroll bar, is from its
  /// smallest; `nil` if it has no range.
  func scrolledTo(_ count: Int, of total: Int) -> Range<Int>? {
    guard let range, let minimum = range.minimum, let maximum = range.maximum, maximum > minimum
    else { return nil }
    let share = min(max((range.current - minimum) / (maximum - minimum), 0), 1)
    let start = Int(share * Double(total - count))
    return start..<start + count
  }
}
