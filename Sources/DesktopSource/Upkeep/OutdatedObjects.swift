/// Objects of which something is known to be otherwise than it was read, and is being read again.
struct OutdatedObjects {
  private var listed: [(object: MirroredObject, properties: ObjectProperties)] = []

  mutating func append(_ object: MirroredObject, _ properties: ObjectProperties) {
    listed.append((object, properties))
  }

  /// Whether all has been read. Takes constant time on average.
  mutating func isEmpty(_ reads: ReadQueue) -> Bool {
    while let (object, properties) = listed.last {
      if object.stage != .gone, object.isAwaiting(properties) { return false }
      if object.stage == .shown, object.isWindowed {
        // Which of its children are on screen is found first, and then where they are.
        if reads.outstandingChildren > 0 || object.isSearched { return false }
        listed.removeLast()
        for child in object.children where child.isAwaiting(.frame) { append(child, .frame) }
      } else {
        listed.removeLast()
      }
    }
    return true
  }
}

extension MirroredObject {
  /// Whether the object's children on screen are to be looked for once more.
  fileprivate var isSearched: Bool {
    grid?.isRereadDue == true || sampling?.isRereadDue == true
      || sampling?.isBusy == true && sampling?.isOutdated == true
  }
}
