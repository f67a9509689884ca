package import AccessibilityTree

/// What an outline shows, and how much of it.
package struct OutlineOptions: Hashable, Sendable {
  /// How much is said.
  package enum View: UInt8, Hashable, Sendable {
    /// One line for each thing that a person would name. What is not on screen is counted.
    case agent = 1
    /// One line for each element, with all states, actions and relevant attributes.
    case all = 2

    /// The budget of requests that name none, in tokens.
    package var defaultBudget: Int { self == .agent ? 1500 : OutlineOptions.budgets.upperBound }
  }

  /// The budgets that requests may name, in tokens.
  package static let budgets = 100...100_000

  package var view = View.agent
  /// Shows the frame of each element.
  package var showsFrames = false
  /// Shows elements that are not on screen as well.
  package var isWhole = false
  /// The number of levels shown below the first lines; 0: only those; `nil`: all.
  package var depth: Int?
  /// The maximum length of the text, in tokens as estimated by `TokenEstimate`.
  package var budget = View.agent.defaultBudget
  /// The maximum number of Unicode scalars shown of a text.
  package var textLimit = 120

  /// Whether an entry that has become empty keeps its line in an outline that continues another one. Otherwise it is counted,
  /// as in one that is made anew.
  package var keepsEmptied = false

  package init() {}

  var showsAll: Bool { view == .all }
  /// Whether elements that are not on screen are counted instead of shown.
  var countsOffscreen: Bool { view == .agent && !isWhole }
}

/// Where an outline begins.
package enum OutlineStart: Hashable, Sendable {
  /// With the applications.
  case everything
  /// With some elements. Unknown ids are skipped.
  case elements([ElementID])
  /// Where another outline stopped: with an element, followed by what comes after it on the same level. If the
  /// element is on screen, only what is on screen: the texts that are only read, or all but these.
  case following(ElementID, texts: Bool)
}
