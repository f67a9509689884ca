internal import AccessibilityQueries
internal import AccessibilityTree

/// The windows and dialogs that match what an action is to open, and were there before it.
struct FormerWindows {
  var open: Set<ElementID> = []
  /// Those that were not on screen. They appear when they are shown.
  var hidden: Set<ElementID> = []
  /// All that the application had on screen then, whatever they match; `nil`: there was no action.
  var shown: ShownWindows?

  func contains(_ id: ElementID) -> Bool { open.contains(id) || hidden.contains(id) }
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
