/// One entry of `org.a11y.atspi.Cache`: what `GetItems` and `AddAccessible` report about an object.
struct CacheItem {
  var reference: ObjectReference
  var parent: ObjectReference?
  /// The index among the siblings; negative when the application does not report it.
  var index: Int
  /// As the application reports it, unchecked: any number.
  var childCount: Int
  /// In order, where the signature lists them (Qt, old ATK).
  var children: [ObjectReference]?
  var facts = AtspiFacts()

  /// Whether the object exists: Chromium keeps entries of objects that are gone.
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

  /// Creates a reader for entries of a signature; `nil` for one that is neither of the two. `prefix` is "a"
  /// for an array of entries.
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

  func read(_ message: some ValueReader) throws(BusError) -> CacheItem {
    try message.structure(isListed ? Self.listed : Self.counted) { () throws(BusError) in
      let reference = try message.reference(interner)
      try message.skipReference()
      let parent = try message.reference(interner)
      var item = CacheItem(reference: reference, parent: parent, index: -1, childCount: 0)
      if isListed {
        var children: [ObjectReference] = []
        try message.array("(so)", atMost: limits.children) { () throws(BusError) in
          children.append(try message.reference(interner))
        }
        item.childCount = children.count
        item.children = children
      } else {
        item.index = Int(try message.int32())
        item.childCount = Int(try message.int32())
      }
      item.facts.interfaces = try message.interfaces()
      item.facts.name = try message.string(atMost: limits.string)
      item.facts.role = try message.uint32()
      let description = try message.string(atMost: limits.string)
      if !description.isEmpty { item.facts.description = description }
      item.facts.states = AtspiStates(words: try message.words())
      return item
    }
  }
}
