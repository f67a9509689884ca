/// Works of one connection that are done one after the other, so that what is made and not yet sent is of
/// one of them.
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
