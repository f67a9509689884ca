extension Tree {
  /// Returns the modal dialogs that keep people from a window: those that its application shows, as windows of their own or
  /// within one. A window that is active is in use, whatever other dialogs without that state there are.
  ///
  /// None keeps people from another modal dialog, or from a window without a name: menus and lists of completions, which
  /// open from dialogs, are such.
  package func modalDialogs(before window: ElementID) -> [ElementID] {
    guard !index.modal.isEmpty, !index.modal.contains(window) else { return [] }
    let facts = read(window) { window in
      window.isWindow && window.label?.isBlank == false
        ? (application: window.application, isActive: window.states.contains(.active)) : nil
    }
    guard case (let application, let isActive)?? = facts else { return [] }
    return index.modal.sorted().filter { dialog in
      read(dialog) {
        $0.application == application && $0.isShownDialog
          && !(isActive && $0.parent == application && !$0.states.contains(.active))
      } == true
    }
  }

  /// Returns the modal dialogs that keep people from a window and are windows themselves, the latest first.
  package func modalWindows(before window: ElementID) -> [ElementID] {
    modalDialogs(before: window).reversed().filter { dialog in
      read(dialog) { $0.parent == $0.application } == true
    }
  }
}

extension Element {
  /// Whether a dialog is shown. GTK 4 says of none that it is showing: of one that is a window it says that it is visible.
  fileprivate var isShownDialog: Bool {
    if states.contains(.showing) { return true }
    return parent == application && states.contains(.visible) && !states.contains(.iconified)
  }
}
