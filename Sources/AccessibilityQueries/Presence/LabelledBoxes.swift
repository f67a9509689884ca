internal import AccessibilityTree

/// Boxes to tick that pages move far out of sight, to draw their own in the label: the label is on screen, ticks the box when it is
/// clicked, and is all that people know of it.
enum LabelledBoxes {
  /// Whether an element is such a box, whose label has no element. Chromium leaves out a label that says no more than its box.
  ///
  /// A page moves a box to the side, so its height on the page is that of its label. It says that the box is on screen
  /// where the document is.
  static func isShown(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard element.role == .checkBox || element.role == .radio || element.role == .switch,
      element.states.isSuperset(of: [.visible, .focusable]), element.label?.isBlank == false,
      let frame = element.frame, frame.rect.x + frame.rect.width <= 0,
      element.attributes.contains(namedByLabel),
      !element.relations.contains(where: { $0.kind == .labelledBy })
    else { return false }
    let middle = frame.rect.center.y
    let document = tree.ancestors(of: element.id).first { id in
      tree.read(id) { $0.role == .document } == true
    }
    return document.flatMap { id in
      tree.read(id) { document in
        guard document.states.contains(.showing), let page = document.frame?.rect else {
          return false
        }
        return page.y <= middle && middle < page.y + page.height
      }
    } ?? false
  }

  /// What Chromium says of an element that has its name from another one.
  private static let namedByLabel = ToolkitAttribute(name: "name-from", value: "related-element")
}
