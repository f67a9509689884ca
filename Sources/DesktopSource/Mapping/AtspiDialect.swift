internal import AccessibilityTree

/// How an application's toolkit departs from AT-SPI as it is documented: what was seen of toolkits
/// that call themselves so.
struct AtspiDialect: Hashable, Sendable {
  /// Elements without a name are named after their class ("GtkButton"), and names are put together
  /// from the label and its content ("7 7", "_Open Open"). GTK 4.
  var composesNames = false
  /// `Component.GrabFocus` does something for all that can have the focus. GTK 4 refuses it; Qt does it for
  /// what has an action `SetFocus`, and for no items of views.
  var grabsFocus = true
  /// `Component.ScrollTo` does something. GTK 3 and 4 refuse it.
  var scrollsIntoView = true
  /// `GetExtents` in screen coordinates leaves the window's position out. GTK 4.
  var ignoresWindowPosition = false

  /// What is shown for the first time comes without an event, and presses take effect a quarter of a
  /// second late. GTK 4, which tells of children only where they were asked for before.
  var showsSilently = false

  /// Names, states and rows change without an event. Qt, of which events tell of the focus, of check
  /// boxes and of what is shown or hidden, and of little else.
  var saysLittle = false

  /// Which items say that they have the focus when they are the current one of what they stand in, wherever
  /// the focus is: tabs, and items of views, in Qt; links of labels in GTK 3.
  var currentItems: Set<Role> = []

  /// What hands the focus on to another says that it has it as well; who has it only events tell. Qt.
  var handsFocusOn = false

  /// `Properties.GetAll` is answered. Qt takes it for `Get` with an argument missing, and ends (seen
  /// with 5.15): it is only sent to those that are known to answer.
  var answersGetAll = false

  /// `Action.GetActions` is answered from strings that the toolkit makes for the answer.
  ///
  /// at-spi2-atk fills one structure from three getters of the toolkit. Gecko's getters return one
  /// buffer that each of them overwrites, so all three strings are the last one, or freed memory, for
  /// which libdbus ends the application. Everybody else is asked for one string a call.
  var listsActions = false

  /// AT-SPI as documented.
  init() {}

  /// The names, in lower case, of toolkits that were seen to answer `GetAll`.
  private static let gatherers: Set<String> = ["gtk", "chromium", "gecko"]

  /// By what the application answers for `ToolkitName` and `Version`.
  init(toolkit: String, version: String) {
    let name = toolkit.lowercased()
    answersGetAll = Self.gatherers.contains(name)
    listsActions = name == "qt"
    saysLittle = name == "qt"
    if name == "qt" {
      grabsFocus = false
      handsFocusOn = true
      currentItems = [.tab, .cell, .listItem, .treeItem]
    }
    guard name == "gtk" else { return }
    scrollsIntoView = false
    let major = version.prefix { $0 != "." }
    guard let major = Int(major), major >= 4 else {
      currentItems = [.link]
      return
    }
    listsActions = true
    composesNames = true
    grabsFocus = false
    showsSilently = true
    ignoresWindowPosition = true
  }
}
