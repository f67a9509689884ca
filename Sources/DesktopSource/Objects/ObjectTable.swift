internal import AccessibilityTree

/// All mirrored objects, by their reference on the bus and by their element.
final class ObjectTable {
  let interner = ObjectInterner()
  private var objects: ContiguousArray<MirroredObject?> = []
  /// The indexes in `objects`, by element.
  private var places = ElementPlaces()
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
  var count: Int { places.count }

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

  subscript(element: ElementID) -> MirroredObject? {
    places.find(element, id).flatMap { objects[$0] }
  }

  /// The element of the object at an index; 0, which identifies none, where there is no object.
  private func id(_ index: Int) -> ElementID { objects[index]?.id ?? ElementID(rawValue: 0) }

  func insert(_ object: MirroredObject) {
    if let former = self[object.reference] {
      places.remove(former.id, at: object.reference.index, id)
    }
    put(object)
    places.insert(object.id, at: object.reference.index, id)
  }

  /// Assigns another reference, which no other object has, to an object.
  func rename(_ object: MirroredObject, _ reference: ObjectReference) {
    guard self[object.reference] === object, self[reference] == nil else { return }
    places.move(object.id, from: object.reference.index, to: reference.index)
    objects[object.reference.index] = nil
    interner.remove(object.reference)
    object.reference = reference
    put(object)
  }

  func remove(_ object: MirroredObject) {
    guard self[object.reference] === object else { return }
    places.remove(object.id, at: object.reference.index, id)
    objects[object.reference.index] = nil
    interner.remove(object.reference)
  }

  private func put(_ object: MirroredObject) {
    while objects.count <= object.reference.index { objects.append(nil) }
    objects[object.reference.index] = object
  }

  /// Returns the object that sent a signal; `nil` when it is not mirrored.
  func source(of signal: MessageReader) -> MirroredObject? {
    signal.knownSource(interner).flatMap { self[$0] }
  }
}
