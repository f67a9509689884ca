internal import AccessibilityMirror
internal import AccessibilityTree

/// The mirrored elements of one sample application: turns what differs between two presentations
/// into as few edits as it takes.
struct HostedTree {
  let root: ElementID
  private(set) var presentation = Presentation()
  private var ids: [String: ElementID] = [:]
  private var keys: [ElementID: String] = [:]

  init(root: ElementID) {
    self.root = root
  }

  func id(of key: String?) -> ElementID? {
    guard let key else { return root }
    return ids[key]
  }

  func key(of id: ElementID) -> String? { keys[id] }

  func element(of key: String) -> Element? { presentation.entries[key]?.element }

  /// Brings the store from the presentation at hand to the next one.
  mutating func show(
    _ next: Presentation, in edit: TreeEdit, makeID: () -> ElementID
  ) throws(TreeError) {
    for key in next.order {
      guard let entry = next.entries[key], let parent = id(of: entry.parent) else { continue }
      if let id = ids[key] {
        try update(key, id, to: entry, under: parent, in: edit)
      } else {
        let id = makeID()
        ids[key] = id
        keys[id] = key
        try edit.insert(Element(id: id, attributesOf: entry.element), under: parent)
      }
    }
    for key in presentation.order where next.entries[key] == nil {
      guard let id = ids.removeValue(forKey: key) else { continue }
      keys[id] = nil
      if edit.tree.contains(id) { try edit.remove(id) }
    }
    for parent in [nil] + next.order.map(Optional.some) {
      try order(parent, next, in: edit)
    }
    presentation = next
  }

  private func update(
    _ key: String, _ id: ElementID, to entry: Presentation.Entry, under parent: ElementID,
    in edit: TreeEdit
  ) throws(TreeError) {
    guard let known = presentation.entries[key] else { return }
    if known.parent != entry.parent { try edit.move(id, under: parent) }
    if known.element != entry.element {
      try edit.update(id) { $0 = Element(id: id, attributesOf: entry.element) }
    }
  }

  private func order(
    _ parent: String?, _ next: Presentation, in edit: TreeEdit
  ) throws(TreeError) {
    guard let id = id(of: parent) else { return }
    let wanted = next.children(of: parent).compactMap { ids[$0] }
    if edit.tree.read(id, { $0.children }) != wanted {
      try edit.reorderChildren(of: id, to: wanted)
    }
  }
}
