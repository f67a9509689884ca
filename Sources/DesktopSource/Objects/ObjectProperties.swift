/// The groups of an object's properties, each read by calls of its own.
struct ObjectProperties: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// Name, description, help text, identifier and number of children.
  static let properties = ObjectProperties(rawValue: 1 << 0)
  static let role = ObjectProperties(rawValue: 1 << 1)
  static let states = ObjectProperties(rawValue: 1 << 2)
  static let interfaces = ObjectProperties(rawValue: 1 << 3)
  static let children = ObjectProperties(rawValue: 1 << 4)
  static let frame = ObjectProperties(rawValue: 1 << 5)
  static let actions = ObjectProperties(rawValue: 1 << 6)
  static let value = ObjectProperties(rawValue: 1 << 7)
  static let text = ObjectProperties(rawValue: 1 << 8)
  static let attributes = ObjectProperties(rawValue: 1 << 9)
  static let relations = ObjectProperties(rawValue: 1 << 10)

  /// The properties that must be known before an object can be shown.
  static let basics: ObjectProperties = [.properties, .role, .states, .interfaces]
  static let structure: ObjectProperties = [.properties, .role, .states, .interfaces, .children]
  /// The properties that make the mirror of an object complete.
  static let details: ObjectProperties = [.frame, .actions, .value, .text]
  /// The properties that are read last, because few objects have any.
  static let extras: ObjectProperties = [.attributes, .relations]

  static let all: [ObjectProperties] = [
    .properties, .role, .states, .interfaces, .children, .frame, .actions, .value, .text,
    .attributes, .relations,
  ]
}
