internal import AccessibilityTree

/// The shared role for an AT-SPI role.
struct AtspiRole: Sendable {
  /// The name that libatspi gives the number; applications may report another one.
  let name: String
  let role: Role

  private init(_ name: String, _ role: Role) {
    self.name = name
    self.role = role
  }

  /// Roles up to at-spi2-core 2.56, at their numbers.
  static let table: [AtspiRole] = containersAndControls + partsAndDocuments + laterRoles

  /// Returns the entry of a role number; `nil` for one newer than the table.
  static func entry(_ number: UInt32) -> AtspiRole? {
    guard number < UInt32(table.count) else { return nil }
    return table[Int(number)]
  }

  /// 0 to 49.
  private static let containersAndControls: [AtspiRole] = [
    AtspiRole("invalid", .unknown),
    AtspiRole("accelerator label", .label),
    AtspiRole("alert", .alert),
    AtspiRole("animation", .animation),
    AtspiRole("arrow", .image),
    AtspiRole("calendar", .calendar),
    AtspiRole("canvas", .canvas),
    AtspiRole("check box", .checkBox),
    AtspiRole("check menu item", .menuItemCheckBox),
    AtspiRole("color chooser", .colorChooser),
    AtspiRole("column header", .columnHeader),
    AtspiRole("combo box", .comboBox),
    AtspiRole("date editor", .dateField),
    AtspiRole("desktop icon", .icon),
    AtspiRole("desktop frame", .desktop),
    AtspiRole("dial", .dial),
    AtspiRole("dialog", .dialog),
    AtspiRole("directory pane", .region),
    AtspiRole("drawing area", .canvas),
    AtspiRole("file chooser", .fileChooser),
    AtspiRole("filler", .generic),
    AtspiRole("focus traversable", .generic),
    AtspiRole("font chooser", .fontChooser),
    AtspiRole("frame", .window),
    AtspiRole("glass pane", .generic),
    AtspiRole("html container", .document),
    AtspiRole("icon", .icon),
    AtspiRole("image", .image),
    AtspiRole("internal frame", .internalFrame),
    AtspiRole("label", .label),
    AtspiRole("layered pane", .generic),
    AtspiRole("list", .list),
    AtspiRole("list item", .listItem),
    AtspiRole("menu", .menu),
    AtspiRole("menu bar", .menuBar),
    AtspiRole("menu item", .menuItem),
    AtspiRole("option pane", .dialog),
    AtspiRole("page tab", .tab),
    AtspiRole("page tab list", .tabList),
    AtspiRole("panel", .generic),
    AtspiRole("password text", .passwordField),
    AtspiRole("popup menu", .menu),
    AtspiRole("progress bar", .progressBar),
    AtspiRole("push button", .button),
    AtspiRole("radio button", .radio),
    AtspiRole("radio menu item", .menuItemRadio),
    AtspiRole("root pane", .generic),
    AtspiRole("row header", .rowHeader),
    AtspiRole("scroll bar", .scrollBar),
    AtspiRole("scroll pane", .scrollArea),
  ]

  /// 50 to 89.
  private static let partsAndDocuments: [AtspiRole] = [
    AtspiRole("separator", .separator),
    AtspiRole("slider", .slider),
    AtspiRole("spin button", .spinButton),
    AtspiRole("split pane", .splitter),
    AtspiRole("status bar", .statusBar),
    AtspiRole("table", .table),
    AtspiRole("table cell", .cell),
    AtspiRole("table column header", .columnHeader),
    AtspiRole("table row header", .rowHeader),
    AtspiRole("tear off menu item", .menuItem),
    AtspiRole("terminal", .terminal),
    AtspiRole("text", .textField),
    AtspiRole("toggle button", .toggleButton),
    AtspiRole("tool bar", .toolBar),
    AtspiRole("tool tip", .toolTip),
    AtspiRole("tree", .tree),
    AtspiRole("tree table", .treeGrid),
    AtspiRole("unknown", .unknown),
    AtspiRole("viewport", .generic),
    AtspiRole("window", .window),
    AtspiRole("extended", .unknown),
    AtspiRole("header", .header),
    AtspiRole("footer", .footer),
    AtspiRole("paragraph", .paragraph),
    AtspiRole("ruler", .ruler),
    AtspiRole("application", .application),
    AtspiRole("autocomplete", .listBox),
    AtspiRole("editbar", .textField),
    AtspiRole("embedded", .embedded),
    AtspiRole("entry", .textField),
    AtspiRole("chart", .chart),
    AtspiRole("caption", .caption),
    AtspiRole("document frame", .document),
    AtspiRole("heading", .heading),
    AtspiRole("page", .page),
    AtspiRole("section", .section),
    AtspiRole("redundant object", .generic),
    AtspiRole("form", .form),
    AtspiRole("link", .link),
    AtspiRole("input method window", .inputMethod),
  ]

  /// 90 to 130.
  private static let laterRoles: [AtspiRole] = [
    AtspiRole("table row", .row),
    AtspiRole("tree item", .treeItem),
    AtspiRole("document spreadsheet", .document),
    AtspiRole("document presentation", .document),
    AtspiRole("document text", .document),
    AtspiRole("document web", .document),
    AtspiRole("document email", .document),
    AtspiRole("comment", .comment),
    AtspiRole("list box", .listBox),
    AtspiRole("grouping", .group),
    AtspiRole("image map", .image),
    AtspiRole("notification", .notification),
    AtspiRole("info bar", .status),
    AtspiRole("level bar", .levelBar),
    AtspiRole("title bar", .titleBar),
    AtspiRole("block quote", .blockQuote),
    AtspiRole("audio", .audio),
    AtspiRole("video", .video),
    AtspiRole("definition", .definition),
    AtspiRole("article", .article),
    AtspiRole("landmark", .region),
    AtspiRole("log", .log),
    AtspiRole("marquee", .marquee),
    AtspiRole("math", .math),
    AtspiRole("rating", .levelBar),
    AtspiRole("timer", .timer),
    AtspiRole("static", .text),
    AtspiRole("math fraction", .mathFraction),
    AtspiRole("math root", .mathRoot),
    AtspiRole("subscript", .subscript),
    AtspiRole("superscript", .superscript),
    AtspiRole("description list", .descriptionList),
    AtspiRole("description term", .term),
    AtspiRole("description value", .definition),
    AtspiRole("footnote", .footnote),
    AtspiRole("content deletion", .deletion),
    AtspiRole("content insertion", .insertion),
    AtspiRole("mark", .mark),
    AtspiRole("suggestion", .suggestion),
    AtspiRole("push button menu", .popUpButton),
    // From at-spi2-core 2.56 on.
    AtspiRole("switch", .switch),
  ]
}
