internal import AccessibilityTree

/// How an application's toolkit deviates from documented AT-SPI, as observed in toolkits that report the same
/// name.
struct AtspiDialect: Hashable, Sendable {
  /// Whether elements without a name are named after their class ("GtkButton"), and names are composed of the
  /// label and the content ("7 7", "_Open Open"). GTK 4.
  var composesNames = false
  /// Whether `Component.GrabFocus` works for every focusable element. GTK 4 refuses it; Qt supports it for
  /// elements with an action `SetFocus`, and not for items of views.
  var supportsGrabFocus = true
  /// Whether `Component.ScrollTo` works. GTK 3 and 4 refuse it.
  var supportsScrollTo = true
  /// Whether `GetExtents` in screen coordinates ignores the window's position. GTK 4.
  var ignoresWindowPosition = false

  /// Whether content that is shown for the first time causes no event. GTK 4, which reports children only where they
  /// were requested before.
  var omitsShowEvents = false

  /// How much later than it answers a button acts on its action `click`; `nil`: at once. GTK 4, where a timer of the
  /// application's main loop shows the button pressed for that time (`ACTIVATE_TIMEOUT` in `gtkbutton.c`).
  var clickDelay: Duration?

  /// Whether an application answers no more calls over the connection by which an action came that opens a dialog and
  /// waits for it, until the dialog is closed. It does over others. GTK 3, by at-spi2-atk, which performs the action
  /// while it dispatches the message.
  var blocksLineOfAction = false

  /// Whether actions are passed on to another process, and names read from a copy of what that one has reported.
  /// Chromium and Gecko, whose pages act when they come to it.
  var answersFromCopy = false

  /// Whether the action that selects an option of a closed combo box is answered and does nothing. Gecko.
  var ignoresClosedOptions = false

  /// Whether names, states and rows change without an event. Qt, which sends events for the focus, for check
  /// boxes, for showing and hiding, and for little else.
  var omitsChangeEvents = false

  /// The roles of items that report the focus when they are the current item of their container, wherever the
  /// focus is: tabs and items of views in Qt; links of labels in GTK 3.
  var currentItems: Set<Role> = []

  /// Whether an element that passes the focus on to another one reports the focus as well, so that only
  /// events tell which one has it. Qt.
  var delegatesFocus = false

  /// Whether `Properties.GetAll` is answered. Qt takes it for a `Get` without its second argument, and
  /// crashes (seen with 5.15), so it is only sent to toolkits that are known to answer it.
  var supportsGetAll = false

  /// Whether `Action.GetActions` returns strings that the toolkit creates for the answer.
  ///
  /// at-spi2-atk fills one structure from three getters of the toolkit. Gecko's getters return one buffer
  /// that each of them overwrites, so all three strings are the last one, or freed memory, for which libdbus
  /// ends the application. Other toolkits are asked for one string per call.
  var supportsGetActions = false

  /// AT-SPI as documented.
  init() {}

  /// The lower-case names of toolkits that were seen to answer `GetAll`.
  private static let toolkitsWithGetAll: Set<String> = ["gtk", "chromium", "gecko"]

  /// Creates the dialect for the `ToolkitName` and `Version` that an application reports.
  init(toolkit: String, version: String) {
    let name = toolkit.lowercased()
    supportsGetAll = Self.toolkitsWithGetAll.contains(name)
    supportsGetActions = name == "qt"
    answersFromCopy = name == "chromium" || name == "gecko"
    omitsChangeEvents = name == "qt"
    ignoresClosedOptions = name == "gecko"
    if name == "qt" {
      supportsGrabFocus = false
      delegatesFocus = true
      currentItems = [.tab, .cell, .listItem, .treeItem]
    }
    guard name == "gtk" else { return }
    supportsScrollTo = false
    let major = version.prefix { $0 != "." }
    guard let major = Int(major), major >= 4 else {
      currentItems = [.link]
      blocksLineOfAction = true
      return
    }
    supportsGetActions = true
    composesNames = true
    supportsGrabFocus = false
    omitsShowEvents = true
    clickDelay = .milliseconds(250)
    ignoresWindowPosition = true
  }
}
