internal import AccessibilityTree

/// What is held back until it is known whether it is secret.
extension SecretKeeper {
  /// Leaves out the texts of an element, and of what is within it, until it is known whether it is secret.
  func hold(
    _ id: ElementID, until end: UInt64, in tree: inout Tree, _ redaction: inout Redaction
  ) {
    for id in tree.subtree(of: id) where secrets[id] == nil && held[id] == nil {
      guard let element = tree[id] else { continue }
      let isContent = !element.role.isTextEntry
      held[id] = HeldElement(original: element, isContent: isContent, end: end)
      redaction.willChange(element)
      try? tree.modify(id) { $0 = element.redacted(isContent: isContent) }
    }
  }

  /// Puts back all that was held back, to be judged again. Returns the elements.
  func release(in tree: inout Tree, _ redaction: inout Redaction) -> [ElementID] {
    guard !held.isEmpty else { return [] }
    let all = held
    held = [:]
    for (id, element) in all {
      guard let shown = tree[id] else { continue }
      redaction.willChange(shown)
      try? tree.modify(id) { $0 = element.restored(shown) }
    }
    // Parents first: what is within an element is held back with it.
    return all.keys.filter(tree.contains).sorted()
  }

  /// Returns when texts are to be shown that are held back; `nil` when that is known already, or there are none.
  func nextRelease() -> UInt64? {
    let ends =
      held.values.map(\.end) + doubts.values.compactMap(\.end) + guesses.values.compactMap(\.end)
    guard let next = ends.min(), scheduledRelease != next else { return nil }
    scheduledRelease = next
    return next
  }
}
