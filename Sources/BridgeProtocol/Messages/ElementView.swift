/// Which fields of elements are wanted. Id, parent, children, application and role always come.
public enum ElementView: Int32, Hashable, Sendable, CaseIterable {
  /// Everything.
  case full = 1
  /// Label, value, states, traits, actions, range, hint and identifier.
  case brief = 2
  /// Structure alone.
  case structure = 3
}
