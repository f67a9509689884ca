/// What is read of an object, each by calls of its own.
struct Aspects: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// Name, description, help text, identifier and number of children.
  static let properties = Aspects(rawValue: 1 << 0)
  static let role = Aspects(rawValue: 1 << 1)
  static let states = Aspects(rawValue: 1 << 2)
  static let interfaces = Aspects(rawValue: 1 << 3)
  static let children = Aspects(rawValue: 1 << 4)
  static let frame = Aspects(rawValue: 1 << 5)
  static let actions = Aspects(rawValue: 1 << 6)
  static let value = Aspects(rawValue: 1 << 7)
  static let text = Aspects(rawValue: 1 << 8)
  static let attributes = Aspects(rawValue: 1 << 9)
  static let relations = Aspects(rawValue: 1 << 10)

  /// What an object must have told before it can be shown.
  static let basics: Aspects = [.properties, .role, .states, .interfaces]
  static let structure: Aspects = [.properties, .role, .states, .interfaces, .children]
  /// What makes the mirror of an object complete.
  static let details: Aspects = [.frame, .actions, .value, .text]
  /// What is read last, because few objects have any.
  static let extras: Aspects = [.attributes, .relations]

  static let all: [Aspects] = [
    .properties, .role, .states, .interfaces, .children, .frame, .actions, .value, .text,
    .attributes, .relations,
  ]
}
