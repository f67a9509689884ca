internal import AccessibilityTree

/// The commands for switching windows, which every client has.
enum WindowCommands {
  static let vocabulary: [CommandHelp] = [
    CommandHelp("windows", does: "List the windows"),
    CommandHelp(
      "window", "N|TITLE|front", does: "Go to a window; \"front\" follows the one in front"),
    CommandHelp("close window", keys: [.control("w")], does: "Close the window"),
  ]

  /// Lists the windows and marks the one of the client's place.
  static func list(in scene: Scene, at place: ElementID?) -> [ClientEffect] {
    let current = scene.window(at: place)
    return Scene.windows(in: scene.tree).enumerated().map { number, window in
      let isHere = current.map { window.id == $0 || scene.tree.isAncestor(window.id, of: $0) }
      let text = "\(number + 1) \(window.title)" + (isHere == true ? ", here" : "")
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
