/// Which interfaces an AT-SPI object has.
struct AtspiInterfaces: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// From the names that the object answers, with or without "org.a11y.atspi."; unknown ones are
  /// passed over.
  init(names: some Sequence<String>) {
    var result: AtspiInterfaces = []
    for name in names {
      if let member = Self.member(name) { result.formUnion(member) }
    }
    self = result
  }

  /// The interface of a name; `nil` for one that is not known.
  static func member(_ name: String) -> AtspiInterfaces? {
    let prefix = "org.a11y.atspi."
    return byName[name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name]
  }

  static let accessible = AtspiInterfaces(rawValue: 1 << 0)
  static let action = AtspiInterfaces(rawValue: 1 << 1)
  static let application = AtspiInterfaces(rawValue: 1 << 2)
  static let cache = AtspiInterfaces(rawValue: 1 << 3)
  static let collection = AtspiInterfaces(rawValue: 1 << 4)
  static let component = AtspiInterfaces(rawValue: 1 << 5)
  static let document = AtspiInterfaces(rawValue: 1 << 6)
  static let editableText = AtspiInterfaces(rawValue: 1 << 7)
  static let eventListenerRegistry = AtspiInterfaces(rawValue: 1 << 8)
  static let hyperlink = AtspiInterfaces(rawValue: 1 << 9)
  static let hypertext = AtspiInterfaces(rawValue: 1 << 10)
  static let image = AtspiInterfaces(rawValue: 1 << 11)
  static let selection = AtspiInterfaces(rawValue: 1 << 12)
  static let table = AtspiInterfaces(rawValue: 1 << 13)
  static let tableCell = AtspiInterfaces(rawValue: 1 << 14)
  static let text = AtspiInterfaces(rawValue: 1 << 15)
  static let value = AtspiInterfaces(rawValue: 1 << 16)
  static let socket = AtspiInterfaces(rawValue: 1 << 17)

  /// Every interface with its name after "org.a11y.atspi.".
  static let named: [(name: String, member: AtspiInterfaces)] = [
    ("Accessible", .accessible), ("Action", .action), ("Application", .application),
    ("Cache", .cache), ("Collection", .collection), ("Component", .component),
    ("Document", .document), ("EditableText", .editableText),
    ("EventListenerRegistry", .eventListenerRegistry), ("Hyperlink", .hyperlink),
    ("Hypertext", .hypertext), ("Image", .image), ("Selection", .selection), ("Table", .table),
    ("TableCell", .tableCell), ("Text", .text), ("Value", .value), ("Socket", .socket),
  ]

  private static let byName = Dictionary(
    uniqueKeysWithValues: named.map { ($0.name, $0.member) })
}
