import AccessibilityMirror
import AccessibilityTree
import BridgePolicy
import BridgeServer
import Testing

/// A part of a mirror is what it would be if nothing else were there.
@Suite(.timeLimit(.minutes(3)))
struct `Scoped mirrors` {
  private static let filter = ApplicationFilter([.init(names: [NamePattern("Visible*")!])])

  /// A clock that a test turns.
  private final class Clock {
    var time: UInt64 = 0
  }

  private func mirror(of store: TreeStore) -> ScopedMirror {
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
      let commits = (one.store.commits(since: 0), other.store.commits(since: 0))
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
