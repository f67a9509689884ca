/// Objects that were shown before all that an outline says of them, or shows below them, had been read: those for which reading
/// took too long to wait.
struct UnfinishedObjects {
  private var listed: [MirroredObject] = []
  /// The number from which on those that have been read are dropped.
  private var limit = Self.minLimit

  private static let minLimit = 64

  mutating func append(_ object: MirroredObject) {
    guard Self.isUnfinished(object) else { return }
    listed.append(object)
    guard listed.count >= limit else { return }
    listed.removeAll { !Self.isUnfinished($0) }
    limit = max(Self.minLimit, 2 * listed.count)
  }

  /// Whether anything is still to be read of them. Takes constant time on average.
  mutating func isEmpty() -> Bool {
    while let last = listed.last, !Self.isUnfinished(last) { listed.removeLast() }
    return listed.isEmpty
  }

  private static func isUnfinished(_ object: MirroredObject) -> Bool {
    object.stage == .shown && !object.isComplete
  }
}
