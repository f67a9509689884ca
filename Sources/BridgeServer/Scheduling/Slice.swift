internal import BridgeTransport

/// The time for which a piece of work may run before it yields to others.
struct Slice {
  let end: MonotonicTime

  init(_ length: Duration) {
    end = MonotonicTime.now().advanced(by: length)
  }

  /// Whether the time is up. Meant to be checked after each small step; takes about 25 ns.
  var isExpired: Bool { MonotonicTime.now() >= end }
}

/// Work that is done in slices: deferred requests, streams that send, filters and conditions that are
/// evaluated again.
class SlicedWork {
  /// Whether the work waits for its turn. Only the scheduler changes it.
  fileprivate(set) var isScheduled = false

  /// Continues until the slice is over or nothing is left. Returns whether something is left.
  func proceed(_ slice: Slice) -> Bool { false }
}

/// Work in order of arrival, each piece at most once.
struct WorkQueue {
  private var work = Fifo<SlicedWork>()

  var count: Int { work.count }
  var isEmpty: Bool { work.isEmpty }

  mutating func append(_ item: SlicedWork) {
    item.isScheduled = true
    work.append(item)
  }

  mutating func popFirst() -> SlicedWork? {
    let item = work.popFirst()
    item?.isScheduled = false
    return item
  }
}
