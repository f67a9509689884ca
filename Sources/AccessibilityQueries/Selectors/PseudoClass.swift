/// What is asked of elements most, put together from what toolkits say in different ways.
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
