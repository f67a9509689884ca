internal import AccessibilityTree

/// Options for an outline.
package struct OutlineOptions: Hashable, Sendable {
  /// Shows every element with all states, actions and relevant attributes, and folds nothing.
  package var showsAll = false
  /// Shows the frame of each element.
  package var showsFrames = false
  /// The number of levels shown below the roots; 0: the roots only; `nil`: all.
  package var depth: Int?
  /// The approximate size of the text, in tokens of four characters; `nil`: no limit. Elements that do not
  /// fit are counted in place, the deepest first.
  package var budget: Int?
  /// A budget for an overview: some two hundred lines.
  package static let brief = 3000

  /// The maximum number of children shown per element, after which the rest is counted; `nil`: all. Roots
  /// show all their children, so that omitted ones can be shown by starting there.
  package var siblings: Int? = 50
  /// The maximum number of Unicode scalars shown of a text.
  package var textLimit = 160

  package init() {}
}
