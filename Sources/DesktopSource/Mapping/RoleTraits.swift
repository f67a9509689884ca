internal import AccessibilityTree

extension Role {
  /// Whether people operate elements of the role. Only these, and focusable ones, can be disabled.
  var isControl: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .comboBox, .textField,
      .searchField, .passwordField, .spinButton, .dateField, .slider, .dial, .scrollBar, .option,
      .menuItem, .menuItemCheckBox, .menuItemRadio, .tab, .treeItem, .link, .splitter, .menu, .key,
      .editor, .colorChooser, .calendar, .listBox, .listItem, .cell, .columnHeader, .rowHeader,
      .terminal, .radioGroup, .tabList, .grid, .tree, .treeGrid:
      true
    default: false
    }
  }

  /// Whether people press elements of the role to do something.
  var isPressed: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .comboBox, .option,
      .menu, .menuItem, .menuItemCheckBox, .menuItemRadio, .tab, .treeItem, .link, .key:
      true
    default: false
    }
  }

  /// Whether elements of the role only hold what people press. A click in the frame around a page goes to the page.
  var isNeverPressed: Bool {
    switch self {
    case .window, .toolBar, .menuBar, .tabList, .statusBar, .scrollArea, .embedded, .internalFrame:
      true
    default: false
    }
  }

  /// Whether elements of the role are on or off.
  var isCheckable: Bool {
    switch self {
    case .checkBox, .switch, .radio, .menuItemCheckBox, .menuItemRadio, .toggleButton: true
    default: false
    }
  }

  /// Whether elements of the role contain text that people type.
  var holdsTypedText: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .spinButton, .dateField, .editor, .terminal: true
    default: false
    }
  }
}
