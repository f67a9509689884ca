package import AccessibilityTree

/// Popups that browsers show for a field of a page, such as Chromium's choice of a colour, which has a document of its own in its
/// button. Chromium marks only what is over the button as showing.
package enum PagePopups {
  /// How far up the document of a popup is looked for.
  private static let maxDepth = 12

  private static let document = ToolkitAttribute(name: "tag", value: "#document")

  /// Whether an element that has no mark of being on screen is within the frame of an open popup that it is in.
  package static func isShown(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard element.states.contains(.visible), !element.states.contains(.showing),
      let frame = element.frame, !frame.rect.isEmpty,
      element.attributes.contains(where: { $0.name == document.name })
    else { return false }
    let middle = frame.rect.center
    var next = element.parent
    for _ in 0..<maxDepth {
      guard let id = next else { return false }
      var isFound: Bool?
      next =
        tree.read(id) { above in
          if above.attributes.contains(document) {
            let around = above.frame
            isFound =
              isOpen(above, in: tree) && around?.space == frame.space
              && around?.rect.contains(middle) == true
          }
          return above.role == .document ? nil : above.parent
        } ?? nil
      if let isFound { return isFound }
    }
    return false
  }

  private static func isOpen(_ popup: borrowing Element, in tree: Tree) -> Bool {
    guard popup.states.contains(.showing), let parent = popup.parent else { return false }
    return tree.read(parent) { $0.role.isControl } == true
  }
}
