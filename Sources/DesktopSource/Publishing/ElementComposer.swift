internal import AccessibilityTree

/// Composes the elements that mirror objects.
enum ElementComposer {
  /// Returns a new element for an object that is about to be shown.
  static func element(of object: MirroredObject, in table: ObjectTable) -> Element {
    var element = Element(id: object.id, role: .unknown)
    compose(object, into: &element, in: table)
    return element
  }

  /// Sets everything in `element` that follows from the object. Its id and its links to other elements stay.
  static func compose(
    _ object: MirroredObject, into element: inout Element, in table: ObjectTable
  ) {
    var facts = object.facts
    facts.dialect = object.peer.dialect
    facts.wasChecked = object.checkedState == .answered
    if let parent = object.parent {
      facts.isTopLevel = parent.parent == nil
      facts.parentSelects = parent.facts.interfaces.contains(.selection)
      facts.isLabelInTree = object.isLabelInTree
      facts.isOnlyCurrent = object.isOnlyCurrent(facts.states, in: parent.facts.states)
      facts.hasSilentFocus = object.hasUntoldFocus(facts.states)
      if facts.states.contains(.selected), object.isFormerOption {
        facts.states.subtract(.selected)
      }
      if facts.dialect.omitsShowEvents, object.isCovered || object.hasNoPlace {
        facts.states.cover()
      }
      if object.isHiddenView || parent.isHiddenView || object.isBehindOtherHeaders {
        facts.states.cover()
      }
      if object.isHiddenWithParent { facts.states.cover() }
      if object.isScrolledOutCell || object.isUndrawnBox { facts.states.subtract(.showing) }
      if object.isScrolledViewport { facts.states.formUnion(.showing) }
      if object.isMinimised { facts.states.formUnion(.iconified) }
      if object.isFoundModal || object.isDialogOfFrame { facts.states.formUnion(.modal) }
    }
    compose(
      facts, reading: ObjectReadings(object), isRoot: object.isRoot,
      into: &element)
    if !element.actions.isEmpty {
      element.actions = object.peer.sharedActions.shared(element.actions)
    }
    addLabelOfParts(of: object, to: &element)
    addValueOfParts(of: object, to: &element)
    var relations: [Relation] = []
    for relation in object.relations + object.sharedLabels {
      let ids = relation.targets.compactMap { table[$0]?.id }
      if !ids.isEmpty { relations.append(Relation(relation.kind, ids)) }
    }
    if let active = object.activeDescendant, let target = table[active] {
      relations.append(Relation(.activeDescendant, [target.id]))
    }
    element.relations = relations
    element.totalChildren =
      object.isWindowed && object.claimedChildren >= 0 ? object.claimedChildren : nil
  }

  /// Gives an element that is called by a text with the mark of a mnemonic the name that a label in it shows.
  static func addLabelOfParts(of object: MirroredObject?, to element: inout Element) {
    guard let object, let name = object.nameWithoutMnemonic,
      element.label == NameMapping.trimmed(object.facts.name)
    else { return }
    element.label = name
  }

  /// Gives an element that has no value of its own the one that its parts tell: a combo box the name of the
  /// option that is selected in it, as browsers show it, also where that is its own name, a date field the date.
  static func addValueOfParts(of object: MirroredObject?, to element: inout Element) {
    if element.role == .dateField, let date = object?.date {
      element.value = date
    }
    guard element.role == .comboBox, element.value == nil, let object,
      let choice = object.selectedOption,
      // One that takes any text may have another one in its field.
      object.children.allSatisfy({ !$0.facts.states.contains(.editable) || $0.text == choice })
    else { return }
    element.value = choice
  }

  /// Sets what follows from the object alone, without its relations and children. Verification composes the
  /// elements that it compares by the same function.
  static func compose(
    _ facts: AtspiFacts, reading: ObjectReadings, isRoot: Bool, into element: inout Element
  ) {
    ElementMapping.apply(facts, to: &element)
    if isRoot { element.role = .application }
    element.frame = reading.frame
    element.range = reading.range
    if let range = reading.range, ValueMapping.isOfEmptyCell(range, of: element.role) {
      element.range = nil
    }
    element.value = nil
    element.objectPlaces = []
    if let text = reading.text {
      ValueMapping.apply(text: text, to: &element)
      if let range = reading.range,
        ValueMapping.mayBeMeaningless(range, of: element.role, facts.interfaces),
        !ValueMapping.isShown(range, by: text)
      {
        element.range = nil
        element.actions.removeAll { [.increment, .decrement, .setValue].contains($0.kind) }
      }
    }
    if let range = reading.range, element.role == .spinButton, reading.text?.isEmpty == true,
      !facts.states.contains(.editable), ValueMapping.isFilled(range, facts.attributes)
    {
      // Nobody can have written anything else.
      element.value = nil
    }
    LinkText.apply(facts, to: &element)
    if let words = ValueMapping.words(
      reading.valueText, attributes: facts.attributes, range: reading.range)
    {
      element.value = words
      element.objectPlaces = []
    }
    element.text = reading.textState
  }
}

/// The readings of an object that are not part of its `AtspiFacts`.
struct ObjectReadings {
  var frame: Frame?
  var range: NumericRange?
  var valueText: String?
  var text: String?
  var textState: TextState?

  init() {}

  init(_ object: MirroredObject) {
    frame = object.place(reported: object.frame)
    range = object.range
    valueText = object.valueText
    text = object.text
    textState = object.textState
  }
}

extension MirroredObject {
  /// The date field of which the object may be a part.
  var dateFieldAround: MirroredObject? {
    guard facts.hasRole(.spinButton) else { return nil }
    var next = parent
    for _ in 0...DateParts.maxDepth {
      guard let object = next else { return nil }
      if object.facts.hasRole(.dateField) { return object }
      next = object.parent
    }
    return nil
  }

  /// The date or time that the parts of a date field make up; `nil` while it has none.
  fileprivate var date: String? {
    let parts = DateParts(
      among: children, children: \.children, candidate: { $0.datePart.map { .number($0) } })
    return parts?.text
  }

  /// The part of a date field that the object is, where it has a number.
  private var datePart: DateParts.Part? {
    guard facts.hasRole(.spinButton), let range else { return nil }
    let isEmpty = text?.isEmpty == true && !ValueMapping.isFilled(range, facts.attributes)
    return DateParts.Part(id: id, range: range, isEmpty: isEmpty)
  }
}
