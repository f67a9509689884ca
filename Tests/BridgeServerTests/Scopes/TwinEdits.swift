import AccessibilityMirror
import AccessibilityTree

/// Chooses at random what is changed in twins.
struct TwinEdits {
  private var random: Seeded
  private var count = 0
  /// Whether the step is the first one of a batch.
  var isFirst = true
  /// Whether applications get names by which they become visible, or no longer are.
  let renames: Bool

  init(seed: UInt64, renames: Bool) {
    random = Seeded(seed)
    self.renames = renames
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func step(_ twins: Twins, _ one: TreeEdit, _ other: TreeEdit) throws {
    count += 1
    let kind = number(0...99)
    // What becomes visible, or no longer is, does so at the beginning of a commit: one that goes and comes back within
    // it is the same element in one mirror, and another in its twin.
    if !isFirst, (8..<14).contains(kind) || (16..<22).contains(kind) { return }
    switch kind {
    case 0..<4: try addApplication("Visible \(count)", twins, one, other)
    case 4..<8: try addApplication("Secret \(count)", twins, one, other)
    case 8..<12: if renames { try rename(twins, one, other) }
    case 12..<14: try removeApplication(twins, one, other)
    case 14..<16: try changeApplication(twins, one, other)
    case 16..<22: try moveAcross(twins, one, other)
    case 22..<60: try changeVisible(twins, one, other)
    default: try changeHidden(twins, one)
    }
  }

  // MARK: Applications

  private mutating func addApplication(
    _ name: String, _ twins: Twins, _ one: TreeEdit, _ other: TreeEdit
  ) throws {
    guard twins.whole.applications.count < 8 else { return }
    let root = twins.whole.makeID()
    var application = Application(root: root, name: name, source: "fake")
    application.load = number(0...3) == 0 ? .loading : .complete
    try one.addApplication(application, root: Element(id: root, role: .application, label: name))
    let window = twins.whole.makeID()
    try one.insert(Element(id: window, role: .window, label: "window \(count)"), under: root)
    if Twins.isVisible(name) { try twins.reveal(application: root, other) }
  }

  /// Lets an application be seen from now on, or no longer.
  private mutating func rename(_ twins: Twins, _ one: TreeEdit, _ other: TreeEdit) throws {
    guard let root = application(twins) else { return }
    let wasVisible = twins.alone(root)
    let name = (wasVisible == nil ? "Visible" : "Secret") + " \(count)"
    // Relations would name what the twin does not know by the same id.
    for id in one.tree.subtree(of: root) { try one.update(id) { $0.relations = [] } }
    for pair in twins.visible where wasVisible != nil && one.tree[pair.whole]?.application == root {
      try other.update(pair.alone) { $0.relations = [] }
    }
    one.updateApplication(root) { $0.name = name }
    if let wasVisible {
      twins.forgetPairs()
      other.removeApplication(wasVisible)
    } else {
      try twins.reveal(application: root, other)
      try twins.relate(to: Set(one.tree.subtree(of: root)), other)
    }
  }

  private mutating func removeApplication(
    _ twins: Twins, _ one: TreeEdit, _ other: TreeEdit
  ) throws {
    guard let root = application(twins) else { return }
    let alone = twins.alone(root)
    one.removeApplication(root)
    twins.forgetPairs()
    if let alone { other.removeApplication(alone) }
  }

  private mutating func changeApplication(
    _ twins: Twins, _ one: TreeEdit, _ other: TreeEdit
  ) throws {
    guard let root = application(twins) else { return }
    let health = Health.allCases.filter { $0 != .gone }.randomElement(using: &random) ?? .slow
    one.updateApplication(root) { ($0.health, $0.load) = (health, .complete) }
    if let alone = twins.alone(root) {
      other.updateApplication(alone) { ($0.health, $0.load) = (health, .complete) }
    }
  }

  private mutating func application(_ twins: Twins) -> ElementID? {
    twins.whole.applications.keys.sorted().randomElement(using: &random)
  }

  // MARK: Moves between what may be seen and what may not

  private mutating func moveAcross(_ twins: Twins, _ one: TreeEdit, _ other: TreeEdit) throws {
    let isRoot = { (id: ElementID) in one.tree.roots.contains(id) }
    if number(0...1) == 0 {
      guard let id = twins.hidden.filter({ !isRoot($0) }).randomElement(using: &random),
        let parent = twins.visible.randomElement(using: &random)
      else { return }
      let moved = one.tree.subtree(of: id)
      for id in moved { try one.update(id) { $0.relations = [] } }
      let index = number(0...3)
      try one.move(id, under: parent.whole, at: index)
      try twins.reveal(id, under: parent, at: index, other)
      try twins.relate(to: Set(moved), other)
    } else {
      let candidates = twins.visible.filter { !isRoot($0.whole) }
      guard let pair = candidates.randomElement(using: &random),
        let parent = twins.hidden.randomElement(using: &random)
      else { return }
      try one.move(pair.whole, under: parent)
      twins.forgetPairs()
      try other.remove(pair.alone)
    }
  }

  // MARK: Elements that may be seen

  private mutating func changeVisible(_ twins: Twins, _ one: TreeEdit, _ other: TreeEdit) throws {
    guard let pair = twins.visible.randomElement(using: &random) else { return }
    let isRoot = one.tree.roots.contains(pair.whole)
    switch number(0...9) {
    case 0..<3:
      try twins.insert(
        randomElement(), under: pair, at: number(0...4), one, other)
    case 3:
      guard !isRoot else { return }
      try one.remove(pair.whole)
      try other.remove(pair.alone)
      twins.forgetPairs()
    case 4:
      guard let parent = twins.visible.randomElement(using: &random), !isRoot,
        parent != pair, !one.tree.isAncestor(pair.whole, of: parent.whole)
      else { return }
      let index = number(0...4)
      try one.move(pair.whole, under: parent.whole, at: index)
      try other.move(pair.alone, under: parent.alone, at: index)
    case 5:
      let order = (one.tree[pair.whole]?.children ?? []).shuffled(using: &random)
      try one.reorderChildren(of: pair.whole, to: order)
      try other.reorderChildren(of: pair.alone, to: order.compactMap(twins.alone(_:)))
    case 6: post(pair, twins, one, other)
    case 7: try relate(pair, twins, one, other)
    default:
      let change = randomChange()
      if number(0...3) == 0 {
        twins.whole.willDiscoverValue(of: pair.whole)
        twins.alone.willDiscoverValue(of: pair.alone)
      }
      try one.update(pair.whole, change)
      try other.update(pair.alone, change)
    }
  }

  private mutating func post(_ pair: Twins.Pair, _ twins: Twins, _ one: TreeEdit, _ other: TreeEdit)
  {
    let next = twins.visible.randomElement(using: &random)
    switch number(0...3) {
    case 0:
      one.post(.announcement(text: "\(count)", priority: .default, element: pair.whole))
      other.post(.announcement(text: "\(count)", priority: .default, element: pair.alone))
    case 1:
      one.post(.focusMoved(from: pair.whole, to: next?.whole))
      other.post(.focusMoved(from: pair.alone, to: next?.alone))
    case 2:
      // Where it goes may not be seen.
      one.post(.layoutChanged(container: pair.whole, focus: twins.hidden.first))
      other.post(.layoutChanged(container: pair.alone, focus: nil))
    default:
      one.post(.screenChanged(root: pair.whole, focus: next?.whole))
      other.post(.screenChanged(root: pair.alone, focus: next?.alone))
    }
  }

  /// Relates an element to another one that may be seen, or to one that may not, which is no relation at all.
  private mutating func relate(
    _ pair: Twins.Pair, _ twins: Twins, _ one: TreeEdit, _ other: TreeEdit
  ) throws {
    if number(0...1) == 0, let target = twins.hidden.randomElement(using: &random) {
      if one.tree[pair.whole]?.relations == [Relation(.flowsTo, [target])] { return }
      try one.update(pair.whole) { $0.relations = [Relation(.flowsTo, [target])] }
      try other.update(pair.alone) { $0.relations = [] }
    } else if let target = twins.visible.randomElement(using: &random) {
      try one.update(pair.whole) { $0.relations = [Relation(.labelledBy, [target.whole])] }
      try other.update(pair.alone) { $0.relations = [Relation(.labelledBy, [target.alone])] }
    }
  }

  // MARK: Elements that may not be seen

  private mutating func changeHidden(_ twins: Twins, _ one: TreeEdit) throws {
    let hidden = twins.hidden
    guard let id = hidden.randomElement(using: &random) else { return }
    let isRoot = one.tree.roots.contains(id)
    switch number(0...9) {
    case 0..<3:
      let new = Element(id: twins.whole.makeID(), attributesOf: randomElement())
      try one.insert(new, under: id, at: number(0...4))
    case 3: if !isRoot { try one.remove(id) }
    case 4:
      if let parent = hidden.randomElement(using: &random), !isRoot, parent != id,
        !one.tree.isAncestor(id, of: parent)
      {
        try one.move(id, under: parent)
      }
    case 5:
      one.post(.announcement(text: "secret \(count)", priority: .high, element: id))
      one.post(.announcement(text: "nobody's \(count)", priority: .high, element: nil))
    case 6:
      // The focus goes from what may be seen to what may not.
      one.post(.focusMoved(from: twins.visible.first?.whole, to: id))
    default: try one.update(id, randomChange())
    }
  }

  // MARK: Attributes

  private mutating func randomElement() -> Element {
    let roles: [Role] = [.button, .list, .textField, .alert, .status, .dialog]
    var element = Element(
      id: ElementID(rawValue: 1), role: roles.randomElement(using: &random) ?? .button)
    element.label = "\(["Save", "Open", "Grüße"].randomElement(using: &random) ?? "") \(count)"
    element.states = [.enabled, .visible, .showing]
    element.frame = Frame(
      rect: Rect(x: Double(number(0...3)), y: 0, width: 10, height: 10), space: .screen)
    element.actions = [Action(.press)]
    return element
  }

  private mutating func randomChange() -> (inout Element) -> Void {
    let (kind, number, count) = (number(0...7), Double(number(0...3)), count)
    return { element in
      switch kind {
      case 0: element.label = "label \(count)"
      case 1, 2: element.value = "value \(count)"
      case 3: element.states.formSymmetricDifference(.focused)
      case 4:
        element.frame = Frame(rect: Rect(x: number, y: number, width: 9, height: 9), space: .screen)
      case 5: element.states.formSymmetricDifference(.active)
      case 6: element.liveRegion = number > 1 ? .polite : nil
      default: element.hint = "hint \(count)"
      }
    }
  }
}
