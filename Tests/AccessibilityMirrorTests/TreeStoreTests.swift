import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Tree store` {
  @Test func `N2 an edit that ends in the initial state makes no revision`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let button = try mirror.add(.button, "Save", under: window)
    let revision = mirror.store.revision
    try mirror.store.edit { edit in
      try edit.update(button) { $0.label = "Open" }
      try edit.update(button) { $0.label = "Save" }
      try edit.update(button) { $0.hint = "x" }
      try edit.update(button) { $0.hint = nil }
      try edit.reorderChildren(of: window, to: [button])
      try edit.move(button, under: window)
      let passing = Element(id: mirror.store.makeID(), role: .text)
      try edit.insert(passing, under: window)
      try edit.remove(passing.id)
    }
    mirror.store.edit { _ in }
    #expect(mirror.store.revision == revision)
    #expect(mirror.commits.count == Int(revision))
  }

  @Test func `an edit inside an edit joins it`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let revision = mirror.store.revision
    let store = mirror.store
    try store.edit { outer in
      try store.edit { inner in
        #expect(inner === outer)
        try inner.insert(Element(id: store.makeID(), role: .button), under: window)
      }
      #expect(store.revision == revision)
      try outer.insert(Element(id: store.makeID(), role: .button), under: window)
    }
    #expect(store.revision == revision + 1)
    #expect(mirror.commits.last?.added.count == 2)
  }

  @Test func `the changes made before an edit throws are committed`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let revision = mirror.store.revision
    let unknown = ElementID(rawValue: 99)
    #expect(throws: TreeError.unknownElement(unknown)) {
      try mirror.store.edit { edit in
        try edit.update(window) { $0.label = "Changed" }
        try edit.update(unknown) { _ in }
      }
    }
    #expect(mirror.store.revision == revision + 1)
    #expect(mirror.commits.last?.changed == [window])
    try mirror.store.edit { try $0.update(window) { $0.label = "Again" } }
    #expect(mirror.store.revision == revision + 2)
  }

  @Test func `an observer may edit; all observers see all commits in order`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let store = mirror.store
    var seen: [Revision] = []
    let editing = store.observe { commit in
      guard commit.revision < 6 else { return }
      try? store.edit { try $0.update(window) { $0.label = "\(commit.revision)" } }
    }
    let listening = store.observe { seen.append($0.revision) }
    try store.edit { try $0.update(window) { $0.label = "go" } }
    #expect(store.revision == 6)
    #expect(seen == [2, 3, 4, 5, 6])
    #expect(mirror.commits.map(\.revision) == Array(1...6))
    editing.cancel()
    listening.cancel()
    try store.edit { try $0.update(window) { $0.label = "last" } }
    #expect(seen.last == 6)
  }

  @Test func `an observer may cancel itself and others`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    var calls = 0
    var second: Observation?
    let first = mirror.store.observe { _ in second?.cancel() }
    second = mirror.store.observe { _ in calls += 1 }
    try mirror.store.edit { try $0.update(window) { $0.label = "x" } }
    #expect(calls == 0)
    first.cancel()
  }

  @Test func `ids are never reused, and are known as stale after their element is removed`() throws
  {
    let mirror = MirrorFixture()
    let (root, window) = try mirror.application()
    let button = try mirror.add(.button, under: window)
    #expect(!mirror.store.isStale(button))
    try mirror.store.edit { try $0.remove(window) }
    #expect(mirror.store.isStale(button) && mirror.store.isStale(window))
    #expect(!mirror.store.isStale(root))
    let next = mirror.store.makeID()
    #expect(next > button)
    #expect(!mirror.store.isStale(ElementID(rawValue: next.rawValue + 1)), "never given out")
    #expect(!mirror.store.isStale(ElementID(rawValue: 0)))
  }

  @Test func `an edit's body may read the store and cannot break the links`() throws {
    let mirror = MirrorFixture()
    let (root, window) = try mirror.application()
    let button = try mirror.add(.button, "Save", under: window)
    let store = mirror.store
    try store.edit { edit in
      try edit.update(window) { $0 = Element(id: button, role: .dialog, label: "Other") }
      try edit.update(button) { $0.label = store.tree[window]?.label }
      edit.updateApplication(root) { $0.name = store.applications[root]?.source ?? "" }
    }
    let element = try #require(store.tree[window])
    #expect(element.role == .dialog && element.id == window)
    #expect(element.parent == root && element.children == [button])
    #expect(element.application == root)
    #expect(store.tree[button]?.label == "Other")
    #expect(store.applications[root]?.name == "test")
  }

  @Test func `removing the root removes the application, which is reported as gone`() throws {
    for direct in [true, false] {
      let mirror = MirrorFixture()
      let (root, window) = try mirror.application()
      try mirror.store.edit { edit in
        if direct { try edit.remove(root) } else { edit.removeApplication(root) }
      }
      #expect(mirror.store.applications.isEmpty && mirror.store.tree.isEmpty)
      let commit = try #require(mirror.commits.last)
      #expect(Set(commit.removed) == [root, window])
      #expect(commit.applications == [root])
      guard case .applicationChanged(let gone)? = commit.notifications.first else {
        Issue.record("nobody is told that the application is gone")
        continue
      }
      #expect(gone.root == root && gone.health == .gone)
    }
  }

  @Test func `a change of health is a change, and the time of the last answer is not`() throws {
    let mirror = MirrorFixture()
    let (root, _) = try mirror.application()
    let revision = mirror.store.revision
    mirror.store.edit { $0.updateApplication(root) { $0.lastHeard = 12345 } }
    #expect(mirror.store.revision == revision)
    #expect(mirror.store.applications[root]?.lastHeard == 12345)
    mirror.store.edit { $0.updateApplication(root) { $0.health = .notResponding } }
    #expect(mirror.store.revision == revision + 1)
    #expect(mirror.commits.last?.notifications.map(\.kind) == [.application])
    #expect(mirror.commits.last?.changed.isEmpty == true)
  }

  @Test func `invalid edits are refused and change nothing`() throws {
    let mirror = MirrorFixture()
    let (root, window) = try mirror.application()
    let button = try mirror.add(.button, under: window)
    let unknown = ElementID(rawValue: 99)
    let revision = mirror.store.revision
    mirror.store.edit { edit in
      #expect(throws: TreeError.duplicateElement(button)) {
        try edit.insert(Element(id: button, role: .text), under: root)
      }
      #expect(throws: TreeError.unknownElement(unknown)) {
        try edit.insert(Element(id: mirror.store.makeID(), role: .text), under: unknown)
      }
      #expect(throws: TreeError.cycle(window)) { try edit.move(window, under: button) }
      #expect(throws: TreeError.notAPermutation(of: window)) {
        try edit.reorderChildren(of: window, to: [button, button])
      }
      #expect(throws: TreeError.unknownElement(unknown)) { try edit.remove(unknown) }
      #expect(throws: TreeError.unknownElement(window)) {
        try edit.addApplication(
          Application(root: window, name: "", source: ""), root: Element(id: root, role: .text))
      }
    }
    #expect(mirror.store.revision == revision)
  }

  @Test func `a move between applications names both of them`() throws {
    let mirror = MirrorFixture()
    let (first, window) = try mirror.application("A")
    let (second, other) = try mirror.application("B")
    let group = try mirror.add(.group, under: window)
    let text = try mirror.add(.text, "inside", under: group)
    try mirror.store.edit { try $0.move(group, under: other) }
    #expect(mirror.store.tree[text]?.application == second)
    let commit = try #require(mirror.commits.last)
    #expect(commit.applications == [first, second])
    #expect(Set(commit.changed) == [window, other, group, text])
  }
}
