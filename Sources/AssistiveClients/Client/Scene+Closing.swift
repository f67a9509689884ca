internal import AccessibilityTree

extension Scene {
  /// The action that closes the window of an element, or else the window in front; `nil` when none can be closed.
  func closing(near place: ElementID?) -> (window: ElementID, choice: ElementChoice)? {
    guard let root else { return nil }
    let application = tree.read(root) { $0.application } ?? root
    let windows = tree.read(application) { $0.children } ?? []
    let own = Self.window(of: place ?? root, in: tree)
    let inFront = windows.filter { tree.read($0) { $0.states.contains(.active) } == true }
    return ([own].compactMap(\.self) + inFront).lazy.compactMap { window in
      self[window]?.closing.map { (window, $0) }
    }.first
  }

  /// A menu that is open and can be closed.
  var openMenu: ElementID? {
    guard let root else { return nil }
    return tree.subtree(of: root).first { id in
      tree.read(id) { element in
        element.role == .menu && element.actions.contains { $0.kind == .escape }
      } ?? false
    }
  }

  /// Tells that nothing offers an action, and what closes a window that cannot be escaped from.
  func refusal(ofAny command: ActionCommand, near place: ElementID?) -> String {
    let closes = command == .escape && closing(near: place) != nil
    return "Nothing here offers \(command.spokenName.lowercased())."
      + (closes ? " \"close window\" closes the window." : "")
  }

  /// Closes the window of an element.
  func closeWindow(near place: ElementID?) -> [ClientEffect] {
    guard let (window, choice) = closing(near: place) else {
      return .refuse("This window cannot be closed.")
    }
    return [.perform(window, choice.command)]
  }
}

extension Element {
  /// The action that closes the window.
  fileprivate var closing: ElementChoice? {
    guard role.isWindow else { return nil }
    let action = actions.first { $0.kind == .custom && $0.name.lowercased() == "close" }
    return action.map { ElementChoice("Close window", .custom($0.name)) }
  }
}
