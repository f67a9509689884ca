internal import AccessibilityTree

/// All mirrored objects, by their reference on the bus and by their element.
final class ObjectTable {
  let interner = ObjectInterner()
  private var objects: ContiguousArray<MirroredObject?> = []
  private var byElement: [ElementID: MirroredObject] = [:]
  private var unusedAfterSweep = 0

  /// The number of unmirrored objects whose numbers are always kept.
  static let maxUnused = 32_768

  subscript(reference: ObjectReference) -> MirroredObject? {
    guard objects.indices.contains(reference.index), let object = objects[reference.index],
      object.reference == reference
    else { return nil }
    return object
  }

  /// The number of mirrored objects.
  var count: Int { byElement.count }

  /// The number of references that are checked in one turn of the loop.
  static let sweepSlice = 2048

  /// Begins to forget the numbers of objects that are not mirrored: applications refer to many objects that
  /// are never mirrored. Those that are interned from now on are kept.
  func beginSweep() {
    interner.beginSweep()
  }

  /// Checks a slice of them. `isKept` returns whether an object was still to be added when the sweep began.
  ///
  /// - Returns: Whether further calls are needed.
  func forgetUnused(_ isKept: (ObjectReference) -> Bool) -> Bool {
    interner.continueSweep(Self.sweepSlice) { self[$0] != nil || isKept($0) }
    if interner.isSweeping { return true }
    unusedAfterSweep = interner.count - count
    return false
  }

  /// Whether there are enough unused numbers for a sweep to pay off.
  var hasTooManyUnused: Bool {
    interner.count - count > Self.maxUnused + 2 * (count + unusedAfterSweep)
  }

  subscript(element: ElementID) -> MirroredObject? { byElement[element] }

  func insert(_ object: MirroredObject) {
    while objects.count <= object.reference.index { objects.append(nil) }
    objects[object.reference.index] = object
    byElement[object.id] = object
  }

  /// Assigns another reference, which no other object has, to an object.
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

  /// Returns the object that sent a signal; `nil` when it is not mirrored.
  func source(of signal: MessageReader) -> MirroredObject? {
    signal.knownSource(interner).flatMap { self[$0] }
  }
}
