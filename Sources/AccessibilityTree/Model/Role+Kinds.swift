extension Role {
  /// Whether people operate elements of the role to trigger, choose or enter something.
  package var isControl: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .comboBox, .textField,
      .searchField, .passwordField, .spinButton, .dateField, .slider, .dial, .link, .menuItem,
      .menuItemCheckBox, .menuItemRadio, .tab, .key:
      true
    default: false
    }
  }

  package var isWindow: Bool { self == .window || isDialog }

  package var isDialog: Bool { self == .dialog || self == .alertDialog }

  /// Whether elements of the role are entries of a list, table or tree.
  package var isItem: Bool {
    switch self {
    case .option, .listItem, .treeItem, .row, .cell: true
    default: isHeader
    }
  }

  /// Whether elements of the role are lists, tables or trees, around such entries.
  package var holdsItems: Bool {
    switch self {
    case .list, .listBox, .table, .grid, .tree, .treeGrid: true
    default: false
    }
  }

  /// Whether elements of the role are entries of a menu, other than menus in it.
  package var isMenuItem: Bool {
    self == .menuItem || self == .menuItemCheckBox || self == .menuItemRadio
  }

  /// Whether elements of the role name the rows or columns of a table.
  package var isHeader: Bool { self == .columnHeader || self == .rowHeader }

  package var isTextEntry: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .spinButton, .dateField, .editor, .comboBox:
      true
    default: false
    }
  }

  /// Whether elements of the role are read and contain their own text.
  package var isText: Bool {
    switch self {
    case .text, .label, .paragraph, .caption, .heading, .status, .alert, .note, .mark, .code,
      .blockQuote, .definition, .term, .time, .log, .timer, .marquee:
      true
    default: false
    }
  }

  /// Whether elements of the role group others and need no name.
  package var isContainer: Bool {
    switch self {
    case .application, .window, .dialog, .alertDialog, .group, .generic, .document, .embedded,
      .article, .region, .main, .navigation, .banner, .contentInfo, .complementary, .form, .search,
      .section, .page, .header, .footer, .list, .listBox, .listItem, .menuBar, .menu, .tabList,
      .tabPanel, .table, .grid, .row, .rowGroup, .cell, .tree, .treeGrid, .toolBar, .statusBar,
      .titleBar, .scrollArea, .scrollBar, .separator, .splitter, .radioGroup, .desktop,
      .internalFrame, .terminal, .editor, .figure, .descriptionList, .unknown, .canvas, .option,
      .treeItem, .columnHeader, .rowHeader:
      true
    default: false
    }
  }

  /// Whether elements of the role without a label are named by the text inside them.
  package var isNamedByContents: Bool {
    switch self {
    case .button, .toggleButton, .checkBox, .switch, .radio, .link, .menuItem, .menuItemCheckBox,
      .menuItemRadio, .tab, .option, .treeItem, .listItem, .cell, .row, .columnHeader, .rowHeader,
      .heading, .toolTip, .key:
      true
    default: isText
    }
  }
}
