/// Frequently needed properties, each derived from what toolkits report in different ways.
enum PseudoClass: String, CaseIterable, Sendable {
  case enabled
  case disabled
  case visible
  case offscreen
  case actionable
  case editable
  case adjustable
  case unchecked
}
