internal import AccessibilityTree

/// The actions that an element advertises: only those that work.
enum ActionMapping {
  /// Returns standard actions first, each once, and then those specific to the application, in its order.
  static func actions(_ facts: AtspiFacts, role: Role, states: States) -> [Action] {
    var list = ActionList()
    addNative(facts, role: role, states: states, to: &list)
    addInterfaces(facts, role: role, states: states, to: &list)
    return list.all
  }

  /// Adds the actions of the interface Action. An ambient action that presses counts only on what people press: on a text or a
  /// cell it clicks whatever is there. It can still be performed by its own name.
  private static func addNative(
    _ facts: AtspiFacts, role: Role, states: States, to list: inout ActionList
  ) {
    let isUsed = role.isControl || states.contains(.focusable) || role == .window
    // Such a press is refused without synthesised input.
    let isTickedByInput =
      states.contains(.checkable)
      && (facts.dialect.ticksCellsByKeys && role == .cell
        || facts.dialect.tellsOnlyTicks && role.isTicked)
    let names = facts.actions.lazy.map { ActionName.meaning(of: $0.name) }
    let toggles = ActionName.togglesByOneWord(names, states: states)
    for action in facts.actions where !action.name.isEmpty {
      var meaning = ActionName.meaning(of: action.name)
      if toggles, meaning.isOneWay { meaning.togglesExpansion = true }
      if facts.dialect.togglesWithoutClick, isIdleToggle(action, role: role, states: states) {
        continue
      }
      // The windows, toolbars and frames of Firefox have a "click".
      if meaning.kinds == [.press], role.isNeverPressed || isTickedByInput { continue }
      // A menu of Firefox that is closed says so of the button around it, or of the whole window.
      if meaning.isOfAncestor, role == .menu { continue }
      if meaning.isAmbient, !(meaning.kinds == [.press] ? role.isPressed : isUsed) { continue }
      if meaning.kinds == [.showMenu], meaning.isAmbient, !states.contains(.focusable) { continue }
      guard let kind = kind(meaning, role: role, states: states) else {
        if meaning.kinds.isEmpty, isWorkable(action, states: states) {
          list.add(Action(.custom, name: action.name, nativeName: action.name))
        }
        continue
      }
      list.add(Action(kind, nativeName: action.name), rank: meaning.rank(on: role))
      if role.opensMenu(by: meaning) {
        list.add(Action(.press, nativeName: action.name), rank: meaning.rank)
      }
    }
  }

  /// Returns the kind of an action on this element; `nil` when it currently has no effect, or is specific to
  /// the application.
  static func kind(_ meaning: ActionName, role: Role, states: States) -> ActionKind? {
    // Qt steps through whatever has a number.
    if role == .progressBar, meaning.kinds == [.increment] || meaning.kinds == [.decrement] {
      return nil
    }
    if meaning.togglesExpansion || meaning.kinds == [.expand] || meaning.kinds == [.collapse] {
      guard states.contains(.expandable) || role == .comboBox else { return nil }
      if meaning.togglesExpansion {
        return states.contains(.expanded) ? .collapse : .expand
      }
    }
    // Elements that a click chooses are pressed; elements that stay chosen are selected.
    if meaning.kinds == [.select, .press] {
      return states.contains(.selectable) && !role.isPressedToChoose ? .select : .press
    }
    return meaning.kinds.first
  }

  /// Whether the action can have an effect. GTK 3 gives every cell of a table an "edit", even cells that
  /// cannot be edited, and names those of some cells by what they do.
  private static func isWorkable(_ action: AtspiAction, states: States) -> Bool {
    let isEdit = action.name == "edit" || action.name.hasPrefix("Creates a widget in which")
    return !isEdit || states.contains(.editable)
  }

  /// Whether all that an action does is to select an item of a view that cannot be selected, as what Qt draws between the parts
  /// of a path.
  private static func isIdleToggle(_ action: AtspiAction, role: Role, states: States) -> Bool {
    role.isTicked && !states.contains(.selectable)
      && ActionName.normalized(action.name) == ActionName.toggle
  }

  /// Adds the actions that other interfaces offer.
  private static func addInterfaces(
    _ facts: AtspiFacts, role: Role, states: States, to list: inout ActionList
  ) {
    let interfaces = facts.interfaces
    if interfaces.contains(.value), isAdjusted(role),
      ElementMapping.isAdjustable(role: role, states: states, native: facts.states)
    {
      list.add(Action(.increment))
      list.add(Action(.decrement))
      list.add(Action(.setValue))
    }
    let isEdited = states.contains(.editable) && !states.contains(.readOnly)
    if isEdited, ValueMapping.isNumberedCell(role: role, interfaces: interfaces) {
      list.add(Action(.setText))
    }
    if interfaces.contains(.editableText), isEdited {
      list.add(Action(.setText))
      list.add(Action(.insertText))
    }
    if interfaces.contains(.text), isEdited || states.contains(.selectableText) {
      list.add(Action(.setSelection))
    }
    if states.contains(.selectable), facts.parentSelects {
      list.add(Action(.select))
      if states.contains(.selected) { list.add(Action(.deselect)) }
    }
    guard interfaces.contains(.component) else { return }
    if states.contains(.focusable), facts.dialect.supportsGrabFocus { list.add(Action(.focus)) }
    if facts.dialect.supportsScrollTo, !list.isEmpty, role != .window {
      list.add(Action(.scrollIntoView))
    }
  }

  /// Whether people set the value of elements of the role.
  static func isAdjusted(_ role: Role) -> Bool {
    switch role {
    case .slider, .spinButton, .scrollBar, .dial, .splitter, .generic, .group: true
    default: false
    }
  }
}

extension Role {
  fileprivate var isPressedToChoose: Bool {
    switch self {
    case .menuItem, .menuItemCheckBox, .menuItemRadio, .button: true
    default: false
    }
  }
}

/// A list of actions that keeps one of each standard kind, the one with the lowest rank.
private struct ActionList {
  private var standard: [(action: Action, rank: Int)] = []
  private var custom: [Action] = []

  mutating func add(_ action: Action, rank: Int = .max) {
    if action.kind == .custom {
      if !custom.contains(where: { $0.name == action.name }) { custom.append(action) }
    } else if let index = standard.firstIndex(where: { $0.action.kind == action.kind }) {
      if rank < standard[index].rank { standard[index] = (action, rank) }
    } else {
      standard.append((action, rank))
    }
  }

  var isEmpty: Bool { standard.isEmpty && custom.isEmpty }
  var all: [Action] { standard.map(\.action) + custom }
}

extension Role {
  /// Whether an action for a menu alone is how people press an element of the role, such as an item with a submenu (Qt).
  func opensMenu(by meaning: ActionName) -> Bool {
    meaning.kinds == [.showMenu] && !meaning.isAmbient
      && (self == .menu || self == .popUpButton || isMenuItem)
  }
}
