internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Windows that are in front of the one that keys are for.
extension ActionRun {
  /// Throws when keys would go to another window than an element's.
  func checkInFront(_ target: Element) throws(ActionRefusal) {
    guard let window = windowInstead(of: target) else { return }
    throw ActionRefusal(
      .rejected,
      "Keys would go to \(window.messageName), which is in front, and not to \(name); bring "
        + "\(element.id == element.application ? "a" : "the") window of \(name) to the front, or close the other one, and try again",
      advice: closingAdvice(window, before: target) ?? raisingAdvice(target))
  }

  /// Throws when the X server has given the keyboard to another program than that of an element. The mirror knows that from the
  /// applications alone, which tell of it later, or never. It is asked before each key, but not again within a moment.
  func checkProgram(_ target: Element) async throws(ActionRefusal) {
    if let last = programChecked, MonotonicTime.now().since(last) < Self.programValidity { return }
    let locator = WindowLocator(windowQuery(of: target), on: host.display, loop: host.loop)
    let other = await locator.keyboardOfOther()
    try checkNotEnded()
    programChecked = .now()
    guard let other else { return }
    throw ActionRefusal(
      otherProgram: other.title ?? "", insteadOf: name, advice: raisingAdvice(target))
  }

  /// How long it is believed which program has the keyboard: less than the time between two keys that are pressed.
  private static var programValidity: Duration { .milliseconds(40) }

  /// Says how a dialog is closed that keeps the window of an element from the front; `nil` where that window comes there.
  func closingAdvice(_ dialog: Element, before target: Element) -> String? {
    guard dialog.application == target.application, dialog.role != .window else { return nil }
    return Self.closingAdvice(ofDialog: dialog)
  }

  static func closingAdvice(ofDialog dialog: Element) -> String {
    "Run \"escape '\(dialog.id)' --synthesize\", or press the button in it that closes it, and repeat this."
  }

  /// Says how the window of an element, or one of an application, comes to the front.
  func raisingAdvice(_ target: Element) -> String? {
    if let window = window(of: target) {
      return "Run \"focus '\(window.id)' --synthesize\", and repeat this."
    }
    let windows = windows(of: target)
    guard let window = windows.first else {
      return "The application has no window: open one, as by starting it again, and repeat this."
    }
    return "Run \"focus '\(window.id)' --synthesize\""
      + (windows.count > 1 ? ", or the same for another window of it" : "") + ", and repeat this."
  }

  /// The windows of an application, those that are shown before others.
  private func windows(of application: Element) -> [Element] {
    let windows = application.children.compactMap { host.store.tree[$0] }.filter(\.isWindow)
    return windows.filter { $0.states.contains(.showing) }
      + windows.filter { !$0.states.contains(.showing) }
  }

  /// The window that keys go to instead of an element's, whatever the element reports about its focus: a dialog, or an
  /// active window with a name, of this application that has the focus, or the active window of another application while
  /// none of this one is active. `nil`: none.
  func windowInstead(of target: Element) -> Element? {
    let tree = host.store.tree
    let own = window(of: target)?.id
    let focused = host.store.focused.flatMap { tree[$0] }.flatMap { window(of: $0) }?.id
    var sibling: Element?
    var isOwnActive = false
    for child in tree[target.application]?.children ?? [] {
      guard let window = tree[child] else { continue }
      let isActive = window.states.contains(.active)
      // A popup is not active; the active window of its application hands it the keys.
      if isActive, child == own || own == nil || own == focused { return nil }
      // LibreOffice does not report that its dialogs are active. Chromium has windows without a name that only claim
      // to be active and to have the focus.
      let hasFocus = child == focused && child != own
      if hasFocus, window.role == .dialog || (isActive && window.label?.isEmpty == false) {
        sibling = window
      }
      if isActive { isOwnActive = true }
    }
    return sibling ?? (isOwnActive ? nil : activeWindow(besides: target.application))
  }
}
