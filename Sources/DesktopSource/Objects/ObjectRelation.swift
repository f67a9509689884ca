internal import AccessibilityTree

/// A relation of an object to others, as far as these are mirrored: a relation is no reason to mirror its target.
struct ObjectRelation: Equatable {
  var kind: RelationKind
  var targets: [ObjectReference]
  /// Whether there are others among the targets, which are not mirrored.
  var omitsTargets = false

  /// Whether it says anything of the object: a label that is not mirrored yet may be one that has just come.
  var tellsAnything: Bool { !targets.isEmpty || kind == .labelledBy && omitsTargets }
}
