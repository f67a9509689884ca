internal import AccessibilityTree

/// How an outline is drawn.
package struct OutlineOptions: Hashable, Sendable {
  /// Shows every element with every state, action and attribute of interest, and folds nothing.
  package var showsAll = false
  /// Shows where each element is.
  package var showsFrames = false
  /// How many levels below the roots are shown; 0: the roots alone. `nil`: all.
  package var depth: Int?
  /// About how many tokens (four characters each) the text may have; `nil`: no limit. What does not
  /// fit is counted where it would stand, the deepest first.
  package var budget: Int?
  /// A budget for a first look: some two hundred lines.
  package static let glance = 3000

  /// How many children of one element are shown before the rest is counted; `nil`: all. The roots
  /// show all of theirs, so that what was counted can be shown by starting there.
  package var siblings: Int? = 50
  /// How many Unicode scalars of a text are shown.
  package var textLimit = 160

  package init() {}
}
