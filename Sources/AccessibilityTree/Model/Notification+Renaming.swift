extension Notification {
  /// Returns the notification with other ids, for a tree that has some of the elements only; `nil` when it is about
  /// an element that is not in it, or about none.
  ///
  /// - Parameter name: Returns the id of an element in that tree; `nil`: it is not in it.
  package func renamed(_ name: (ElementID) -> ElementID?) -> Notification? {
    switch self {
    case .announcement(let text, let priority, let element):
      guard let element = element.flatMap(name) else { return nil }
      return .announcement(text: text, priority: priority, element: element)
    case .layoutChanged(let container, let focus):
      return name(container).map { .layoutChanged(container: $0, focus: focus.flatMap(name)) }
    case .screenChanged(let root, let focus):
      return name(root).map { .screenChanged(root: $0, focus: focus.flatMap(name)) }
    case .valueChanged(let element, let old, let new):
      return name(element).map { .valueChanged(element: $0, old: old, new: new) }
    case .scrolled(let container, let deltaX, let deltaY, let page):
      return name(container).map {
        .scrolled(container: $0, deltaX: deltaX, deltaY: deltaY, page: page)
      }
    case .focusMoved(let from, let to):
      // That the focus went to an element outside of the tree shows in the states of the one that had it, if at all.
      let (from, known) = (from.flatMap(name), to.flatMap(name))
      return known == nil && (to != nil || from == nil) ? nil : .focusMoved(from: from, to: known)
    case .applicationChanged(let application):
      return name(application.root).map { .applicationChanged(application.renamed(as: $0)) }
    case .speech(var event):
      guard let element = event.element.flatMap(name) else { return nil }
      event.element = element
      return .speech(event)
    }
  }
}

extension ActionCommand {
  /// Returns the command with other ids; `nil` when it names an element that is not in the other tree.
  package func renamed(_ name: (ElementID) -> ElementID?) -> ActionCommand? {
    switch self {
    case .drop(let source, let point): name(source).map { .drop(source: $0, point: point) }
    case .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus, .showMenu,
      .scrollIntoView, .scroll, .setValue, .setText, .insertText, .setSelection, .zoomIn, .zoomOut,
      .escape, .magicTap, .delete, .custom, .drag, .passThroughGesture, .directTouch, .intent,
      .hover, .keys:
      self
    }
  }
}
