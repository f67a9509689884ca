/// A list of children that is being added to a parent.
final class ChildListUpdate {
  private let list: [ObjectReference]
  private var index = 0
  /// The objects that were returned, unless the list is short: such a list is searched itself.
  private var seen: Set<ObjectReference>?
  /// The children that were added, in the order of the list.
  var children: [MirroredObject] = []
  /// Whether some of them were mirrored before, elsewhere or in nobody's list.
  var hasMovedObjects = false
  /// The number that were refused because they are ancestors of the parent.
  var refused = 0

  init(_ list: [ObjectReference]) {
    self.list = list
    seen = list.count > Self.short ? [] : nil
  }

  private static let short = 8

  var isEmpty: Bool { index == list.count }

  /// Returns the next object that the list has not contained before.
  func next() -> ObjectReference? {
    while index < list.count {
      index += 1
      let reference = list[index - 1]
      let isNew = seen?.insert(reference).inserted ?? !list[..<(index - 1)].contains(reference)
      if isNew { return reference }
    }
    return nil
  }

  /// Whether the object is one of those that were returned.
  func contains(_ object: MirroredObject) -> Bool {
    seen?.contains(object.reference) ?? list[..<index].contains(object.reference)
  }

  /// Whether the list has an object, returned or not.
  func lists(_ object: MirroredObject) -> Bool { list.contains(object.reference) }
}
