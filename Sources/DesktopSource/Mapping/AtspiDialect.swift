/// How an application's toolkit departs from AT-SPI as it is documented: what was seen of toolkits
/// that call themselves so.
struct AtspiDialect: Hashable, Sendable {
  /// Elements without a name are named after their class ("GtkButton"), and names are put together
  /// from the label and its content ("7 7", "_Open Open"). GTK 4.
  var composesNames = false
  /// `Component.GrabFocus` does something. GTK 4 refuses it.
  var grabsFocus = true
  /// `Component.ScrollTo` does something. GTK 3 and 4 refuse it.
  var scrollsIntoView = true
  /// `GetExtents` in screen coordinates leaves the window's position out. GTK 4.
  var ignoresWindowPosition = false

  /// AT-SPI as documented.
  init() {}

  /// By what the application answers for `ToolkitName` and `Version`.
  init(toolkit: String, version: String) {
    guard toolkit.lowercased() == "gtk" else { return }
    scrollsIntoView = false
    let major = version.prefix { $0 != "." }
    guard let major = Int(major), major >= 4 else { return }
    composesNames = true
    grabsFocus = false
    ignoresWindowPosition = true
  }
}
