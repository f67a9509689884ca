extension Element {
  /// Whether it can be used: enabled, not marked as disabled, and its object is still there.
  public var isUsable: Bool {
    states.contains(.enabled) && !traits.contains(.notEnabled) && !states.contains(.defunct)
  }

  /// Whether it can be used and offers to do something, beyond taking the focus, showing a menu or
  /// scrolling.
  public var isActionable: Bool {
    isUsable && actions.contains { !$0.kind.isIncidental }
  }

  /// Whether its text can be changed.
  public var isEditable: Bool {
    if states.contains(.readOnly) { return false }
    return states.contains(.editable)
      || actions.contains { $0.kind == .setText || $0.kind == .insertText }
  }

  /// Whether its value can be changed in steps or to a number.
  public var isAdjustable: Bool {
    traits.contains(.adjustable)
      || actions.contains {
        $0.kind == .increment || $0.kind == .decrement || $0.kind == .setValue
      }
  }

  /// Whether it is on, checked or pressed.
  public var isChecked: Bool {
    states.contains(.checked) || states.contains(.pressed)
  }

  /// Whether it could be on, and is off.
  public var isUnchecked: Bool {
    (states.contains(.checkable) || traits.contains(.toggle)) && !isChecked
      && !states.contains(.mixed)
  }
}

extension ActionKind {
  fileprivate var isIncidental: Bool {
    switch self {
    case .focus, .showMenu, .scrollIntoView, .scroll, .setSelection: true
    default: false
    }
  }
}
