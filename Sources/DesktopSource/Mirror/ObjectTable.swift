internal import AccessibilityTree

/// Every mirrored object, by its place on the bus and by its element.
final class ObjectTable {
  let interner = ObjectInterner()
  private var objects: ContiguousArray<MirroredObject?> = []
  private var byElement: [ElementID: MirroredObject] = [:]

  subscript(reference: ObjectReference) -> MirroredObject? {
    guard objects.indices.contains(reference.index) else { return nil }
    return objects[reference.index]
  }

  subscript(element: ElementID) -> MirroredObject? { byElement[element] }

  func insert(_ object: MirroredObject) {
    while objects.count <= object.reference.index { objects.append(nil) }
    objects[object.reference.index] = object
    byElement[object.id] = object
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
