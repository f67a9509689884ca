extension Role {
  /// What people use to make something happen, to choose or to enter.
  package var isControl: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .comboBox, .textField,
      .searchField, .passwordField, .spinButton, .dateField, .slider, .dial, .link, .menuItem,
      .menuItemCheckBox, .menuItemRadio, .tab, .key:
      true
    default: false
    }
  }

  package var isTextEntry: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .spinButton, .dateField, .editor, .comboBox:
      true
    default: false
    }
  }

  /// What is read, and holds its words itself.
  package var isText: Bool {
    switch self {
    case .text, .label, .paragraph, .caption, .heading, .status, .alert, .note, .mark, .code,
      .blockQuote, .definition, .term, .time, .log, .timer, .marquee:
      true
    default: false
    }
  }

  /// What holds others and may well have no name.
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

  /// What is called by the text that it holds where it has no label.
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
