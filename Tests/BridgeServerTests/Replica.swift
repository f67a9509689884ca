import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol

/// A copy of a tree, as a client builds it from a subscription.
struct Replica {
  var tree = Tree()
  /// Elements by id, for subscriptions whose elements do not form a tree.
  var elements: [ElementID: Element] = [:]
  var isTree = true
  var epoch: UInt64 = 0
  var revision: Revision = 0
  var notifications: [RevisedNotification] = []
  var dropped = 0
  var updates = 0
  var parts = 0
  var sawSnapshotRequired = false
  var isWhole = false
  private var assembler = UpdateAssembler()

  mutating func take(_ response: SubscribeResponse) throws {
    if case .update(let part) = response.event {
      parts += 1
      guard part.fromRevision == revision else {
        throw Gap(expected: revision, found: part.fromRevision)
      }
    }
    switch try assembler.take(response)?.event {
    case nil: break
    case .subscribed(let epoch, let revision):
      self.epoch = epoch
      self.revision = revision
    case .snapshotRequired: sawSnapshotRequired = true
    case .snapshot(let snapshot):
      tree = Tree()
      elements = [:]
      try apply(changed: snapshot.elements, removed: [], left: [], to: snapshot.revision)
      isWhole = true
    case .update(let update):
      notifications += update.notifications
      dropped += update.droppedNotifications
      updates += 1
      try apply(
        changed: update.changed, removed: update.removed, left: update.leftScope,
        to: update.revision)
    }
  }

  private mutating func apply(
    changed: [Element], removed: [ElementID], left: [ElementID], to revision: Revision
  ) throws {
    for id in removed { elements[id] = nil }
    for element in changed { elements[element.id] = element }
    for id in left { elements[id] = nil }
    if isTree {
      try tree.apply(
        Delta(
          from: self.revision, to: revision, changed: changed.filter { !left.contains($0.id) },
          removed: removed + left))
    }
    self.revision = revision
  }

  struct Gap: Error {
    let expected: Revision
    let found: Revision
  }

  var bytes: [ElementID: [UInt8]] {
    isTree ? encodings(tree, tree.roots) : elements.mapValues { EncodedElement($0).bytes }
  }
}

/// Returns the encodings of some elements and all their descendants, by id.
func encodings(_ tree: Tree, _ scope: [ElementID]) -> [ElementID: [UInt8]] {
  var result: [ElementID: [UInt8]] = [:]
  for id in tree.subtree(of: scope) {
    if let element = tree[id] { result[id] = EncodedElement(element).bytes }
  }
  return result
}

/// Random numbers that are the same for the same seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Edits a store at random: insertions, removals, moves, reorders, changes, announcements.
struct RandomEdits {
  private var random: Seeded
  private var announced = 0
  /// Elements that are not moved or removed.
  var fixed: Set<ElementID> = []
  /// Whether no announcements are made.
  var isQuiet = false

  init(seed: UInt64) { random = Seeded(seed) }

  mutating func batch(on world: World) throws {
    try world.store.edit { edit in
      for _ in 0..<Int.random(in: 1...6, using: &random) { try step(edit, world.store) }
    }
  }

  private mutating func step(_ edit: TreeEdit, _ store: TreeStore) throws {
    let all = edit.tree.subtree(of: edit.tree.roots)
    guard let id = all.randomElement(using: &random) else { return }
    let isFixed = edit.tree.roots.contains(id) || fixed.contains(id)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30:
      var element = Element(id: store.makeID(), role: Bool.random(using: &random) ? .button : .list)
      element.label = text()
      try edit.insert(element, under: id, at: Int.random(in: 0...4, using: &random))
    case 30..<48:
      let below = Set(edit.tree.subtree(of: [id]))
      if !isFixed, below.isDisjoint(with: fixed), below.count < 40 { try edit.remove(id) }
    case 48..<64:
      let parent = all.randomElement(using: &random) ?? id
      if !isFixed, id != parent, !edit.tree.isAncestor(id, of: parent) {
        try edit.move(id, under: parent, at: Int.random(in: 0...4, using: &random))
      }
    case 64..<72:
      let children = edit.tree[id]?.children ?? []
      try edit.reorderChildren(of: id, to: children.shuffled(using: &random))
    case 72..<76:
      guard !isQuiet else { return }
      announced += 1
      edit.post(.announcement(text: "\(announced)", priority: .high, element: id))
    default:
      let (label, flag) = (text(), Bool.random(using: &random))
      try edit.update(id) {
        if flag { $0.label = label } else { $0.value = label }
        $0.states.formSymmetricDifference(.focused)
      }
    }
  }

  private mutating func text() -> String? {
    ["a", "b", nil, "", "Grüße"].randomElement(using: &random) ?? nil
  }
}
