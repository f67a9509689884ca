/// Does the work of one connection one piece after another, so that only one piece at a time holds results
/// that are not complete.
final class SerialWork: SlicedWork {
  private var works: ArraySlice<SlicedWork> = []

  func add(_ work: SlicedWork) { works.append(work) }

  override func proceed(_ slice: Slice) -> Bool {
    while let work = works.first {
      if work.proceed(slice) { return true }
      works.removeFirst()
      if slice.isOver { break }
    }
    if works.isEmpty { works = [] }
    return !works.isEmpty
  }
}
