import AccessibilityMirror
import AccessibilityQueries
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTransport
import Testing

@testable import BridgeServer

/// The elements that a subscription's filter covers are those that Find returns, after any changes.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct SubscriptionFilterTests {
  static let selectors = [
    "button", "button[label=a]", "*:not([value])", ":is(button, list):focused", "*:empty",
    "button:first", "list > button:nth(2)", "*:nth(3), *:nth(-1), list:first",
    "list:has(> button)", "*:has(button:focused)", "list button", "button + list", "button ~ *",
    "*:within(list)", "*:nth-child(2)", "*:root", "*:only-child", ":focus-within",
    "*[application=Other]", "button[toolkit=GTK]", "*[pid=7] button", "*[source=fake]",
    ":visible", "application[name=App]",
  ]

  private func world() throws -> World {
    World(
      try EventLoop(), ServerConfiguration(version: "test"), .standard, epoch: 1)
  }

  private func found(
    _ text: String, scopes: Set<ElementID> = [], in store: TreeStore
  ) throws -> Set<ElementID> {
    let selector = try Selector(parsing: text)
    let all: [ElementID?] = scopes.isEmpty ? [nil] : scopes.map { $0 }
    var ids: Set<ElementID> = []
    for scope in all {
      ids.formUnion(
        selector.find(in: store.tree, applications: store.applications, scope: scope).ids)
    }
    return ids
  }

  /// Collects commits for later use.
  private final class Commits {
    var list: [Commit] = []
    private let ledger = MemoryLedger(limit: .max) { 0 }
    func take() -> [SharedCommit] {
      defer { list = [] }
      return list.map { SharedCommit($0, ledger) }
    }
  }

  @Test(arguments: selectors, [false, true])
  func `The members of a filter are the elements that Find returns, after any edits`(
    text: String, isScoped: Bool
  ) throws {
    let world = try world()
    let (root, window) = try world.addApplication()
    let other = try world.addApplication("Other")
    let scope = try world.add(.list, "scope", under: window)
    let filter = SubscriptionFilter(
      kinds: .all, scopes: isScoped ? [scope, other.window] : [], selectorText: text)
    var state = try FilterState(
      filter, selector: Selector(parsing: text), store: world.store)
    let commits = Commits()
    let observation = world.store.observe { commits.list.append($0) }
    defer { observation.cancel() }
    var edits = RandomEdits(seed: UInt64(text.utf8.count))
    edits.fixed = [window, scope, other.window]
    for round in 0..<120 {
      // One commit, or several merged ones.
      for _ in 0...(round % 3) { try edits.batch(on: world) }
      if round % 20 == 7 {
        world.store.edit {
          $0.updateApplication(root) {
            $0.toolkit = round % 40 == 7 ? "GTK" : ""
            $0.processID = round % 40 == 7 ? 7 : 8
          }
        }
      }
      let before = state.members
      let joined = commits.take()
      let told = try state.apply(joined, store: world.store).map(\.commit)
      let now = try found(text, scopes: filter.scopes, in: world.store)
      #expect(state.members == now, "\(text) in round \(round)")
      let changed = Set(told.flatMap(\.changed))
      let removed = Set(told.flatMap(\.removed))
      let left = Set(told.flatMap(\.left))
      // Elements that matched before or match now, and changed, are reported once.
      #expect(changed.isDisjoint(with: removed))
      #expect(changed.isSuperset(of: now.subtracting(before)))
      #expect(changed.isSubset(of: before.union(now)))
      // Elements that stopped matching are reported as removed or as left.
      #expect(removed.union(left) == before.subtracting(now))
      #expect(removed.isDisjoint(with: left))
      #expect(left.allSatisfy(world.store.tree.contains))
      #expect(!removed.contains(where: world.store.tree.contains))
      #expect(changed.count == told.reduce(0) { $0 + $1.changed.count }, "nothing twice")
    }
  }

  @Test func `The members of a scope are the elements below it`() throws {
    let world = try world()
    let window = try world.addApplication().window
    let scope = try world.add(.list, "scope", under: window)
    var state = try FilterState(
      SubscriptionFilter(kinds: .all, scopes: [scope], selectorText: ""), selector: nil,
      store: world.store)
    let commits = Commits()
    let observation = world.store.observe { commits.list.append($0) }
    defer { observation.cancel() }
    var edits = RandomEdits(seed: 5)
    edits.fixed = [window, scope]
    for round in 0..<300 {
      for _ in 0...(round % 3) { try edits.batch(on: world) }
      let told = try state.apply(commits.take(), store: world.store).map(\.commit)
      #expect(state.members == Set(world.store.tree.subtree(of: scope)))
      let changed = told.flatMap(\.changed)
      #expect(Set(changed).count == changed.count, "nothing twice")
      let left = told.flatMap(\.left)
      #expect(Set(left).isDisjoint(with: state.members), "what left is not there")
    }
  }

  @Test func `Filters on properties of the application match`() async throws {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      let (root, window) = try world.addApplication()
      world.store.edit {
        $0.updateApplication(root) {
          $0.toolkit = "GTK"
          $0.processID = 4711
        }
      }
      return try world.add(.button, "Save", under: window)
    }
    for selector in ["button[toolkit=GTK]", "button[source=fake]", "button[pid=4711]"] {
      let client = try await server.client()
      var found: [ElementID] = []
      for try await response in client.stream(
        SubscribeRequest(selector: selector, snapshotFirst: true))
      {
        guard case .snapshot(let snapshot) = response.event else { continue }
        found = snapshot.elements.map(\.id)
        break
      }
      #expect(found == [id], "\(selector)")
    }
  }

  @Test func `A selector that takes too many steps is refused with the number of steps`()
    async throws
  {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<20_000 { try world.add(.button, "Button \(number)", under: window) }
    }
    let client = try await server.client()
    let nths = (1...60).map { "*:nth(\($0))" }.joined(separator: ", ")
    let status = try await status(
      of: await {
        for try await _ in client.stream(SubscribeRequest(selector: nths)) { break }
      }())
    #expect(status?.reason == .limit)
    #expect(status?.detail?.limit == UInt64(WorkBudget.standard.steps))
    #expect(status?.message.contains("\(WorkBudget.standard.steps)") == true)
    // The call left no subscription behind.
    #expect(try await client.call(GetServerInfoRequest()).subscriptionCount == 0)
  }

  @Test func `A group that fell behind receives merged updates that lead to the same tree`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    let request = SubscribeRequest(selector: "*:nth(2), button:first", snapshotFirst: true)
    var replica = Replica()
    replica.isTree = false
    var edits = RandomEdits(seed: 21)
    edits.fixed = [window]
    var target: Revision?
    for try await response in client.stream(request) {
      try replica.take(response)
      if target == nil, replica.isWhole {
        let made = try await server.run { [edits] world in
          var edits = edits
          // All in one turn: more than the server filters at once.
          for _ in 0..<300 { try edits.batch(on: world) }
          let first = try world.add(.button, "last", under: window)
          return (
            try world.store.edit { try $0.move(first, under: window, at: 0) }, world.store.revision
          )
        }
        target = made.1
      }
      if let target, replica.revision >= target { break }
    }
    #expect(replica.updates < 100, "joined: \(replica.updates)")
    let expected = try await server.run { world in
      try Selector(parsing: "*:nth(2), button:first").find(in: world.store.tree).ids
        .compactMap { world.store.tree[$0] }
    }
    #expect(replica.elements == Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) }))
  }

  /// Returns the updates of a subscriber up to a revision.
  private func told(
    _ client: BridgeClient, _ request: SubscribeRequest, until revision: Revision,
    act: () async throws -> Void = {}
  ) async throws -> [TreeUpdate] {
    var updates: [TreeUpdate] = []
    for try await response in client.stream(request) {
      if case .subscribed = response.event { try await act() }
      guard case .update(let update) = response.event else { continue }
      updates.append(update)
      if update.revision >= revision { break }
    }
    return updates
  }

  @Test func `An element that stops matching is sent with its notification, and left, not removed`()
    async throws
  {
    let server = try await TestServer.start()
    let (box, gone, other, before) = try await server.run { world in
      let window = try world.addApplication().window
      func add(_ role: Role, _ label: String) throws -> ElementID {
        try world.add(role, label, under: window) {
          $0.states = [.enabled, .checkable, .checked, .focused]
        }
      }
      let box = try add(.checkBox, "Box")
      let gone = try add(.checkBox, "Gone")
      return (box, gone, try add(.switch, "Other"), world.store.revision)
    }
    let client = try await server.client()
    func change() async throws {
      try await server.run { world in
        try world.store.edit { edit in
          for id in [box, other] {
            try edit.update(id) { $0.states.subtract([.checked, .focused]) }
          }
          _ = try edit.remove(gone)
          edit.post(.focusMoved(from: box, to: other))
        }
      }
    }
    let selector = "checkbox:checked"
    let live = try await told(
      client, SubscribeRequest(selector: selector), until: before + 1, act: change)
    let resumed = try await told(
      client, SubscribeRequest(selector: selector, since: before, epoch: 7), until: before + 1)
    for updates in [live, resumed] {
      #expect(updates.flatMap(\.removed) == [gone])
      #expect(updates.flatMap(\.leftScope) == [box])
      let notifications = updates.flatMap(\.notifications).map(\.notification)
      #expect(notifications.contains(.valueChanged(element: box, old: "1", new: "0")))
      #expect(notifications.contains(.focusMoved(from: box, to: other)))
      #expect(!notifications.contains(.valueChanged(element: other, old: "1", new: "0")))
    }
    #expect(live.flatMap(\.changed).map(\.id) == [box], "as it is, one last time")
  }

  @Test func `An element that is moved out of the scope is left, not removed`() async throws {
    let server = try await TestServer.start()
    let (list, button, other, before) = try await server.run { world in
      let window = try world.addApplication().window
      let list = try world.add(.list, "List", under: window)
      let button = try world.add(.button, "Button", under: list)
      return (list, button, try world.add(.list, "Other", under: window), world.store.revision)
    }
    let client = try await server.client()
    let live = try await told(client, SubscribeRequest(scopes: [list]), until: before + 1) {
      try await server.run { world in try world.store.edit { try $0.move(button, under: other) } }
    }
    let resumed = try await told(
      client, SubscribeRequest(scopes: [list], since: before, epoch: 7), until: before + 1)
    for updates in [live, resumed] {
      #expect(updates.flatMap(\.removed).isEmpty)
      #expect(updates.flatMap(\.leftScope).contains(button))
    }
  }
}
