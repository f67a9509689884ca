internal import AccessibilityTree

/// Every mirrored object, by its place on the bus and by its element.
final class ObjectTable {
  let interner = ObjectInterner()
  private var objects: ContiguousArray<MirroredObject?> = []
  private var byElement: [ElementID: MirroredObject] = [:]
  private var unusedAfterSweep = 0

  /// So many numbers of objects that are not mirrored are kept at any time.
  static let unusedAllowed = 32_768

  subscript(reference: ObjectReference) -> MirroredObject? {
    guard objects.indices.contains(reference.index), let object = objects[reference.index],
      object.reference == reference
    else { return nil }
    return object
  }

  /// How many objects are mirrored.
  var count: Int { byElement.count }

  /// Numbers that are looked at in one turn of the loop.
  static let sweepSlice = 2048

  /// Begins to forget the numbers of objects that are not mirrored, when there are many of them: applications
  /// name objects that come to nothing. Those that are named from now on are kept.
  func beginSweep() {
    interner.beginSweep()
  }

  /// Forgets some of them. `isKept` says which ones somebody still waited to see when the sweep began.
  ///
  /// - Returns: whether more are to be looked at, in a further call.
  func forgetUnused(_ isKept: (ObjectReference) -> Bool) -> Bool {
    interner.sweepOn(Self.sweepSlice) { self[$0] != nil || isKept($0) }
    if interner.isSweeping { return true }
    unusedAfterSweep = interner.count - count
    return false
  }

  /// Whether so many numbers are unused that it pays to look through all of them.
  var hasManyUnused: Bool {
    interner.count - count > Self.unusedAllowed + 2 * (count + unusedAfterSweep)
  }

  subscript(element: ElementID) -> MirroredObject? { byElement[element] }

  func insert(_ object: MirroredObject) {
    while objects.count <= object.reference.index { objects.append(nil) }
    objects[object.reference.index] = object
    byElement[object.id] = object
  }

  /// Gives an object another place on the bus, which is nobody else's.
  func rename(_ object: MirroredObject, _ reference: ObjectReference) {
    guard self[object.reference] === object, self[reference] == nil else { return }
    objects[object.reference.index] = nil
    interner.remove(object.reference)
    object.reference = reference
    while objects.count <= reference.index { objects.append(nil) }
    objects[reference.index] = object
  }

  func remove(_ object: MirroredObject) {
    byElement[object.id] = nil
    guard self[object.reference] === object else { return }
    objects[object.reference.index] = nil
    interner.remove(object.reference)
  }

  /// The object that sent a signal; `nil` when it is not mirrored.
  func source(of signal: MessageReader) -> MirroredObject? {
    signal.knownSource(interner).flatMap { self[$0] }
  }
}
