internal import AccessibilityMirror
internal import AccessibilityTree

extension ViewHost {
  func post(_ notification: PostedNotification) {
    posted.append(notification)
  }

  /// Returns the notification for the store, with ids, once all elements are in place.
  func resolve(_ notification: PostedNotification) -> Notification {
    let root = application ?? ElementID(rawValue: 0)
    let window = frontWindow?.id
    switch notification {
    case .announcement(let text, let priority):
      return .announcement(text: text, priority: priority, element: root)
    case .layoutChanged(let focus):
      return .layoutChanged(container: window ?? root, focus: element(focus))
    case .screenChanged(let focus):
      return .screenChanged(root: window ?? root, focus: element(focus))
    case .pageScrolled(let text, let element):
      return .scrolled(container: element?.id ?? window ?? root, deltaX: 0, deltaY: 0, page: text)
    }
  }

  private func element(_ hint: FocusHint?) -> ElementID? {
    switch hint {
    case nil: nil
    case .element(let node): node.id
    case .identifier(let identifier): element(identifier: identifier)
    }
  }

  private func element(identifier: String) -> ElementID? {
    guard let root = application else { return nil }
    var found: ElementID?
    store.tree.walk(from: [root]) { element, _ in
      guard element.identifier == identifier else { return .descend }
      found = element.id
      return .stop
    }
    return found
  }
}
