extension Element {
  /// Whether the element can be used: enabled, without the trait `notEnabled`, and its object not defunct.
  public var isUsable: Bool {
    states.contains(.enabled) && !traits.contains(.notEnabled) && !states.contains(.defunct)
  }

  /// Whether the element can be used and offers an action other than focusing, showing a menu,
  /// scrolling, selecting text or hovering.
  public var isActionable: Bool {
    isUsable && actions.contains { !$0.kind.isIncidental }
  }

  /// The elements that label the element.
  package var labels: [ElementID] {
    relations.filter { $0.kind == .labelledBy }.flatMap(\.targets)
  }

  /// Whether the text can be changed.
  public var isEditable: Bool {
    if states.contains(.readOnly) { return false }
    return states.contains(.editable)
      || actions.contains { $0.kind == .setText || $0.kind == .insertText }
  }

  /// Whether the value can be changed in steps or to a number.
  public var isAdjustable: Bool {
    traits.contains(.adjustable)
      || actions.contains {
        $0.kind == .increment || $0.kind == .decrement || $0.kind == .setValue
      }
  }

  /// Whether the element is on, checked or pressed.
  public var isChecked: Bool {
    states.contains(.checked) || states.contains(.pressed)
  }

  /// Whether the element can be checked or toggled and is off.
  public var isUnchecked: Bool { isOnOrOff && !isChecked && !states.contains(.mixed) }
}

extension ActionKind {
  fileprivate var isIncidental: Bool {
    switch self {
    case .focus, .showMenu, .scrollIntoView, .scroll, .setSelection, .hover: true
    default: false
    }
  }
}
