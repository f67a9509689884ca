internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// A push button as it was before an action on it.
///
/// Toggle buttons are not push buttons: of those, being pressed is the effect (`aria-pressed`, GTK 4). Where they have the role
/// of push buttons, they are told from them by that they stay down, or up; in GTK 4 by that they say that they are down
/// (`TreeSource.showsPress`).
struct HeldButton {
  private let id: ElementID
  private let wasDown: Bool
  private let store: TreeStore

  /// How long a button that is down delays a receipt: longer than Qt's animation of a click, and no longer once
  /// anything else was seen. Qt may not report that the button goes up, and one whose menu is open stays down.
  static func maxHold(hasChanged: Bool) -> Duration { .milliseconds(hasChanged ? 120 : 400) }

  /// Returns `nil` when the element is not a push button.
  init?(_ id: ElementID, in store: TreeStore) {
    guard let element = store.tree[id], element.role == .button else { return nil }
    self.id = id
    wasDown = element.states.contains(.pressed)
    self.store = store
  }

  /// Whether the button is down now.
  var isDown: Bool { store.tree.read(id) { $0.states.contains(.pressed) } ?? false }

  /// Whether the button is down now and was up, or the opposite. After the longest time that a push button is held, it is a
  /// toggle button that was switched, or a menu of it is open.
  var isTurned: Bool {
    store.tree.read(id) { $0.states.contains(.pressed) != wasDown } ?? false
  }

  /// An element without what changes while it is pressed.
  static func withoutPress(_ element: Element) -> Element {
    var element = element
    // Chromium's own buttons are checked while they are down, and the default one is that with the focus.
    element.states.subtract([.pressed, .armed, .focused, .checked, .default])
    return element
  }
}
