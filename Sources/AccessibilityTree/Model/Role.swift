/// The role of an element. Names follow ARIA where it defines one; `Element.nativeRole` has the toolkit's own name.
///
/// Raw values are those of `Role` in `proto/a11y/bridge/v1/element.proto`.
public enum Role: UInt16, Hashable, Sendable, CaseIterable {
  /// The source reported no known role.
  case unknown = 0
  /// An application: the root of its tree.
  case application = 1
  /// A top-level window.
  case window = 2
  /// A window or region that asks for a response.
  case dialog = 3
  /// A dialog that interrupts.
  case alertDialog = 4
  /// A message that interrupts.
  case alert = 5
  /// A message that does not interrupt.
  case status = 6
  /// A list that grows at its end.
  case log = 7
  /// A running clock.
  case timer = 8
  /// Text that runs or rotates.
  case marquee = 9
  /// A desktop notification.
  case notification = 10
  /// Elements that belong together.
  case group = 11
  /// A container without a meaning of its own, such as a layout or filler.
  case generic = 12
  /// A document or a web page.
  case document = 13
  /// A part that another process draws.
  case embedded = 14
  /// A self-contained part of a page.
  case article = 15
  /// A named part of a page.
  case region = 16
  /// The main content.
  case main = 17
  /// Links for navigation.
  case navigation = 18
  /// A page's header area.
  case banner = 19
  /// A page's footer area.
  case contentInfo = 20
  /// Content beside the main content.
  case complementary = 21
  /// Fields that are submitted together.
  case form = 22
  /// Fields that search.
  case search = 23
  /// A part of a document without a name.
  case section = 24
  /// One page of a paged document.
  case page = 25
  /// The header of a page or part.
  case header = 26
  /// The footer of a page or part.
  case footer = 27
  /// A heading; `level` says which.
  case heading = 28
  /// A paragraph.
  case paragraph = 29
  /// Text that is read, not edited.
  case text = 30
  /// A link.
  case link = 31
  /// A picture.
  case image = 32
  /// A small picture that represents something.
  case icon = 33
  /// A picture with its caption.
  case figure = 34
  /// Text that names a table, figure or group.
  case caption = 35
  /// A quotation set apart.
  case blockQuote = 36
  /// Source code.
  case code = 37
  /// The meaning of a term.
  case definition = 38
  /// A term that is defined.
  case term = 39
  /// Terms with their values.
  case descriptionList = 40
  /// A remark beside the text.
  case note = 41
  /// A footnote.
  case footnote = 42
  /// Highlighted text.
  case mark = 43
  /// A formula.
  case math = 44
  /// A fraction in a formula.
  case mathFraction = 45
  /// A root in a formula.
  case mathRoot = 46
  /// Text marked as removed.
  case deletion = 47
  /// Text marked as added.
  case insertion = 48
  /// An edit that is proposed.
  case suggestion = 49
  /// A comment on content.
  case comment = 50
  /// A subscript.
  case `subscript` = 51
  /// A superscript.
  case superscript = 52
  /// A date or time.
  case time = 53
  /// A button that acts once.
  case button = 54
  /// A button that stays pressed.
  case toggleButton = 55
  /// A button that opens a menu or list.
  case popUpButton = 56
  /// A box that is ticked or not.
  case checkBox = 57
  /// A switch that is on or off.
  case `switch` = 58
  /// One choice of a group.
  case radio = 59
  /// Choices of which one is selected.
  case radioGroup = 60
  /// A field with a list of choices.
  case comboBox = 61
  /// Text that can be edited.
  case textField = 62
  /// A text field that searches.
  case searchField = 63
  /// A text field that hides what is typed.
  case passwordField = 64
  /// A number field with steps.
  case spinButton = 65
  /// A field for a date or time.
  case dateField = 66
  /// A value chosen along a line.
  case slider = 67
  /// A value chosen by turning.
  case dial = 68
  /// A scroll position.
  case scrollBar = 69
  /// The progress of a task.
  case progressBar = 70
  /// A measured value within a range.
  case meter = 71
  /// A rating or level shown as a bar.
  case levelBar = 72
  /// Text that names a control.
  case label = 73
  /// Items in order.
  case list = 74
  /// One item of a list.
  case listItem = 75
  /// The bullet or number of an item.
  case listMarker = 76
  /// A list that items are chosen from.
  case listBox = 77
  /// One choice of a list box.
  case option = 78
  /// A bar of menus.
  case menuBar = 79
  /// A menu.
  case menu = 80
  /// An entry of a menu.
  case menuItem = 81
  /// A menu entry that is ticked or not.
  case menuItemCheckBox = 82
  /// A menu entry that is one choice of a group.
  case menuItemRadio = 83
  /// A row of tabs.
  case tabList = 84
  /// One tab.
  case tab = 85
  /// The content of a tab.
  case tabPanel = 86
  /// Rows and columns of data.
  case table = 87
  /// A table with interactive cells.
  case grid = 88
  /// A row.
  case row = 89
  /// Rows that belong together.
  case rowGroup = 90
  /// A cell of a table.
  case cell = 91
  /// The header of a column.
  case columnHeader = 92
  /// The header of a row.
  case rowHeader = 93
  /// Items that open to show more.
  case tree = 94
  /// One item of a tree.
  case treeItem = 95
  /// A table whose rows open to show more.
  case treeGrid = 96
  /// A bar of controls.
  case toolBar = 97
  /// A hint that appears on its own.
  case toolTip = 98
  /// A bar that shows state.
  case statusBar = 99
  /// A window's title bar.
  case titleBar = 100
  /// A line between parts.
  case separator = 101
  /// A border that can be moved.
  case splitter = 102
  /// A part that scrolls.
  case scrollArea = 103
  /// A surface drawn by the application.
  case canvas = 104
  /// A moving picture.
  case animation = 105
  /// A sound player.
  case audio = 106
  /// A film player.
  case video = 107
  /// A chart.
  case chart = 108
  /// A calendar.
  case calendar = 109
  /// A chooser of colours.
  case colorChooser = 110
  /// A chooser of files.
  case fileChooser = 111
  /// A chooser of fonts.
  case fontChooser = 112
  /// A text terminal.
  case terminal = 113
  /// A text field with its own formatting controls.
  case editor = 114
  /// A key of an on-screen keyboard or piano.
  case key = 115
  /// A ruler.
  case ruler = 116
  /// The desktop itself, or an icon area on it.
  case desktop = 117
  /// A window inside a window.
  case internalFrame = 118
  /// An input method's window.
  case inputMethod = 119
  /// Pronunciation beside the text.
  case rubyAnnotation = 120
  /// A map.
  case map = 121
  /// A camera view.
  case camera = 122
}

extension Role {
  /// The name in selectors, outlines and JSON: lower case, as in ARIA.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .application: "application"
    case .window: "window"
    case .dialog: "dialog"
    case .alertDialog: "alertdialog"
    case .alert: "alert"
    case .status: "status"
    case .log: "log"
    case .timer: "timer"
    case .marquee: "marquee"
    case .notification: "notification"
    case .group: "group"
    case .generic: "generic"
    case .document: "document"
    case .embedded: "embedded"
    case .article: "article"
    case .region: "region"
    case .main: "main"
    case .navigation: "navigation"
    case .banner: "banner"
    case .contentInfo: "contentinfo"
    case .complementary: "complementary"
    case .form: "form"
    case .search: "search"
    case .section: "section"
    case .page: "page"
    case .header: "header"
    case .footer: "footer"
    case .heading: "heading"
    case .paragraph: "paragraph"
    case .text: "text"
    case .link: "link"
    case .image: "image"
    case .icon: "icon"
    case .figure: "figure"
    case .caption: "caption"
    case .blockQuote: "blockquote"
    case .code: "code"
    case .definition: "definition"
    case .term: "term"
    case .descriptionList: "description-list"
    case .note: "note"
    case .footnote: "footnote"
    case .mark: "mark"
    case .math: "math"
    case .mathFraction: "math-fraction"
    case .mathRoot: "math-root"
    case .deletion: "deletion"
    case .insertion: "insertion"
    case .suggestion: "suggestion"
    case .comment: "comment"
    case .subscript: "subscript"
    case .superscript: "superscript"
    case .time: "time"
    case .button: "button"
    case .toggleButton: "toggle-button"
    case .popUpButton: "popup-button"
    case .checkBox: "checkbox"
    case .switch: "switch"
    case .radio: "radio"
    case .radioGroup: "radiogroup"
    case .comboBox: "combobox"
    case .textField: "textbox"
    case .searchField: "searchbox"
    case .passwordField: "password"
    case .spinButton: "spinbutton"
    case .dateField: "date-field"
    case .slider: "slider"
    case .dial: "dial"
    case .scrollBar: "scrollbar"
    case .progressBar: "progressbar"
    case .meter: "meter"
    case .levelBar: "level-bar"
    case .label: "label"
    case .list: "list"
    case .listItem: "listitem"
    case .listMarker: "list-marker"
    case .listBox: "listbox"
    case .option: "option"
    case .menuBar: "menubar"
    case .menu: "menu"
    case .menuItem: "menuitem"
    case .menuItemCheckBox: "menuitemcheckbox"
    case .menuItemRadio: "menuitemradio"
    case .tabList: "tablist"
    case .tab: "tab"
    case .tabPanel: "tabpanel"
    case .table: "table"
    case .grid: "grid"
    case .row: "row"
    case .rowGroup: "rowgroup"
    case .cell: "cell"
    case .columnHeader: "columnheader"
    case .rowHeader: "rowheader"
    case .tree: "tree"
    case .treeItem: "treeitem"
    case .treeGrid: "treegrid"
    case .toolBar: "toolbar"
    case .toolTip: "tooltip"
    case .statusBar: "statusbar"
    case .titleBar: "titlebar"
    case .separator: "separator"
    case .splitter: "splitter"
    case .scrollArea: "scroll-area"
    case .canvas: "canvas"
    case .animation: "animation"
    case .audio: "audio"
    case .video: "video"
    case .chart: "chart"
    case .calendar: "calendar"
    case .colorChooser: "color-chooser"
    case .fileChooser: "file-chooser"
    case .fontChooser: "font-chooser"
    case .terminal: "terminal"
    case .editor: "editor"
    case .key: "key"
    case .ruler: "ruler"
    case .desktop: "desktop"
    case .internalFrame: "internal-frame"
    case .inputMethod: "input-method"
    case .rubyAnnotation: "ruby"
    case .map: "map"
    case .camera: "camera"
    }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// Creates the role with a name; `nil` when there is none.
  public init?(name: String) {
    guard let role = Self.byName[name] else { return nil }
    self = role
  }
}
