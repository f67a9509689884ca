internal import AccessibilityTree

/// The actions of an element that its line names: those that its role does not imply, and the lack of one that it
/// does.
enum OutlineActions {
  /// The maximum number of actions shown. Some windows offer dozens; `get` and the view `all` show all of them.
  static let shown = 6

  /// Returns the names of the actions that the line shows.
  ///
  /// - Parameters:
  ///   - areKnown: Whether the actions of the element have been read, so that the lack of one is worth a word.
  ///   - isEntry: Whether the element is an entry that people reach by the keyboard: see `Element.isEntry`.
  ///   - limit: The maximum number of actions shown, where there is one for want of room.
  static func texts(
    of element: borrowing Element, showsAll: Bool, areKnown: Bool = true, isEntry: Bool = false,
    limit: Int? = nil
  ) -> [String] {
    var names: [String] = []
    for action in element.actions {
      let name = action.kind == .custom ? action.name.quoted(limit: 40) : action.kind.name
      if !showsAll, isImplied(action, of: element) { continue }
      if !names.contains(name) { names.append(name) }
    }
    if showsAll, limit == nil { return names }
    // Windows of GTK 4 offer what their menus and their frame do.
    if !showsAll, element.role == .window, names.count > 2 { return ["\(names.count) actions"] }
    let hidden = names.count - (limit ?? shown)
    // Without want of room, a count in the place of one action saves nothing.
    if hidden > (limit == nil ? 1 : 0) {
      names = names.prefix(limit ?? shown) + ["… \(hidden) more"]
    }
    if showsAll { return names }
    // People open an entry by a key or a double click.
    let isLacking =
      isEntry && !element.isTickedByKeys
      ? element.isUsable && !element.hasOwnActions : lacksPress(element)
    if areKnown, isLacking { names.append("no press") }
    return names
  }

  /// Whether the element's role or states imply the action, or nearly all elements offer it.
  static func isImplied(_ action: Action, of element: borrowing Element) -> Bool {
    let role = element.role
    switch action.kind {
    case .focus, .scrollIntoView, .scroll, .setSelection, .showMenu, .hover: return true
    case .press: return role.impliesPress || role.isItem || role.isTextEntry
    case .setText: return role.isTextEntry || element.isSheetCell
    case .insertText:
      return role.isTextEntry || element.actions.contains { $0.kind == .setText }
    case .increment, .decrement, .setValue: return role.isAdjusted || element.hasIdleRange
    case .select, .deselect: return element.states.contains(.selectable) || role.isItem
    case .expand: return element.states.contains(.collapsed) || role == .comboBox
    case .collapse: return element.states.contains(.expanded) || role == .comboBox
    case .custom:
      return role.isTextEntry && action.isOfToolkit || role != .window && action.pressesDefault
    default: return false
    }
  }

  /// Whether the element looks as if it could be pressed, and cannot.
  private static func lacksPress(_ element: borrowing Element) -> Bool {
    // What can be done to its row does not tick it.
    if element.isTickedByKeys {
      return element.isUsable && !element.actions.contains { $0.kind == .press }
    }
    guard element.role.impliesPress, element.isUsable else { return false }
    // Without a name it is a list of items, and no entry of a menu bar.
    if element.role == .menu, !element.hasLabel { return false }
    return !element.actions.contains {
      switch $0.kind {
      case .press, .select, .expand, .collapse, .showMenu, .setValue: true
      default: false
      }
    }
  }
}

extension Element {
  /// Whether the element is an entry of a list or table that people reach by the keyboard, and no part of one.
  func isEntry(in tree: Tree) -> Bool {
    guard states.contains(.focusable) else { return false }
    switch role {
    case .listItem, .row: return true
    case .cell: return parent.flatMap { tree.read($0) { $0.role == .row } } == false
    default: return false
    }
  }

  /// Whether the element has an action beside those that each element has as soon as it is there.
  var hasOwnActions: Bool {
    actions.contains { ![.focus, .scrollIntoView, .scroll, .hover].contains($0.kind) }
  }

  /// Whether the element is a box to tick in a table that makes its cells up when it is asked for them, as those of GTK 3.
  fileprivate var isTickedByKeys: Bool { isTickedCell && states.contains(.transient) }
}

extension Action {
  /// Whether the action presses the default button of what it is on, as GTK 4 gives it to each window and popover.
  fileprivate var pressesDefault: Bool { name == "default.activate" }

  /// Whether GTK 4 gives the action to every text.
  fileprivate var isOfToolkit: Bool {
    ["clipboard.", "selection.", "text.", "misc.", "menu."].contains { name.hasPrefix($0) }
  }
}

extension Role {
  /// Whether people press elements of the role.
  fileprivate var impliesPress: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .link, .menu, .menuItem,
      .menuItemCheckBox, .menuItemRadio, .tab, .key, .comboBox:
      true
    default: false
    }
  }

  fileprivate var isAdjusted: Bool {
    switch self {
    case .slider, .spinButton, .dial, .scrollBar, .splitter: true
    default: false
    }
  }
}
