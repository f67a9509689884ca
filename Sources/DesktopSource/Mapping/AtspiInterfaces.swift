internal import Glibc

/// The interfaces that an AT-SPI object implements.
struct AtspiInterfaces: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

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

  /// Every interface with its name after "org.a11y.atspi.", the most common ones first.
  static let named: [(name: StaticString, member: AtspiInterfaces)] = [
    ("Accessible", .accessible), ("Component", .component), ("Action", .action),
    ("Text", .text), ("Collection", .collection), ("Hyperlink", .hyperlink),
    ("Hypertext", .hypertext), ("EditableText", .editableText), ("Value", .value),
    ("Image", .image), ("Selection", .selection), ("Table", .table), ("TableCell", .tableCell),
    ("Document", .document), ("Application", .application), ("Cache", .cache),
    ("Socket", .socket), ("EventListenerRegistry", .eventListenerRegistry),
  ]

  /// Returns the interface with a full name; `nil` when it is unknown.
  static func member(_ name: UnsafePointer<CChar>) -> AtspiInterfaces? {
    let prefix: StaticString = "org.a11y.atspi."
    let length = prefix.utf8CodeUnitCount
    guard unsafe strncmp(name, pointer(prefix), length) == 0 else { return nil }
    let suffix = unsafe name + length
    for (name, member) in named where unsafe strcmp(suffix, pointer(name)) == 0 { return member }
    return nil
  }

  private static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension ValueReader {
  /// Reads the names of an object's interfaces, skipping unknown ones, without creating strings: a large page
  /// has 100,000 names.
  func interfaces() throws(BusError) -> AtspiInterfaces {
    var result: AtspiInterfaces = []
    try array("s", atMost: MessageLimits.elements) { () throws(BusError) in
      let name = unsafe try rawText(BusType.string)
      if let member = unsafe AtspiInterfaces.member(name) { result.formUnion(member) }
    }
    return result
  }
}
