internal import AccessibilityTree

/// Names that a toolkit composes of those of the labels in an element (GTK 4). No event tells that such a name changed: only the
/// label tells, or that it was replaced.
extension StructureReader {
  /// How many levels around a label are looked at for what it labels: a row of GTK 4 has its title three levels below.
  private static let labelReach = 4

  /// Has what an object labels read again, since the name of the object changed.
  func rereadLabelled(by label: MirroredObject) {
    for around in label.surroundings(Self.labelReach) where around.mayBeLabelled(by: label) {
      reads.mark(around, .properties, .high)
    }
  }

  /// Has an object and those around it read again whose label is gone, since the object has other children: a menu button of
  /// GTK 4 makes a new label each time that it is given one.
  func rereadUnlabelled(at object: MirroredObject) {
    guard isComplete, object.peer.dialect.composesNames else { return }
    for around in [object] + object.surroundings(Self.labelReach - 1)
    where around.stage == .shown && hasLostLabel(around) {
      reads.mark(around, [.properties, .relations], .high)
    }
  }

  /// Has an object read again whose labels turn out to be others than they were: its name was read before they changed.
  func labelsChanged(of object: MirroredObject, from former: [ObjectReference]) {
    guard object.peer.dialect.composesNames, object.known.contains(.relations),
      object.labels != former
    else { return }
    reads.mark(object, .properties, .high)
  }

  private func hasLostLabel(_ object: MirroredObject) -> Bool {
    guard object.areRelationsKnown else { return object.facts.states.contains(.focusable) }
    // Its labels were read before the object told of the new one in it.
    if object.relations.contains(where: { $0.kind == .labelledBy && $0.omitsTargets }) {
      return true
    }
    return object.labels.contains { label in
      guard let label = table[label], label.stage != .gone else { return true }
      return label !== root && !label.isDescendant(root)
    }
  }
}

extension MirroredObject {
  /// The objects that label the object.
  var labels: [ObjectReference] {
    relations.filter { $0.kind == .labelledBy }.flatMap(\.targets)
  }

  /// Whether the relations are known, and are not to be read again.
  fileprivate var areRelationsKnown: Bool {
    known.contains(.relations) && !isAwaiting(.relations)
  }

  fileprivate func mayBeLabelled(by label: MirroredObject) -> Bool {
    areRelationsKnown
      ? labels.contains(label.reference) : facts.states.contains(.focusable)
  }

  /// The objects around the object, up to the window.
  fileprivate func surroundings(_ levels: Int) -> [MirroredObject] {
    var result: [MirroredObject] = []
    while result.count < levels, let around = (result.last ?? self).parent, around.parent != nil {
      result.append(around)
    }
    return result
  }
}
