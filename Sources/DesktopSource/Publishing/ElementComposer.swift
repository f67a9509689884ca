internal import AccessibilityTree

/// Makes the element of an object.
enum ElementComposer {
  /// A new element, for an object that is to be shown.
  static func element(of object: MirroredObject, in table: ObjectTable) -> Element {
    var element = Element(id: object.id, role: .unknown)
    compose(object, into: &element, in: table)
    return element
  }

  /// Fills all that the object told; id and links stay.
  static func compose(
    _ object: MirroredObject, into element: inout Element, in table: ObjectTable
  ) {
    var facts = object.facts
    facts.dialect = object.peer.dialect
    if let parent = object.parent {
      facts.isTopLevel = parent.parent == nil
      facts.parentSelects = parent.facts.interfaces.contains(.selection)
      facts.isOnlyCurrent = object.isOnlyCurrent(facts.states, in: parent.facts.states)
      if facts.dialect.showsSilently, object.isCovered || object.hasNoPlace { facts.states.cover() }
    }
    compose(
      facts, reading: ObjectReadings(object), isRoot: object === object.application.root,
      into: &element)
    var relations: [Relation] = []
    for (kind, targets) in object.relations {
      let ids = targets.compactMap { table[$0]?.id }
      if !ids.isEmpty { relations.append(Relation(kind, ids)) }
    }
    if let active = object.activeDescendant, let target = table[active] {
      relations.append(Relation(.activeDescendant, [target.id]))
    }
    element.relations = relations
    element.totalChildren =
      object.isWindowed && object.claimedChildren >= 0 ? object.claimedChildren : nil
  }

  /// What can be said of an object by itself, apart from others: also what a check compares.
  static func compose(
    _ facts: AtspiFacts, reading: ObjectReadings, isRoot: Bool, into element: inout Element
  ) {
    ElementMapping.apply(facts, to: &element)
    if isRoot { element.role = .application }
    element.frame = reading.frame
    element.range = reading.range
    element.value = nil
    if let text = reading.text { ValueMapping.apply(text: text, to: &element) }
    if let words = ValueMapping.words(
      reading.valueText, attributes: facts.attributes, range: reading.range)
    {
      element.value = words
    }
    element.text = reading.textState
  }
}

/// What takes calls of its own to read, beside the facts.
struct ObjectReadings {
  var frame: Frame?
  var range: NumericRange?
  var valueText: String?
  var text: String?
  var textState: TextState?

  init() {}

  init(_ object: MirroredObject) {
    frame = object.frame
    range = object.range
    valueText = object.valueText
    text = object.text
    textState = object.textState
  }
}
