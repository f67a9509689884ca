internal import AccessibilityQueries
internal import AccessibilityTree

/// The windows and dialogs that match what an action is to open, and were there before it.
struct FormerWindows {
  var open: Set<ElementID> = []
  /// Those that were not on screen. They appear when they are shown.
  var hidden: Set<ElementID> = []
  /// What the alerts said then that are parts of windows.
  var alerts: [ElementID: AlertText] = [:]
  /// All that the application had on screen then, whatever they match; `nil`: there was no action.
  var shown: ShownWindows?

  func contains(_ id: ElementID) -> Bool { open.contains(id) || hidden.contains(id) }
}

/// What an alert within a window says at some time. A page may keep one that is empty until there is something to say.
struct AlertText: Equatable {
  /// The label and the value of the alert and of what is in it, on one level.
  private let parts: [String?]
  private let children: [ElementID]

  /// The most parts that are compared.
  private static let maxParts = 16

  init(of alert: borrowing Element, in tree: Tree) {
    children = Array(alert.children.prefix(Self.maxParts))
    var parts = [alert.label, alert.value]
    for child in children { parts += tree.read(child) { [$0.label, $0.value] } ?? [] }
    self.parts = parts
  }

  var isEmpty: Bool { children.isEmpty && parts.allSatisfy { $0?.isBlank != false } }
}

/// The windows and dialogs of an application that are on screen at some time.
struct ShownWindows {
  private let application: ElementID
  private let ids: Set<ElementID>

  /// The most work steps to find them.
  private static let maxSteps = 20_000

  init(of application: ElementID, in tree: Tree) {
    self.application = application
    var presence = ScreenPresence()
    var steps = Self.maxSteps
    let all = [Role.window, .dialog, .alertDialog].flatMap { tree.index.elements(role: $0) }
    ids = Set(
      all.filter { id in
        steps > 0
          && tree.read(id) {
            $0.application == application && presence.isOnScreen($0, in: tree, steps: &steps)
          } == true
      })
  }

  /// Returns the window or dialog that has opened since then: of several one that is active or modal, of those the last.
  func opened(in tree: Tree) -> Element? {
    let new = Self(of: application, in: tree).ids.subtracting(ids).sorted().compactMap { tree[$0] }
    return new.last { !$0.states.isDisjoint(with: [.active, .modal]) } ?? new.last
  }
}
