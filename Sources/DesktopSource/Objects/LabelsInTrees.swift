/// The entries of a tree of Java, which have the role of what draws them: a label, in the tree or in another entry.
extension MirroredObject {
  var isLabelInTree: Bool {
    guard facts.hasRole(.label) else { return false }
    var around = parent
    while let label = around, label.facts.hasRole(.label) { around = label.parent }
    return around?.facts.hasRole(.tree) == true
  }
}
