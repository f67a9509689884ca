internal import AccessibilityTree

/// The words for an element's role and traits.
enum RoleWords {
  /// Returns the words in spoken order; empty for roles that need no word, such as text.
  static func words(for element: Element, _ idiom: SpeechIdiom) -> [String] {
    switch idiom {
    case .desktop:
      if let role = role(element.role) { return [role] }
      return element.traits.contains(.header) ? ["heading"] : []
    case .touch:
      let words = traits(element)
      guard let role = touchRole(element.role) else { return words }
      switch element.role {
      // A trait's word replaces the role, as on a touch screen.
      case .slider, .dial, .spinButton, .switch, .toggleButton, .checkBox, .radio:
        return words.contains { $0 != "button" } ? words.filter { $0 != "button" } : [role]
      // The role says more than the trait.
      case .popUpButton, .menuItem, .menuItemCheckBox, .menuItemRadio, .tab, .comboBox,
        .textField, .passwordField:
        return [role] + words.filter { $0 != "button" && $0 != "heading" }
      case .button where words.contains("switch button"): return words
      default: return words.contains(role) ? words : [role] + words
      }
    }
  }

  /// Returns the word for a role on a touch screen, which names controls and a few other roles; `nil` for the rest.
  private static func touchRole(_ role: Role) -> String? {
    if isControl(role) { return self.role(role) }
    switch role {
    case .window, .dialog, .alertDialog, .alert, .heading, .image, .icon, .progressBar, .tabList,
      .menu, .menuBar, .scrollBar, .meter, .levelBar, .application:
      return self.role(role)
    default: return nil
    }
  }

  private static func traits(_ element: Element) -> [String] {
    let traits = element.traits
    var words: [String] = []
    if traits.contains(.toggle) {
      words.append("switch button")
    } else if traits.contains(.button) {
      words.append("button")
    }
    for (trait, word) in others where traits.contains(trait) { words.append(word) }
    return words
  }

  private static let others: [(Traits, String)] = [
    (.link, "link"), (.searchField, "search field"), (.image, "image"), (.header, "heading"),
    (.adjustable, "adjustable"), (.tabBar, "tab bar"),
  ]

  /// Returns the word for a role; `nil` for roles that need none.
  static func role(_ role: Role) -> String? {
    switch role {
    case .unknown, .generic, .text, .label, .paragraph, .section, .caption, .mark, .time,
      .listItem, .listMarker, .term, .definition, .page, .embedded, .rubyAnnotation, .subscript,
      .superscript, .cell, .row, .rowGroup, .tabPanel, .scrollArea, .radioGroup, .statusBar,
      .titleBar, .ruler, .code, .header, .footer, .inputMethod, .desktop, .key, .internalFrame,
      .descriptionList:
      nil
    case .alertDialog: "alert dialog"
    case .contentInfo: "content information"
    case .blockQuote: "block quote"
    case .footnote: "footnote"
    case .mathFraction: "fraction"
    case .mathRoot: "root"
    case .toggleButton: "toggle button"
    case .popUpButton: "pop up button"
    case .checkBox: "check box"
    case .switch: "switch button"
    case .radio: "radio button"
    case .comboBox: "combo box"
    case .textField, .editor: "text field"
    case .searchField: "search field"
    case .passwordField: "secure text field"
    case .spinButton: "stepper"
    case .dateField: "date field"
    case .scrollBar: "scroll bar"
    case .progressBar: "progress indicator"
    case .meter, .levelBar: "level indicator"
    case .list: "list"
    case .listBox: "list box"
    case .option: nil
    case .menuBar: "menu bar"
    case .menuItem, .menuItemCheckBox, .menuItemRadio: "menu item"
    case .tabList: "tab bar"
    case .columnHeader: "column header"
    case .rowHeader: "row header"
    case .tree: "outline"
    case .treeItem: nil
    case .treeGrid: "table"
    case .grid: "table"
    case .toolBar: "tool bar"
    case .toolTip: "help tag"
    case .colorChooser: "color picker"
    case .fileChooser: "file picker"
    case .fontChooser: "font picker"
    case .icon: "image"
    default: role.name
    }
  }

  // MARK: Role categories

  /// Whether elements of the role are named by their content.
  static func isNamedByContent(_ role: Role) -> Bool {
    switch role {
    case .button, .toggleButton, .popUpButton, .link, .checkBox, .switch, .radio, .menuItem,
      .menuItemCheckBox, .menuItemRadio, .tab, .option, .listItem, .treeItem, .cell, .row,
      .columnHeader, .rowHeader, .heading, .toolTip, .alert, .status, .paragraph, .text, .label:
      true
    default: false
    }
  }

  /// Whether people operate elements of the role, so that being disabled matters.
  static func isControl(_ role: Role) -> Bool {
    role.isControl || role == .option || role == .editor
  }

  /// Whether the number of items is spoken for the role.
  static func isCounted(_ role: Role) -> Bool {
    switch role {
    case .list, .listBox, .menu, .menuBar, .tabList, .toolBar, .tree: true
    default: false
    }
  }
}
