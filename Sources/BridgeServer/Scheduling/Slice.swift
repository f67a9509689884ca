internal import BridgeTransport

/// How long a piece of work may go on before it gives way to others.
struct Slice {
  let end: MonotonicTime

  init(_ length: Duration) {
    end = MonotonicTime.now().advanced(by: length)
  }

  /// To be asked after each small step; about 25 ns.
  var isOver: Bool { MonotonicTime.now() >= end }
}

/// Work that is done in slices: requests that wait, streams that send, filters and conditions that
/// look at the tree again.
class SlicedWork {
  /// Whether it waits for its turn. The scheduler's to change.
  fileprivate(set) var isScheduled = false

  /// Goes on until the slice is over or nothing is left. Returns whether something is left.
  func proceed(_ slice: Slice) -> Bool { false }
}

/// Work in the order of its arrival, each piece of it once.
struct WorkLine {
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
