internal import Glibc

/// One entry of `org.a11y.atspi.Cache`: what `GetItems` and `AddAccessible` tell of an object.
struct CacheItem {
  var reference: ObjectReference
  var parent: ObjectReference?
  /// The place among the siblings; negative when the application does not say.
  var index: Int
  /// May be anything.
  var childCount: Int
  /// In order, where the signature lists them (Qt, old ATK).
  var children: [ObjectReference]?
  var facts = AtspiFacts()

  /// Whether the object is one: Chromium keeps entries of what is gone.
  var isAlive: Bool { facts.role != 0 || childCount > 0 || !facts.interfaces.isEmpty }
}

/// Reads cache entries of either signature.
struct CacheItemReader {
  /// `(so)(so)(so)iiassusau`: object, application, parent, index, number of children.
  static let counted = "(so)(so)(so)iiassusau"
  /// `(so)(so)(so)a(so)assusau`: object, application, parent, children.
  static let listed = "(so)(so)(so)a(so)assusau"

  let interner: ObjectInterner
  let limits: DesktopLimits
  let isListed: Bool

  /// `nil` for a signature that is none of the two. `prefix` is "a" for an array of entries.
  init?(
    signature: String, prefix: String, interner: ObjectInterner, limits: DesktopLimits
  ) {
    switch signature {
    case prefix + "(" + Self.counted + ")": isListed = false
    case prefix + "(" + Self.listed + ")": isListed = true
    default: return nil
    }
    self.interner = interner
    self.limits = limits
  }

  func read(_ message: MessageReader) throws(BusError) -> CacheItem {
    try message.structure(isListed ? Self.listed : Self.counted) { () throws(BusError) in
      let reference = try message.reference(interner)
      try message.skip()
      let parent = try message.reference(interner)
      var item = CacheItem(reference: reference, parent: parent, index: -1, childCount: 0)
      if isListed {
        var children: [ObjectReference] = []
        try message.enterArray("(so)")
        while message.hasNext, children.count < limits.children {
          children.append(try message.reference(interner))
        }
        try message.exit()
        item.childCount = children.count
        item.children = children
      } else {
        item.index = Int(try message.int32())
        item.childCount = Int(try message.int32())
      }
      try message.array("s") { () throws(BusError) in
        if let member = try message.interfaceMember() { item.facts.interfaces.formUnion(member) }
      }
      item.facts.name = try message.string().bounded(limits.string)
      item.facts.role = try message.uint32()
      item.facts.description = try message.string().bounded(limits.string)
      item.facts.states = AtspiStates(words: try message.words())
      return item
    }
  }
}

extension MessageReader {
  /// Reads the name of an interface, without making a string of it: a large page has 100,000.
  func interfaceMember() throws(BusError) -> AtspiInterfaces? {
    let name = unsafe try rawText(BusType.string)
    return unsafe InterfaceNames.find(name)
  }
}

/// The names of interfaces as C strings, those that most objects have first.
private enum InterfaceNames {
  static let prefix: StaticString = "org.a11y.atspi."
  static let known: [(name: StaticString, member: AtspiInterfaces)] = [
    ("Accessible", .accessible), ("Component", .component), ("Action", .action),
    ("Text", .text), ("Collection", .collection), ("Hyperlink", .hyperlink),
    ("Hypertext", .hypertext), ("EditableText", .editableText), ("Value", .value),
    ("Image", .image), ("Selection", .selection), ("Table", .table), ("TableCell", .tableCell),
    ("Document", .document), ("Application", .application), ("Cache", .cache),
    ("Socket", .socket),
  ]

  static func find(_ text: UnsafePointer<CChar>) -> AtspiInterfaces? {
    let length = prefix.utf8CodeUnitCount
    guard unsafe strncmp(text, pointer(prefix), length) == 0 else { return nil }
    let suffix = unsafe text + length
    for (name, member) in known where unsafe strcmp(suffix, pointer(name)) == 0 { return member }
    return nil
  }

  private static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
