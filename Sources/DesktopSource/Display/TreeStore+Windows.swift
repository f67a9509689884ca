internal import AccessibilityMirror
internal import AccessibilityTree

extension TreeStore {
  /// Returns the window that an element is in.
  func window(of target: Element) -> Element? {
    for id in [target.id] + tree.ancestors(of: target.id) {
      guard let element = tree[id] else { return nil }
      if element.parent == element.application { return element }
    }
    return nil
  }

  /// Returns what is known of the window that an element is in.
  func windowQuery(of target: Element) -> WindowQuery {
    let window = window(of: target)
    return WindowQuery(
      processID: applications[target.application]?.processID, title: window?.label,
      size: window?.frame.map { ($0.rect.width, $0.rect.height) })
  }

  /// Whether the mirror has a window that the window manager lists: one with its title, of any application, or where it has
  /// none, a dialog or active window without a name, of its own application. Qt adds the name of the application to titles.
  func hasWindow(like window: DisplayWindow) -> Bool {
    let title = window.title ?? ""
    return tree.roots.contains { root in
      if title.isEmpty, !isApplication(root, of: window) { return false }
      return (tree[root]?.children ?? []).contains { id in
        tree.read(id) { element in
          if title.isEmpty { return element.isUntitledWindow }
          return element.label == title
            || element.isActiveWindow(beginning: title) && isProcess(root, of: window)
        } == true
      }
    }
  }

  /// Whether a window is of an application, as far as both say which process they are of.
  private func isApplication(_ root: ElementID, of window: DisplayWindow) -> Bool {
    applications[root]?.processID == nil || window.processID == nil || isProcess(root, of: window)
  }

  /// Whether both say that a window is of the process of an application.
  private func isProcess(_ root: ElementID, of window: DisplayWindow) -> Bool {
    guard let process = applications[root]?.processID, let other = window.processID else {
      return false
    }
    return UInt32(bitPattern: process) == other
  }
}

extension Element {
  /// Whether it is an active window without a name, or with one that a title begins with.
  fileprivate func isActiveWindow(beginning title: String) -> Bool {
    isWindow && states.contains(.active) && title.hasPrefix(label ?? "")
  }

  /// Whether it is a window without a name that has been seen to be in use, or a dialog: GTK 4 says of no dialog that it is active.
  fileprivate var isUntitledWindow: Bool {
    label?.isEmpty != false && (isDialog || isWindow && states.contains(.active))
  }
}
