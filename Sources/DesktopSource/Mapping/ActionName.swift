internal import AccessibilityTree

/// The meaning of an AT-SPI action's name.
struct ActionName: Hashable, Sendable {
  /// The kinds that the action can serve as, the best first; empty for an action specific to the application.
  var kinds: [ActionKind]
  /// The order among several actions of the same kind: the one with the lowest rank is used.
  var rank = 0
  /// Whether toolkits give the action to every element, often without effect. It then counts only on elements
  /// that people use; one that presses, such as Chromium's `doDefault` and `clickAncestor`, only on controls.
  var isAmbient = false
  /// Whether the action is that of an element around this one.
  var isOfAncestor = false
  /// Whether the action expands a collapsed element and collapses an expanded one.
  var togglesExpansion = false

  /// Whether the action expands alone, or collapses alone, as its name says.
  var isOneWay: Bool { kinds == [.expand] || kinds == [.collapse] }

  /// Whether the one action for it expands a collapsed element and collapses an expanded one, whatever its name says. Firefox
  /// goes on to call that of the summary of a page "expand" once it is expanded. So it is where no other action leads back.
  static func togglesByOneWord(_ meanings: some Sequence<ActionName>, states: States) -> Bool {
    guard states.contains(.expandable) || states.contains(.expanded) else { return false }
    var ways = 0
    for meaning in meanings {
      if meaning.isOneWay {
        ways += 1
      } else if meaning.togglesExpansion || meaning.kinds.contains(.press) {
        return false
      }
    }
    return ways == 1
  }

  /// Returns the meaning of a name, regardless of case, spaces, hyphens and underscores.
  static func meaning(of name: String) -> ActionName {
    if let known = spellings[name] ?? table[normalized(name)] { return known }
    // GTK 4 names such as "clipboard.copy" and "win.undo", of which every label has some.
    if name.contains(".") { return ActionName(kinds: [], isAmbient: true) }
    return ActionName(kinds: [])
  }

  /// The order among the actions that press an element of a role. A radio button is chosen by the one that selects it, which comes
  /// first there: another may accept what was chosen before, as a double click on a colour of GTK 3 does (`activate`).
  func rank(on role: Role) -> Int { role == .radio && kinds == [.select, .press] ? -1 : rank }

  /// Returns the name in lower case without separators: "click-ancestor", "clickAncestor" and "Click
  /// ancestor" are the same.
  static func normalized(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { $0 != " " && $0 != "-" && $0 != "_" }))
  }

  /// Normalized names seen in applications: GTK, Chromium, Firefox, Qt, LibreOffice, Java.
  static let table: [String: ActionName] = {
    var table: [String: ActionName] = [:]
    for (rank, name) in pressNames.enumerated() {
      table[name] = ActionName(kinds: [.press], rank: rank)
    }
    for name in ["dodefault", "clickancestor"] { table[name]?.isAmbient = true }
    table["clickancestor"]?.isOfAncestor = true
    table["open"]?.kinds = [.press, .expand]
    table["select"]?.kinds = [.select, .press]
    for (name, kind) in others { table[name] = ActionName(kinds: [kind]) }
    for name in ["showcontextmenu", "menu.popup"] { table[name]?.isAmbient = true }
    for name in toggles {
      table[name] = ActionName(kinds: [.expand, .collapse], rank: 1, togglesExpansion: true)
    }
    return table
  }()

  /// Names as Chromium spells them: each of its elements has some, so they are found without being normalized.
  static let spellings: [String: ActionName] = Dictionary(
    uniqueKeysWithValues: ["doDefault", "clickAncestor", "showContextMenu"].compactMap { name in
      table[normalized(name)].map { (name, $0) }
    })

  /// Names of actions that press, the one most likely to be intended first.
  private static let pressNames = [
    "click", "press", "jump", "toggle", "check", "uncheck", "cycle", "switch", "invoke", "push",
    "activate", "activatesthecell", "open", "select", "dodefault", "clickancestor",
  ]

  /// The name of the action of a cell that can be ticked, in GTK.
  static let toggle = "toggle"

  private static let toggles = [
    "expandorcontract", "expandorcollapse", "toggleexpand", "toggleexpanded", "togglepopup",
    "expandsorcontractstherowinthetreeviewcontainingthiscell",
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

  /// Returns the normalized names of actions that scroll in a direction, the best first.
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
