import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `The law of deltas` {
  private struct Moment {
    var elements: [ElementID: Element]
    var roots: [ElementID]
    var readingOrder: [Element]
    var replica: Tree
  }

  private func replica(of elements: [Element]) throws -> Tree {
    var tree = Tree()
    try tree.apply(Delta(from: 0, to: 0, changed: elements, removed: []))
    return tree
  }

  private func moment(_ store: TreeStore) throws -> Moment {
    let snapshot = store.snapshot()
    return Moment(
      elements: Dictionary(uniqueKeysWithValues: snapshot.map { ($0.id, $0) }),
      roots: store.tree.roots, readingOrder: snapshot, replica: try replica(of: snapshot))
  }

  private func expect(_ tree: Tree, equals moment: Moment, _ comment: Comment) {
    #expect(tree.count == moment.elements.count, comment)
    #expect(tree.roots == moment.roots, comment)
    let read = tree.subtree(of: tree.roots).compactMap { tree[$0] }
    #expect(read == moment.readingOrder, comment)
    for role in Set(moment.readingOrder.map(\.role)) {
      let expected = Set(moment.readingOrder.filter { $0.role == role }.map(\.id))
      var found: Set<ElementID> = []
      tree.scan {
        if $0.role == role { found.insert($0.id) }
        return true
      }
      #expect(found == expected, comment)
    }
  }

  @Test(arguments: 1...30)
  func `snapshot(a) + delta(a…b) = snapshot(b) for every pair`(seed: UInt64) throws {
    let store = TreeStore(epoch: 1) { 0 }
    var edits = RandomEdits(seed: seed)
    var moments = [try moment(store)]
    while moments.count < 25 {
      let revision = store.revision
      try edits.batch(on: store)
      if store.revision > revision { moments.append(try moment(store)) }
    }
    #expect(store.revision == 24)
    for from in moments.indices {
      let delta = try #require(store.delta(since: Revision(from)))
      #expect(delta.to == store.revision)
      #expect(Set(delta.changed.map(\.id)).count == delta.changed.count)
      #expect(Set(delta.changed.map(\.id)).isDisjoint(with: delta.removed))
      var tree = moments[from].replica
      try tree.apply(delta)
      expect(tree, equals: moments[24], "seed \(seed), from \(from)")
    }
  }

  @Test(arguments: 31...45)
  func `deltas applied in sequence reproduce every revision`(seed: UInt64) throws {
    let store = TreeStore(epoch: 1) { 0 }
    var edits = RandomEdits(seed: seed)
    var copies: [(revision: Revision, tree: Tree)] = [(0, Tree())]
    for _ in 0..<40 {
      try edits.batch(on: store)
      let now = try moment(store)
      for index in copies.indices {
        // Each copy is updated at different times.
        guard (store.revision + UInt64(index)) % UInt64(index + 1) == 0 else { continue }
        let delta = try #require(store.delta(since: copies[index].revision))
        try copies[index].tree.apply(delta)
        copies[index].revision = delta.to
        expect(copies[index].tree, equals: now, "seed \(seed), copy \(index)")
      }
      if copies.count < 6 { copies.append((store.revision, now.replica)) }
    }
  }

  @Test(arguments: 46...60)
  func `the links of the tree stay consistent`(seed: UInt64) throws {
    let store = TreeStore(epoch: 1) { 0 }
    var edits = RandomEdits(seed: seed)
    for _ in 0..<60 { try edits.batch(on: store) }
    let snapshot = store.snapshot()
    #expect(snapshot.count == store.tree.count, "every element is reached from a root")
    for element in snapshot {
      for child in element.children { #expect(store.tree[child]?.parent == element.id) }
      let root = store.tree.ancestors(of: element.id).last ?? element.id
      #expect(element.application == root)
      #expect(store.applications[root] != nil)
    }
    #expect(Set(store.applications.keys) == Set(store.tree.roots))
  }

  @Test func `an element that was added, removed and added again is reported once`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let button = try mirror.add(.button, "old", under: window)
    let revision = mirror.store.revision
    let again = Element(id: button, role: .button, label: "new")
    let fresh = Element(id: mirror.store.makeID(), role: .button, label: "fresh")
    for _ in 0..<2 {
      try mirror.store.edit { try $0.remove(button) }
      try mirror.store.edit { try $0.insert(again, under: window) }
      try mirror.store.edit { try $0.insert(fresh, under: window) }
      try mirror.store.edit { try $0.remove(fresh.id) }
    }
    let delta = try #require(mirror.store.delta(since: revision))
    #expect(Set(delta.changed.map(\.id)) == [window, button])
    #expect(delta.changed.count == 2 && delta.removed.isEmpty)
  }
}
