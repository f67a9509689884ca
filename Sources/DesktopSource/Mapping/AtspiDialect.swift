internal import AccessibilityTree

/// How an application's toolkit deviates from documented AT-SPI, as observed in toolkits that report the same
/// name. A byte, which the facts of each object have room for.
struct AtspiDialect: Hashable, Sendable {
  private enum Toolkit: UInt8 {
    case other
    case gtk3
    case gtk4
    case qt
    case chromium
    case gecko
  }

  private let toolkit: Toolkit

  /// AT-SPI as documented.
  init() {
    toolkit = .other
  }

  /// Creates the dialect for the `ToolkitName` and `Version` that an application reports.
  init(toolkit: String, version: String) {
    self.toolkit =
      switch toolkit.lowercased() {
      case "gtk": (Int(version.prefix { $0 != "." }) ?? 0) >= 4 ? .gtk4 : .gtk3
      case "qt": .qt
      case "chromium": .chromium
      case "gecko": .gecko
      default: .other
      }
  }

  /// Whether elements without a name are named after their class ("GtkButton"), and names are composed of the
  /// label and the content ("7 7", "_Open Open"). GTK 4.
  var composesNames: Bool { toolkit == .gtk4 }

  /// Whether `Component.GrabFocus` works for every focusable element. GTK 4 refuses it; Qt supports it for
  /// elements with an action `SetFocus`, and not for items of views.
  var supportsGrabFocus: Bool { toolkit != .gtk4 && toolkit != .qt }

  /// Whether `Component.ScrollTo` works. GTK 3 and 4 refuse it.
  var supportsScrollTo: Bool { toolkit != .gtk3 && toolkit != .gtk4 }

  /// Whether `GetExtents` in screen coordinates ignores the window's position. GTK 4.
  var ignoresWindowPosition: Bool { toolkit == .gtk4 }

  /// The coordinates in which `GetExtents` is asked where an element is: those of the window for GTK 4, which warns of those
  /// of the screen, and answers (0, 0) in later versions.
  var coordinates: CoordinateSpace { ignoresWindowPosition ? .window : .screen }

  /// The coordinates in which places are compared with each other, and in which an application is asked what is at one: those of
  /// the window, which stay when that is moved. Qt 5 reckons these wrong, places and sizes, unless the window is at the origin of
  /// the screen.
  var comparedCoordinates: CoordinateSpace { toolkit == .qt ? .screen : .window }

  /// Whether a push button says that it is down while it is being pressed. In GTK 4 only toggle buttons do, which have the role
  /// of push buttons there (before 4.10).
  var showsPress: Bool { toolkit != .gtk4 }

  /// Whether content that is shown for the first time causes no event. GTK 4, which reports children only where they
  /// were requested before.
  var omitsShowEvents: Bool { toolkit == .gtk4 }

  /// How much later than it answers a button acts on its action `click`; `nil`: at once. GTK 4, where a timer of the
  /// application's main loop shows the button pressed for that time (`ACTIVATE_TIMEOUT` in `gtkbutton.c`).
  var clickDelay: Duration? { toolkit == .gtk4 ? .milliseconds(250) : nil }

  /// How long after an action that was answered its effect is in the mirror at the latest, where it comes at once and nothing is
  /// busy. GTK 3 tells of it before it answers, or right behind that. GTK 4 acts late, and Qt tells little: what their actions
  /// changed is found by reads.
  var quickEffect: Duration {
    switch toolkit {
    case .gtk3: .milliseconds(50)
    case .gtk4: .milliseconds(350)
    case .other, .qt, .chromium, .gecko: .milliseconds(150)
    }
  }

  /// Whether an application answers no more calls over the connection by which an action came that opens a dialog and
  /// waits for it, until the dialog is closed. It does over others. GTK 3, by at-spi2-atk, which performs the action
  /// while it dispatches the message.
  var blocksLineOfAction: Bool { toolkit == .gtk3 }

  /// Whether an application performs an action before it answers, or right behind that, and tells of what changed at once. GTK 3.
  var actsBeforeAnswer: Bool { toolkit == .gtk3 }

  /// Whether the application's own dialogs discard clicks, presses and keys on their buttons in their first half second, which may
  /// have been meant for something else.
  var discardsEarlyInput: Bool { toolkit == .chromium }

  /// Whether actions are passed on to another process, and names read from a copy of what that one has reported.
  /// Chromium and Gecko, whose pages act when they come to it.
  var answersFromCopy: Bool { toolkit == .chromium || toolkit == .gecko }

  /// How long such a page may be silent while it moves, with some time for a busy machine: Chromium reports where things are at most
  /// every 500 ms, Gecko with each frame that it scrolls (up to 40 ms apart).
  var reportInterval: Duration { .milliseconds(toolkit == .chromium ? 600 : 150) }

  /// Whether a menu item of a combo box is selected where it is chosen, and not where it is highlighted. Gecko, whose own combo
  /// boxes have menus (`XULMenuitemAccessible::NativeState`).
  var selectsChosenMenuItem: Bool { toolkit == .gecko }

  /// Whether the action that selects an option of a closed combo box is answered and does nothing. Gecko.
  var ignoresClosedOptions: Bool { toolkit == .gecko }

  /// Whether the action that selects an option deselects the others of a list of which several may be selected, as a click does.
  /// Its interface Selection adds to them, and the page is not told. Gecko.
  var replacesSelections: Bool { toolkit == .gecko }

  /// Whether a number field that is given a number does not tell its page, as it does when it is typed. Gecko.
  var setsNumbersSilently: Bool { toolkit == .gecko }

  /// Whether a text that replaces a shorter one is told cut to the length of that for a moment. Gecko, which keeps where the parts of
  /// a text begin (`RemoteAccessible::GetCachedHyperTextOffsets`).
  var cutsNewTexts: Bool { toolkit == .gecko }

  /// Whether the parts of a date, which only keys change, offer a text that could be edited and a number, both to no effect.
  /// Gecko.
  var offersTextsOfDateParts: Bool { toolkit == .gecko }

  /// Whether a combo box tells its choice only by the interface Selection: its options have no state for it, and its name
  /// is the choice only as long as it has no other. GTK 3.
  var tellsChoiceBySelection: Bool { toolkit == .gtk3 }

  /// Whether what is read-only, and can be used, is not said to be enabled. Chromium.
  var omitsEnabledOfReadOnly: Bool { toolkit == .chromium }

  /// Whether a cell can be selected only with its row, by the interface Table. GTK 3, whose tables take no child to select.
  var selectsCellsByRow: Bool { toolkit == .gtk3 }

  /// Whether the action that activates a row or an icon leaves the selection as it is, which a click changes before: an application
  /// that acts on its selection then acts on others. GTK 3 (`gtk_tree_view_accessible_activate` in `gtktreeviewaccessible.c`).
  var activatesUnselected: Bool { toolkit == .gtk3 }

  /// Whether the action that ticks a cell of a table activates its row instead, and only keys tick it. GTK 3.
  var ticksCellsByKeys: Bool { toolkit == .gtk3 }

  /// Whether the parts of a cell of a table, as an icon and a text in one column, are selected, focused and expanded as the cell is,
  /// and only events of the cell tell so. GTK 3 (`gtk_tree_view_accessible_get_renderer_state` in `gtktreeviewaccessible.c`).
  var sharesStatesInCells: Bool { toolkit == .gtk3 }

  /// Whether an item of a view that can be ticked says so only while it is, and its action `Toggle` selects it.
  /// Qt.
  var tellsOnlyTicks: Bool { toolkit == .qt }

  /// Whether modifiers that are locked for a key are lost where the X server hands the keyboard over at that key: the keyboard is read
  /// again then, and the lock is over by the time. Qt (`QXcbKeyboard::updateKeymap`).
  var losesModifiersOfFirstKey: Bool { toolkit == .qt }

  /// Whether no view says that several of its items may be selected. Qt.
  var omitsMultiSelectable: Bool { toolkit == .qt }

  /// Whether the action `Toggle` sets the state of a button as a program does: nothing runs that a click runs, such as the action
  /// of a tool button. Qt (`QAbstractButton::toggle`).
  var togglesWithoutClick: Bool { toolkit == .qt }

  /// Whether a menu that a button opens, or a context menu, is in no tree, as popups are no children of the application and not of the
  /// window either. Qt (`QAccessibleApplication::childCount`).
  var omitsPopups: Bool { toolkit == .qt }

  /// Whether the action of an item of an open menu leaves the menu open, which a click closes before. Qt
  /// (`QAccessibleMenuItem::doAction`).
  var keepsMenusOpen: Bool { toolkit == .qt }

  /// Whether items of views have no action that expands, collapses, edits or focuses them, and do not say whether their text can be
  /// changed: keys do all that to the current item, which a click makes it. Qt (`QAccessibleTableCell::actionNames`).
  var takesItemKeysOnly: Bool { toolkit == .qt }

  /// Whether no window says that it is modal. Qt (`QAccessibleWidget::state`, which leaves it out).
  var omitsModality: Bool { toolkit == .qt }

  /// Whether dialogs that are drawn over the page of a window are the documents of frames of their own, and do not say that they
  /// are modal. Gecko (`SubDialog`).
  var framesDialogs: Bool { toolkit == .gecko }

  /// Whether what draws a border around others has the role of a frame, as windows do. Qt (`QFrame`).
  var namesBordersFrames: Bool { toolkit == .qt }

  /// Whether descriptions and help may be written in HTML, as tool tips are. Qt.
  var writesHelpAsHTML: Bool { toolkit == .qt }

  /// Whether only keys choose an item in the list of a combo box. GTK 4: the items have no action for it, and their places on
  /// screen are not known. Qt: their action selects them in the list, and the combo box is not told.
  var choosesByKeys: Bool { toolkit == .gtk4 || toolkit == .qt }

  /// Whether names, states and rows change without an event. Qt, which sends events for the focus, for check
  /// boxes, for showing and hiding, and for little else.
  var omitsChangeEvents: Bool { toolkit == .qt }

  /// Whether a spin box does not tell its step, and its actions `Increase` and `Decrease` move it by a tenth of its range
  /// instead. Qt, which looks for a property that no spin box has.
  var stepsByTenths: Bool { toolkit == .qt }

  /// Whether a view on a page that is not shown says that it is on screen, and so do its items, as does the header of a hidden
  /// column, and only its place is missing. Qt.
  var keepsHiddenViewsShowing: Bool { toolkit == .qt }

  /// Whether a widget may say that it is on screen in one that is not. Qt: what is hidden while it is being shown goes on showing
  /// what is in it (`QWidgetPrivate::showChildren`).
  var showsInsideHidden: Bool { toolkit == .qt }

  /// Whether the object of a cell stays that of the same row wherever that is moved, for as long as it exists. Qt
  /// (`QPersistentModelIndex`).
  var cellsFollowRows: Bool { toolkit == .qt }

  /// Whether headers of rows and columns report the places that they would have if their view were not scrolled. Qt
  /// (`QAccessibleTableHeaderCell::rect`, which asks for `sectionPosition`).
  var placesHeadersUnscrolled: Bool { toolkit == .qt }

  /// Whether cells say that they are on screen wherever they have been scrolled to, and only those that are have a place. GTK 3.
  var placesShownCellsOnly: Bool { toolkit == .gtk3 }

  /// Whether a viewport is not said to be on screen once its content was scrolled further than the viewport is long. GTK 3, which
  /// compares the place of the viewport with the part of its own content that is shown
  /// (`gtk_widget_accessible_on_screen` in `gtkwidgetaccessible.c`).
  var losesScrolledViewports: Bool { toolkit == .gtk3 }

  /// Whether a dialog is a window of its application. GTK 3. Else what says that it is one is drawn in a page, as by LibreOffice.
  var hasOnlyTopLevelDialogs: Bool { toolkit == .gtk3 }

  /// Whether what was not placed yet says that it is not on screen, and does not tell when it is. GTK 3: a widget is mapped, which it
  /// tells, before it is given a place (`gtk_widget_accessible_on_screen`).
  var hidesUntilPlaced: Bool { toolkit == .gtk3 }

  /// Whether what is scrolled in or out is not told of, only where the scroll bar is. GTK 3 and 4.
  var scrollsSilently: Bool { toolkit == .gtk3 || toolkit == .gtk4 }

  /// Whether places are reckoned in 16 bits, so that what is in a list of more than 65,536 pixels may seem to be that far off. GTK 3,
  /// on X11.
  var wrapsPlaces: Bool { toolkit == .gtk3 }

  /// Whether a hit test asks one child after the other, each of which is looked for from the first one. GTK 3: in a list of
  /// 20,000 rows one test takes minutes.
  var hitsChildByChild: Bool { toolkit == .gtk3 }

  /// The roles of items that report the focus when they are the current item of their container, wherever the
  /// focus is: tabs and items of views in Qt; links of labels in GTK 3.
  var currentItems: Set<Role> {
    switch toolkit {
    case .qt: Self.itemsOfQt
    case .gtk3: Self.itemsOfGTK3
    default: []
    }
  }

  /// Whether the current item of an open menu says only that it is selected, while an event tells that it has the focus. GTK 3.
  var tellsMenuFocusBySelection: Bool { toolkit == .gtk3 }

  /// Whether the tab whose page is in front reports the focus, wherever that is, and no tab that it is selected. Qt.
  var tellsSelectedTabByFocus: Bool { toolkit == .qt }

  /// Whether a tab says that it can be used wherever its bar can, also one that is greyed out (`QAccessibleTabButton::state`). Qt.
  var omitsDisabledTabs: Bool { toolkit == .qt }

  private static let itemsOfQt: Set<Role> = [.tab, .cell, .listItem, .treeItem]
  private static let itemsOfGTK3: Set<Role> = [.link]

  /// Whether an element that passes the focus on to another one reports the focus as well, so that only
  /// events tell which one has it. Qt.
  var delegatesFocus: Bool { toolkit == .qt }

  /// Whether a text that is a part of an entry is in no tree, and its focus no state of an entry that applications made. GTK 4.
  var hidesFocusOfTexts: Bool { toolkit == .gtk4 }

  /// Whether `Properties.GetAll` is answered. Qt takes it for a `Get` without its second argument, and
  /// crashes (seen with 5.15), so it is only sent to toolkits that are known to answer it.
  var supportsGetAll: Bool { toolkit != .other && toolkit != .qt }

  /// Whether `Action.GetActions` returns strings that the toolkit creates for the answer.
  ///
  /// at-spi2-atk fills one structure from three getters of the toolkit. Gecko's getters return one buffer
  /// that each of them overwrites, so all three strings are the last one, or freed memory, for which libdbus
  /// ends the application. Other toolkits are asked for one string per call.
  var supportsGetActions: Bool { toolkit == .qt || toolkit == .gtk4 }
}
