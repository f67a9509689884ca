/// How an outline is drawn.
public struct OutlineOptions: Hashable, Sendable {
  /// Shows every element with every state, action and attribute of interest, and folds nothing.
  public var showsAll = false
  /// Shows where each element is.
  public var showsFrames = false
  /// How many levels below the roots are shown; 0: the roots alone. `nil`: all.
  public var depth: Int?
  /// About how many tokens (four characters each) the text may have; `nil`: no limit. What does not
  /// fit is counted where it would stand, the deepest first.
  public var budget: Int?
  /// A budget for a first look: some two hundred lines.
  public static let glance = 3000

  /// How many children of one element are shown before the rest is counted; `nil`: all. The roots
  /// show all of theirs, so that what was counted can be shown by starting there.
  public var siblings: Int? = 50
  /// How many Unicode scalars of a text are shown.
  public var textLimit = 160

  public init() {}
}
