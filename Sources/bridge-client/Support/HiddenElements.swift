internal import AccessibilityTree
internal import BridgeProtocol

/// What changed on pages that are not shown, such as the fields of a wizard's next page, and of what is removed, whose values go
/// with it, but for what was acted on. Nothing is hidden where nothing else is told.
struct HiddenElements {
  private let ids: Set<ElementID>

  init(_ receipt: Receipt) {
    let changed = receipt.update?.changed ?? []
    // Some toolkits mark nothing.
    let isMarked = changed.contains { !$0.states.isDisjoint(with: [.visible, .showing]) }
    let onPages = isMarked ? changed.filter(\.isOnHiddenPage).map(\.id) : []
    let hidden = Set(onPages + (receipt.update?.removed ?? []))
      .subtracting([receipt.element].compactMap(\.self))
    let tellsMore =
      !receipt.appeared.isEmpty || receipt.targetChanged
      || receipt.labelChanges.contains { !hidden.contains($0.element) }
      || receipt.stateChanges.contains { !hidden.contains($0.element) }
      || receipt.update?.notifications.contains { !$0.notification.isValue(of: hidden) } == true
    ids = tellsMore ? hidden : []
  }

  func contains(_ id: ElementID) -> Bool { ids.contains(id) }

  /// Whether a value of one of them changed.
  func hasValue(_ notification: Notification) -> Bool { notification.isValue(of: ids) }
}

extension Element {
  /// Whether it is on no page that is shown. GTK 3 says that it is visible there, and has no place for it. What was only scrolled
  /// out has one.
  fileprivate var isOnHiddenPage: Bool {
    guard !states.contains(.showing) else { return false }
    return !states.contains(.visible) || frame?.rect.isEmpty ?? true
  }
}

extension Notification {
  fileprivate func isValue(of elements: Set<ElementID>) -> Bool {
    if case .valueChanged(let id, _, _) = self { elements.contains(id) } else { false }
  }
}
