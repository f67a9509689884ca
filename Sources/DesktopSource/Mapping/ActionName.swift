internal import AccessibilityTree

/// What the name of an AT-SPI action means.
struct ActionName: Hashable, Sendable {
  /// What the action can be used for, the best use first; empty for an action of the application's
  /// own.
  var kinds: [ActionKind]
  /// Which of several actions for the same kind is meant by it: the lowest.
  var rank = 0
  /// Given to every element by its toolkit, and often without effect: means something only on what
  /// people use.
  var isAmbient = false
  /// Expands what is collapsed and collapses what is expanded.
  var togglesExpansion = false

  /// What a name means, whatever its case and punctuation.
  static func meaning(of name: String) -> ActionName {
    let key = normalized(name)
    if let known = table[key] { return known }
    // GTK 4: "clipboard.copy", "win.undo"; every label has some.
    if name.contains(".") { return ActionName(kinds: [], isAmbient: true) }
    return ActionName(kinds: [])
  }

  /// "click-ancestor", "clickAncestor" and "Click ancestor" are one name.
  static func normalized(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { $0 != " " && $0 != "-" && $0 != "_" }))
  }

  /// Names seen in applications, normalised: GTK, Chromium, Firefox, Qt, LibreOffice, Java.
  static let table: [String: ActionName] = {
    var table: [String: ActionName] = [:]
    for (rank, name) in pressNames.enumerated() {
      table[name] = ActionName(kinds: [.press], rank: rank)
    }
    for name in ["dodefault", "clickancestor"] { table[name]?.isAmbient = true }
    table["open"]?.kinds = [.press, .expand]
    table["select"]?.kinds = [.select, .press]
    for (name, kind) in others { table[name] = ActionName(kinds: [kind]) }
    for name in ["showcontextmenu", "menu.popup"] { table[name]?.isAmbient = true }
    for name in toggles {
      table[name] = ActionName(kinds: [.expand, .collapse], rank: 1, togglesExpansion: true)
    }
    return table
  }()

  /// What presses, the likeliest to be meant first.
  private static let pressNames = [
    "click", "press", "jump", "toggle", "check", "uncheck", "switch", "invoke", "push", "activate",
    "open", "select", "dodefault", "clickancestor",
  ]

  private static let toggles = [
    "expandorcontract", "expandorcollapse", "toggleexpand", "toggleexpanded", "togglepopup",
  ]

  private static let others: [(String, ActionKind)] = [
    ("expand", .expand), ("collapse", .collapse), ("contract", .collapse),
    ("increment", .increment), ("increase", .increment), ("spinup", .increment),
    ("decrement", .decrement), ("decrease", .decrement), ("spindown", .decrement),
    ("unselect", .deselect), ("deselect", .deselect),
    ("setfocus", .focus), ("focus", .focus), ("grabfocus", .focus),
    ("showmenu", .showMenu), ("showcontextmenu", .showMenu), ("menu.popup", .showMenu),
    ("menu", .showMenu), ("popup", .showMenu), ("popupmenu", .showMenu),
    ("scrollintoview", .scrollIntoView), ("scrolltomakevisible", .scrollIntoView),
    ("scrollup", .scroll), ("scrolldown", .scroll), ("scrollleft", .scroll),
    ("scrollright", .scroll), ("scrollforward", .scroll), ("scrollbackward", .scroll),
    ("nextpage", .scroll), ("previouspage", .scroll), ("pageup", .scroll), ("pagedown", .scroll),
    ("delete", .delete), ("remove", .delete),
    ("cancel", .escape), ("escape", .escape), ("dismiss", .escape),
    ("zoomin", .zoomIn), ("zoomout", .zoomOut),
  ]

  /// The names that scroll in a direction, normalised, the best first.
  static func scrollNames(_ direction: ScrollDirection) -> [String] {
    switch direction {
    case .up: ["scrollup", "pageup"]
    case .down: ["scrolldown", "pagedown"]
    case .left: ["scrollleft"]
    case .right: ["scrollright"]
    case .next: ["scrollforward", "nextpage", "pagedown", "scrolldown"]
    case .previous: ["scrollbackward", "previouspage", "pageup", "scrollup"]
    }
  }
}
