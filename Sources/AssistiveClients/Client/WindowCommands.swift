internal import AccessibilityTree

/// The commands for switching windows, which every client has.
enum WindowCommands {
  static let vocabulary: [CommandHelp] = [
    CommandHelp("windows", does: "List the windows"),
    CommandHelp(
      "window", "N|TITLE|front", does: "Go to a window; \"front\" follows the one in front"),
    CommandHelp("close window", keys: [.control("w")], does: "Close the window"),
  ]

  /// Lists the windows and marks the current one.
  static func list(in scene: Scene) -> [ClientEffect] {
    Scene.windows(in: scene.tree).enumerated().map { place, window in
      let mark = scene.root.map { window.id == $0 || scene.tree.isAncestor(window.id, of: $0) }
      let text = "\(place + 1) \(window.title)" + (mark == true ? ", here" : "")
      return .say(SpokenLine(.choice, text, element: window.id))
    }
  }

  /// Returns the scope for an argument; `nil` when there is no such window.
  static func scope(_ argument: String, in scene: Scene) -> SceneScope? {
    if argument.isEmpty || argument.lowercased() == "front" { return .front }
    let windows = Scene.windows(in: scene.tree)
    if let window = Int(argument).flatMap(windows.item(numbered:)) { return .element(window.id) }
    let wanted = argument.lowercased()
    let found =
      windows.first { $0.title.lowercased() == wanted }
      ?? windows.first { $0.title.lowercased().contains(wanted) }
    return found.map { .element($0.id) }
  }
}
