import AccessibilityMirror
import AccessibilityTree
import BridgePolicy
import BridgeServer
import Testing

/// A part of a mirror is what it would be if nothing else were there.
@Suite(.timeLimit(.minutes(10)))
struct `Scoped mirrors` {
  private static let filter = ApplicationFilter([.init(names: [NamePattern("Visible*")!])])

  /// A clock that a test turns.
  private final class Clock {
    var time: UInt64 = 0
  }

  private func mirror(of store: TreeStore) -> ScopedMirror {
    let mirror = unloadedMirror(of: store)
    while mirror.load(until: { false }) {}
    return mirror
  }

  private func unloadedMirror(of store: TreeStore) -> ScopedMirror {
    ScopedMirror(of: store, [], filter: Self.filter, epoch: 5, idBase: 100_000_000_000)
  }

  /// Edits twins, and calls `body` with both parts after each batch.
  private func follow(
    seed: UInt64, batches: Int, late: Int = 0,
    _ body: (Twins, ScopedMirror, ScopedMirror) throws -> Void
  ) throws {
    let clock = Clock()
    let twins = Twins(
      seed: seed,
      whole: TreeStore(epoch: 1, idBase: 500_000_000_000) { clock.time },
      alone: TreeStore(epoch: 2, idBase: 300_000_000_000) { clock.time }, renames: late == 0)
    func batch() throws {
      clock.time += 1_000_000_000
      try twins.batch()
    }
    for _ in 0..<late { try batch() }
    let (one, other) = (mirror(of: twins.whole), mirror(of: twins.alone))
    try body(twins, one, other)
    for _ in 0..<batches {
      try batch()
      try body(twins, one, other)
    }
  }

  @Test(arguments: Array(UInt64(1)...12))
  func `every commit is the same as if hidden applications did not exist`(seed: UInt64) throws {
    var seen = 0
    try follow(seed: seed, batches: 300) { twins, one, other in
      #expect(one.store.revision == other.store.revision)
      // A mirror that begins with a copy has no commit for it.
      let first: Revision = one.store.commits(since: 0) == nil ? 1 : 0
      let commits = (one.store.commits(since: first), other.store.commits(since: first))
      try #require(commits.0?.last == commits.1?.last, "seed \(seed)")
      let isSame = one.store.snapshot() == other.store.snapshot()
      try #require(isSame, "seed \(seed)")
      try #require(one.store.applications == other.store.applications)
      #expect(one.store.focused == other.store.focused)
      seen = max(seen, one.store.tree.count)
    }
    #expect(seen > 20, "the edits let something be seen")
  }

  @Test(arguments: Array(UInt64(21)...26))
  func `a mirror that begins late is the same as one that followed from there`(seed: UInt64) throws
  {
    try follow(seed: seed, batches: 60, late: 200) { twins, one, other in
      let isSame = one.store.snapshot() == other.store.snapshot()
      try #require(isSame)
      #expect(one.store.revision == other.store.revision)
    }
  }

  @Test(arguments: Array(UInt64(31)...36))
  func `a mirror has exactly the applications that its filter allows`(seed: UInt64) throws {
    try follow(seed: seed, batches: 200) { twins, one, _ in
      let tree = twins.whole.tree
      let roots = tree.roots.filter { Self.filter.allows(twins.whole.applications[$0]!) }
      let expected = tree.subtree(of: roots).compactMap { tree[$0] }
      let found = one.store.snapshot()
      // Applications that were shown later come later.
      let shapes = { (elements: [Element]) in
        elements.map { "\($0.role) \($0.label ?? "") \($0.value ?? "") \($0.children.count)" }
          .sorted()
      }
      try #require(shapes(found) == shapes(expected))
      #expect(one.store.applications.values.allSatisfy(Self.filter.allows))
    }
  }

  /// The places of all elements, with what stands there, in an order that does not depend on ids.
  private func places(_ tree: Tree, _ roots: [ElementID]) -> [String] {
    var paths: [ElementID: String] = [:]
    var found: [String] = []
    for id in tree.subtree(of: roots) {
      guard let element = tree[id] else { continue }
      let index = element.parent.flatMap { tree[$0]?.children.firstIndex(of: id) } ?? 0
      let path = (element.parent.flatMap { paths[$0] } ?? "") + "/\(index) \(element.label ?? "")"
      paths[id] = path
      found.append("\(path) \(element.role) \(element.value ?? "") \(element.children.count)")
    }
    return found.sorted()
  }

  @Test func `a mirror that is copied in pieces has what is there at the end`() throws {
    var pieces = 0
    for seed in UInt64(41)...60 { pieces += try copyInPieces(seed: seed) }
    #expect(pieces > 500, "one element at a time")
  }

  /// Edits the whole mirror while a part of it is copied. Returns how many pieces that took.
  private func copyInPieces(seed: UInt64) throws -> Int {
    let twins = Twins(
      seed: seed, whole: TreeStore(epoch: 1, idBase: 500_000_000_000) { 0 },
      alone: TreeStore(epoch: 2, idBase: 300_000_000_000) { 0 })
    for _ in 0..<200 { try twins.batch() }
    let mirror = unloadedMirror(of: twins.whole)
    var pieces = 0
    func expectSame() throws {
      let (whole, part) = (twins.whole, mirror.store)
      let roots = whole.tree.roots.filter { Self.filter.allows(whole.applications[$0]!) }
      try #require(places(part.tree, part.tree.roots) == places(whole.tree, roots), "seed \(seed)")
      #expect(
        Set(part.applications.values.map(\.name)) == Set(roots.map { whole.applications[$0]!.name })
      )
      #expect(part.tree.count == part.tree.subtree(of: part.tree.roots).count)
    }
    while mirror.load(until: { true }) {
      pieces += 1
      if pieces % 3 == 0 { try twins.batch() }
    }
    #expect(mirror.store.revision <= 2)
    try expectSame()
    for _ in 0..<100 {
      try twins.batch()
      try expectSame()
    }
    return pieces
  }

  @Test func `a mirror is empty, and asks for time, until all is copied`() throws {
    let whole = TreeStore(epoch: 1, idBase: 500_000_000_000) { 0 }
    let root = whole.makeID()
    try whole.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "Visible", source: "fake"),
        root: Element(id: root, role: .application, label: "Visible"))
      for number in 0..<999 {
        try edit.insert(
          Element(id: whole.makeID(), role: .button, label: "\(number)"), under: root)
      }
    }
    let mirror = unloadedMirror(of: whole)
    var (asked, calls) = (0, 0)
    while mirror.load(until: {
      asked += 1
      return asked % 100 == 0
    }) {
      calls += 1
      #expect(mirror.store.tree.isEmpty)
      #expect(mirror.memory > 0)
    }
    #expect(calls == 20, "1,000 elements are named and copied, 100 at a time")
    #expect(mirror.store.tree.count == 1000 && mirror.store.revision == 1)
  }

  @Test(arguments: [false, true])
  func `an application that is hidden takes its last words along`(removes: Bool) throws {
    let whole = TreeStore(epoch: 1, idBase: 500_000_000_000) { 0 }
    let (root, label) = (whole.makeID(), whole.makeID())
    try whole.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "Visible", source: "fake"),
        root: Element(id: root, role: .application, label: "Visible"))
      try edit.insert(Element(id: label, role: .label, label: "public"), under: root)
    }
    let mirror = mirror(of: whole)
    let before = mirror.store.revision
    try whole.edit { edit in
      edit.updateApplication(root) { $0.name = "Secret" }
      for id in [root, label] {
        try edit.update(id) { $0.label = "secret" }
        edit.post(.announcement(text: "secret", priority: .high, element: id))
        edit.post(.valueChanged(element: id, old: "secret", new: "secret"))
      }
      if removes { _ = try edit.remove(label) }
    }
    let heard = try #require(mirror.store.commits(since: before)).flatMap(\.notifications)
    #expect(heard.count == 1, "that it is gone, and nothing else")
    guard case .applicationChanged(let gone) = try #require(heard.first) else {
      Issue.record("\(heard)")
      return
    }
    #expect(gone.name == "Visible" && gone.health == .gone)
    #expect(!"\(heard)".lowercased().contains("secret"))
    #expect(mirror.store.tree.isEmpty)
  }

  @Test func `nothing of an application that is not allowed makes a revision`() throws {
    let whole = TreeStore(epoch: 1, idBase: 500_000_000_000) { 0 }
    let mirror = mirror(of: whole)
    let root = whole.makeID()
    try whole.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "Secret", source: "fake"),
        root: Element(id: root, role: .application, label: "Secret"))
      edit.post(.announcement(text: "secret", priority: .high, element: root))
    }
    #expect(whole.revision == 1 && mirror.store.revision == 0)
    #expect(!mirror.store.isStale(root) && mirror.store.tree.isEmpty && mirror.sources.isEmpty)
  }
}
