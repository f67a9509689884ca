extension MirroredObject {
  /// Whether there is anything to be read. Skips reads that the object cannot answer.
  func isWorthwhile(_ aspect: ObjectProperties) -> Bool {
    let interfaces = facts.interfaces
    switch aspect {
    case .frame: return interfaces.contains(.component) && !isOutsideWindow
    case .actions: return interfaces.contains(.action)
    case .value: return ValueMapping.wantsValue(facts)
    case .text: return wantsText
    case .relations: return ElementRelations.areLikely(facts)
    default: return true
    }
  }

  var wantsText: Bool {
    let interfaces = facts.interfaces
    guard interfaces.contains(.text) else { return false }
    var facts = facts
    facts.dialect = peer.dialect
    let role = ElementMapping.role(facts)
    return ValueMapping.wantsText(
      role: role, label: NameMapping.label(facts, role: role), interfaces: interfaces)
  }

  /// A cell far away, whose place an application would have to add up from all before it.
  private var isOutsideWindow: Bool {
    guard let place = cell, let grid = parent?.grid else { return false }
    return !grid.isVisible(place)
  }

  /// Caret and selections are worth a call where people type or select.
  var tracksSelection: Bool {
    facts.interfaces.contains(.editableText) || facts.states.contains(.editable)
  }
}
