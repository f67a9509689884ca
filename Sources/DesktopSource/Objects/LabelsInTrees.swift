internal import AccessibilityTree

/// The entries of a tree of Java, which have the role of what draws them: a label, in the tree or in another entry.
extension MirroredObject {
  var isLabelInTree: Bool {
    guard hasRole(.label) else { return false }
    var around = parent
    while let label = around, label.hasRole(.label) { around = label.parent }
    return around?.hasRole(.tree) == true
  }

  private func hasRole(_ role: Role) -> Bool { AtspiRole.entry(facts.role)?.role == role }
}
