import AccessibilityMirror
import AccessibilityTree

/// Edits a store at random: inserts, removals, reinsertions under the same id, moves within and between
/// applications, reorders, attribute changes that are partly reverted, and applications that are added and
/// removed.
struct RandomEdits {
  private var random: Seeded
  private var removed: [ElementID] = []

  init(seed: UInt64) {
    random = Seeded(seed)
  }

  mutating func batch(on store: TreeStore) throws {
    let steps = Int.random(in: 1...12, using: &random)
    try store.edit { edit in
      for _ in 0..<steps { try step(edit, store) }
    }
  }

  private mutating func step(_ edit: TreeEdit, _ store: TreeStore) throws {
    let all = edit.tree.subtree(of: edit.tree.roots)
    guard let id = all.randomElement(using: &random) else {
      return try addApplication(edit, store)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: try addApplication(edit, store)
    case 3..<4: if edit.tree.roots.count > 1 { edit.removeApplication(edit.tree.roots[0]) }
    case 4..<34: try insert(store.makeID(), under: id, edit)
    case 34..<40:
      if let old = removed.randomElement(using: &random), !edit.tree.contains(old) {
        try insert(old, under: id, edit)
      }
    case 40..<52:
      if !edit.tree.roots.contains(id) { removed += try edit.remove(id) }
    case 52..<66:
      let parent = all.randomElement(using: &random) ?? id
      if !edit.tree.roots.contains(id), id != parent, !edit.tree.isAncestor(id, of: parent) {
        try edit.move(id, under: parent, at: Int.random(in: 0...4, using: &random))
      }
    case 66..<74:
      let children = edit.tree[id]?.children ?? []
      try edit.reorderChildren(of: id, to: children.shuffled(using: &random))
    default: try change(id, edit)
    }
  }

  private mutating func addApplication(_ edit: TreeEdit, _ store: TreeStore) throws {
    let root = store.makeID()
    var application = Application(root: root, name: "App \(root)", source: "test")
    application.load = Bool.random(using: &random) ? .loading : .complete
    try edit.addApplication(application, root: Element(id: root, role: .application))
  }

  private mutating func insert(_ id: ElementID, under parent: ElementID, _ edit: TreeEdit) throws {
    var element = Element(id: id, role: Role.allCases.randomElement(using: &random) ?? .text)
    element.label = text()
    try edit.insert(element, under: parent, at: Int.random(in: -1...5, using: &random))
  }

  private mutating func change(_ id: ElementID, _ edit: TreeEdit) throws {
    let (label, number) = (text(), Double(Int.random(in: 0...3, using: &random)))
    let which = Int.random(in: 0..<8, using: &random)
    try edit.update(id) {
      switch which {
      case 0: $0.label = label
      case 1: $0.value = label
      case 2: $0.states.formSymmetricDifference(.focused)
      case 3: $0.frame = .at(number, number)
      case 4: $0.hint = label
      case 5: $0.range = NumericRange(current: number)
      case 6: $0.liveRegion = number > 1 ? .polite : nil
      default: $0.states.formSymmetricDifference(.active)
      }
    }
  }

  private mutating func text() -> String? {
    ["a", "b", nil, ""].randomElement(using: &random) ?? nil
  }
}
