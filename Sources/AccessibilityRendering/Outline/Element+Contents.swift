package import AccessibilityTree

extension Element {
  /// The maximum number and length, in Unicode scalars, of texts that name an element.
  private static let maxContents = 8
  private static let maxContentLength = 256

  /// Whether outlines may name it by the texts in it.
  package var takesNameFromContents: Bool { !children.isEmpty && !hasLabel && !isWindow }

  /// Returns the element with the texts that name it in outlines of the tree, if it has no label. In lists of matches a row is
  /// alone: it has the first texts in it where outlines need none.
  package func named(in tree: Tree) -> Element {
    guard takesNameFromContents else { return self }
    let folding = OutlineFolding(tree: tree)
    var texts = folding.decision(on: self).texts
    if texts.isEmpty, role.isItem { texts = OutlineRows(folding: folding).firstTexts(in: self) }
    guard !texts.isEmpty else { return self }
    var copy = self
    copy.contents = texts.prefix(Self.maxContents).map { $0.cut(to: Self.maxContentLength) }
    return copy
  }
}
