extension MirroredObject {
  /// Whether a property is worth reading. Skips reads that the object cannot answer.
  func canAnswer(_ property: ObjectProperties) -> Bool {
    let interfaces = facts.interfaces
    switch property {
    case .frame: return interfaces.contains(.component) && !isOutsideWindow
    case .actions: return interfaces.contains(.action)
    case .value: return ValueMapping.wantsValue(facts) || tellsChoice
    case .text: return wantsText
    case .relations: return ElementRelations.areLikely(facts)
    default: return true
    }
  }

  /// Whether the object is a combo box that is asked for its choice.
  var tellsChoice: Bool {
    peer.dialect.tellsChoiceBySelection && facts.interfaces.contains(.selection)
      && facts.interfaces.isDisjoint(with: [.value, .text])
      && ElementMapping.role(facts) == .comboBox
  }

  /// Whether the application says that people enter a password here.
  var holdsPassword: Bool { facts.hasRole(.passwordField) }

  /// Whether an attribute has its value, as of a combo box of a page's own in Chromium. No event tells of that.
  var hasValueInAttributes: Bool { facts.attributes["valuetext"] != nil }

  var wantsText: Bool {
    var facts = facts
    facts.dialect = peer.dialect
    return ValueMapping.wantsText(facts)
  }

  /// Whether its text says no more than its name.
  var isTextName: Bool {
    guard let text else { return false }
    var facts = facts
    facts.dialect = peer.dialect
    return ValueMapping.isName(text, of: facts)
  }

  /// Whether the object is a table cell outside the visible ones. To compute its frame, an application would
  /// have to add up all cells before it.
  private var isOutsideWindow: Bool {
    guard let position = cell, let grid = parent?.grid else { return false }
    return !grid.isVisible(position)
  }

  /// Whether caret and selections are read: only where users type or select.
  var tracksSelection: Bool {
    facts.interfaces.contains(.editableText) || facts.states.contains(.editable)
  }

  /// The path of the object in whose text the object, a link, has its name.
  var textAroundLink: String? {
    peer.textAroundLink(in: parent.map { ($0.peer, $0.path, $0.facts.interfaces) })
  }
}
