/// What an element is to those who act on it: its role and its label.
public struct ElementIdentity: Hashable, Sendable {
  public var role: Role
  public var label: String?

  public init(role: Role, label: String? = nil) {
    self.role = role
    self.label = label
  }

  public init(_ element: borrowing Element) {
    self.init(role: element.role, label: element.label)
  }

  /// The role and label, as in `Element.shortName`: `button "Save"`.
  package var name: String { Element.shortName(role: role, label: label) }
}
