import AccessibilityMirror
import AccessibilityTree

/// Two mirrors that are edited alike: one has applications that may not be seen, which are edited as well, and
/// the other one never had them. Names that begin with "Visible" may be seen.
final class Twins {
  /// An element that may be seen, in both mirrors.
  struct Pair: Hashable {
    var whole: ElementID
    var alone: ElementID
  }

  let whole: TreeStore
  let alone: TreeStore
  private(set) var visible: [Pair] = []
  private var edits: TwinEdits

  /// - Parameter renames: Whether applications become visible, and no longer are. Their order then differs for a
  ///   mirror that begins late, because one twin has had them for longer.
  init(seed: UInt64, whole: TreeStore, alone: TreeStore, renames: Bool = true) {
    self.whole = whole
    self.alone = alone
    edits = TwinEdits(seed: seed, renames: renames)
  }

  static func isVisible(_ name: String) -> Bool { name.hasPrefix("Visible") }

  /// The elements of the whole mirror that may not be seen.
  var hidden: [ElementID] {
    let seen = Set(visible.map(\.whole))
    return whole.tree.subtree(of: whole.tree.roots).filter { !seen.contains($0) }
  }

  func alone(_ id: ElementID) -> ElementID? { visible.first { $0.whole == id }?.alone }

  /// Makes some changes at once: one commit of each mirror at most.
  func batch() throws {
    try whole.edit { one in
      try alone.edit { other in
        for step in 0..<edits.number(1...6) {
          edits.isFirst = step == 0
          try edits.step(self, one, other)
        }
      }
    }
  }

  // MARK: Single edits

  /// Adds an application to the whole mirror, and to the other one where it may be seen.
  func addApplication(_ name: String) throws -> ElementID {
    let root = whole.makeID()
    var application = Application(root: root, name: name, source: "fake")
    application.load = .complete
    try whole.edit { edit in
      try edit.addApplication(application, root: Element(id: root, role: .application, label: name))
    }
    if Self.isVisible(name) { try alone.edit { try reveal(application: root, $0) } }
    return root
  }

  /// Adds an element to the whole mirror only.
  func add(
    _ role: Role, _ label: String, under parent: ElementID,
    _ change: (inout Element) -> Void = { _ in }
  ) throws -> ElementID {
    try whole.add(role, label, under: parent, change)
  }

  /// Posts an announcement that may be heard, from both mirrors.
  func announceTheEnd() throws {
    let root = try addApplication("Visible end")
    let text = "the end"
    whole.edit { $0.post(.announcement(text: text, priority: .high, element: root)) }
    alone.edit { $0.post(.announcement(text: text, priority: .high, element: alone(root))) }
  }

  // MARK: What the steps do

  func insert(
    _ element: Element, under parent: Pair, at index: Int, _ one: TreeEdit, _ other: TreeEdit
  ) throws {
    let pair = Pair(whole: whole.makeID(), alone: alone.makeID())
    try one.insert(Element(id: pair.whole, attributesOf: element), under: parent.whole, at: index)
    try other.insert(Element(id: pair.alone, attributesOf: element), under: parent.alone, at: index)
    visible.append(pair)
  }

  /// Forgets the pairs whose element is not in the whole mirror any more, or may no longer be seen.
  func forgetPairs() {
    visible.removeAll { pair in
      guard let root = whole.tree.read(pair.whole, { $0.application }) else { return true }
      return !Self.isVisible(whole.applications[root]?.name ?? "")
    }
  }

  /// Gives the other mirror what has become visible in the whole one, below an element that is there.
  func reveal(_ id: ElementID, under parent: Pair, at index: Int, _ other: TreeEdit) throws {
    for element in whole.tree.subtree(of: id).compactMap({ whole.tree[$0] }) {
      let pair = Pair(whole: element.id, alone: alone.makeID())
      visible.append(pair)
      let above = element.id == id ? parent.alone : element.parent.flatMap(alone(_:))
      guard let above else { continue }
      try other.insert(
        Element(id: pair.alone, attributesOf: translated(element)), under: above,
        at: element.id == id ? index : nil)
    }
  }

  /// Gives the other mirror an application of the whole one.
  func reveal(application root: ElementID, _ other: TreeEdit) throws {
    guard let application = whole.applications[root], let element = whole.tree[root] else { return }
    let pair = Pair(whole: root, alone: alone.makeID())
    visible.append(pair)
    try other.addApplication(
      application.renamed(as: pair.alone),
      root: Element(id: pair.alone, attributesOf: translated(element)))
    for child in element.children {
      try reveal(child, under: pair, at: .max, other)
    }
  }

  /// Gives the other mirror the relations to what has become visible.
  func relate(to revealed: Set<ElementID>, _ other: TreeEdit) throws {
    for pair in visible {
      let relations = whole.tree[pair.whole]?.relations ?? []
      guard relations.contains(where: { !revealed.isDisjoint(with: $0.targets) }) else { continue }
      let known = relations.compactMap { relation in
        let targets = relation.targets.compactMap(alone(_:))
        return targets.isEmpty ? nil : Relation(relation.kind, targets)
      }
      try other.update(pair.alone) { $0.relations = known }
    }
  }

  /// Returns an element without relations, which are the only attribute that names others.
  private func translated(_ element: Element) -> Element {
    var element = element
    element.relations = []
    return element
  }
}
