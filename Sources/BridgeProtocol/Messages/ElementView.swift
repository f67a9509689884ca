/// Selects fields of elements. Id, parent, children, application and role are always sent.
public enum ElementView: Int32, Hashable, Sendable, CaseIterable {
  /// Everything.
  case full = 1
  /// Label, value, states, traits, actions, range, hint and identifier.
  case brief = 2
  /// Only the fields that are always sent.
  case structure = 3
  /// Everything, and what names elements without a label.
  case named = 4

  /// Whether it has everything that elements have themselves.
  package var isFull: Bool { self == .full || self == .named }
}

extension ElementView {
  /// Reads a view; unspecified means the full view.
  init(wire value: UInt32, _ field: String) throws(Status) {
    guard value != 0 else {
      self = .full
      return
    }
    guard let view = ElementView(rawValue: Int32(clamping: value)) else {
      throw .invalid(field, "has the unknown value \(value)")
    }
    self = view
  }
}
