/// Does the work of one connection one piece after another, so that only one piece at a time holds results
/// that are not complete.
final class SerialWork: SlicedWork {
  private var queue: ArraySlice<SlicedWork> = []

  func add(_ work: SlicedWork) { queue.append(work) }

  override func proceed(_ slice: Slice) -> Bool {
    while let work = queue.first {
      if work.proceed(slice) { return true }
      queue.removeFirst()
      if slice.isExpired { break }
    }
    if queue.isEmpty { queue = [] }
    return !queue.isEmpty
  }
}
