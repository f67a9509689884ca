internal import AccessibilityMirror
internal import AccessibilityTree

/// The last actions on pages that are covered and were seen to say late what became of them.
///
/// Chromium tells of a covered page what came of one action when the next is done, be that an hour later. So where it has not
/// told of one what can be read back, each of those behind it may be told late as well, until the page is shown.
struct UntoldActions {
  private var actions: [ElementID: [WatchedAction]] = [:]
  /// The most actions on an application that are remembered.
  private static let maxCount = 8

  /// Notes that an application has not told what became of an action.
  mutating func noteUntold(_ action: WatchedAction, on application: ElementID) {
    if actions[application]?.last?.target == action.target { return }
    append(action, on: application)
  }

  /// Notes an action that has ended, which may be told late where one before it was.
  mutating func note(
    _ action: WatchedAction, on application: ElementID, _ source: any TreeSource
  ) {
    guard let before = actions[application] else { return }
    let covered = before.filter { source.maySayNothing(of: $0.target) }
    actions[application] = covered.isEmpty ? nil : covered
    if !covered.isEmpty, source.maySayNothing(of: action.target) {
      append(action, on: application)
    }
  }

  private mutating func append(_ action: WatchedAction, on application: ElementID) {
    actions[application] = (actions[application] ?? []).suffix(Self.maxCount - 1) + [action]
  }

  /// Returns those of which an action on an element may be told.
  func before(
    actingOn target: ElementID, of application: ElementID, _ source: any TreeSource
  ) -> [WatchedAction] {
    guard let actions = actions[application], source.maySayNothing(of: target) else { return [] }
    return actions.filter { source.maySayNothing(of: $0.target) }
  }

  /// Forgets applications that are gone.
  mutating func forget(_ isGone: (ElementID) -> Bool) {
    actions = actions.filter { !isGone($0.key) }
  }
}
