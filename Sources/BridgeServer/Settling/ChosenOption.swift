internal import AccessibilityTree

/// The option of a combo box that an action chooses: the box must show it afterwards.
struct ChosenOption {
  let box: ElementID
  private let option: String
  private var words: String { Self.words(option) }

  /// How far an option may be below its combo box: in GTK 4, in a list in a view in a popover.
  private static let maxDepth = 8
  /// How many elements in a combo box are looked at.
  private static let maxElements = 5_000

  /// Returns `nil` when the action does not choose an option of a combo box that takes nothing else.
  init?(_ command: ActionCommand, on id: ElementID, in tree: Tree) {
    switch command {
    case .setText(let text):
      (box, option) = (id, text)
    case .select, .press:
      guard let item = tree[id], item.role.isItemOfCombo, let text = tree.text(ofItem: item),
        let box = tree.ancestors(of: id).prefix(Self.maxDepth).first(where: {
          tree.read($0) { $0.role } == .comboBox
        })
      else { return nil }
      (self.box, option) = (box, text)
    default: return nil
    }
    let takesOption = tree.read(box) {
      $0.role == .comboBox && !$0.states.contains(.editable) && !$0.isRedacted
    }
    guard takesOption == true else { return nil }
  }

  /// Whether the box shows the option now; `nil` when its toolkit does not tell, or it shows the option beside other words.
  func isShown(in tree: Tree) -> Bool? { shown(in: tree).flatMap(isMeant) }

  /// Whether a text that the box shows is the option; `nil` when the option is among its words.
  func isMeant(_ shown: String) -> Bool? {
    if shown == option { return true }
    return Self.words(shown).contains(words) ? nil : false
  }

  /// What the box shows as chosen; `nil` when its toolkit does not tell.
  func shown(in tree: Tree) -> String? {
    guard let box = tree[self.box] else { return nil }
    if let value = box.value { return value }
    var (shown, options, selected): ([String], [String], String?) = ([], [], nil)
    var left = Self.maxElements
    // A row of libadwaita that is a combo box has its title in it.
    let names = Set(box.labels)
    tree.walk(from: box.children) { element, _ in
      left -= 1
      if left < 0 { return .stop }
      if element.role.isItemOfCombo || element.role == .option {
        guard let text = tree.text(ofItem: element) else { return .skip }
        options.append(text)
        // Of a menu item, being selected is the highlight.
        if element.role != .menuItem, element.states.contains(.selected) { selected = text }
        return .skip
      }
      // The list, and pages of a stack that are not shown.
      if element.role == .list || element.role == .menu { return .descend }
      guard element.states.contains(.visible), !names.contains(element.id) else { return .descend }
      if element.states.contains(.editable), let value = element.value { shown.append(value) }
      if element.role == .label || element.role == .text, let label = element.label {
        shown.append(label)
      }
      return .descend
    }
    if !shown.isEmpty {
      return shown.first { $0 == option } ?? shown.first { Self.words($0).contains(words) }
        ?? shown[0]
    }
    // GTK 3 names a box after what it shows.
    if let label = box.label, label == option || options.contains(label) { return label }
    return selected
  }

  private static func words(_ text: String) -> String {
    " " + text.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
  }
}

extension Role {
  /// Whether it is an item of the list of a combo box of a toolkit; browsers have options, which say that they are selected.
  fileprivate var isItemOfCombo: Bool { self == .menuItem || self == .listItem }
}
