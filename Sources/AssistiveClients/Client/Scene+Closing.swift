internal import AccessibilitySpeech
internal import AccessibilityTree

extension Scene {
  /// The action that closes the window that people are in; `nil` when it cannot be closed. No other window is closed
  /// instead.
  ///
  /// - Parameter place: Where the client is; `nil` when it has no place: of an application, the window in front counts.
  func closing(near place: ElementID?) -> (window: ElementID, choice: ElementChoice)? {
    guard let window = ownWindow(at: place) else { return nil }
    return self[window]?.closing.map { (window, $0) }
  }

  private func ownWindow(at place: ElementID?) -> ElementID? {
    window(at: place).flatMap { Self.window(of: $0, in: tree) }
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
      let name = ownWindow(at: place).flatMap { Speech.name(of: $0, in: tree) }
      return .refuse("\(name ?? "This window") cannot be closed.")
    }
    return [.perform(window, choice.command)]
  }
}

extension Element {
  /// The action that closes the window.
  var closing: ElementChoice? {
    guard isWindow else { return nil }
    let action = actions.first { $0.kind == .custom && $0.name.lowercased() == "close" }
    return action.map { ElementChoice("Close window", .custom($0.name)) }
  }
}
