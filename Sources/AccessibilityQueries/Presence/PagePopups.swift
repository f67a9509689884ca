internal import AccessibilityTree

/// Popups that browsers show for a field of a page, such as Chromium's choice of a colour, which has a document of its own in its
/// button. Chromium marks only what is over the button as showing.
///
/// Siblings have the popup around them in common, which is kept for one state of a tree.
struct PagePopups {
  /// How far up the document of a popup is looked for.
  private static let maxDepth = 12

  private static let document = ToolkitAttribute(name: "tag", value: "#document")

  /// The element whose children were looked at last, and the frame of the open popup that they are in.
  private var last: (parent: ElementID, popup: Frame?)?

  /// Whether an element that has no mark of being on screen is within the frame of an open popup that it is in.
  mutating func isShown(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard element.states.contains(.visible), !element.states.contains(.showing),
      let frame = element.frame, !frame.rect.isEmpty, let parent = element.parent
    else { return false }
    let known = last?.parent == parent ? last : nil
    if let known, known.popup == nil { return false }
    guard element.attributes.contains(where: { $0.name == Self.document.name }) else {
      return false
    }
    let popup = known?.popup ?? Self.popup(around: parent, in: tree)
    last = (parent, popup)
    return popup?.space == frame.space && popup?.rect.contains(frame.rect.center) == true
  }

  /// Returns the frame of the popup that an element is or is in, where that is open.
  private static func popup(around id: ElementID, in tree: Tree) -> Frame? {
    var next: ElementID? = id
    for _ in 0..<maxDepth {
      guard let id = next else { return nil }
      var popup: Frame?
      next =
        tree.read(id) { above in
          let isDocument = above.attributes.contains(document)
          if isDocument, isOpen(above, in: tree) { popup = above.frame }
          return isDocument || above.role == .document ? nil : above.parent
        } ?? nil
      if let popup { return popup }
    }
    return nil
  }

  private static func isOpen(_ popup: borrowing Element, in tree: Tree) -> Bool {
    guard popup.states.contains(.showing), let parent = popup.parent else { return false }
    return tree.read(parent) { $0.role.isControl } == true
  }
}
