import AccessibilityTree
import BridgeTransport
import Testing

@testable import DesktopSource

/// Which object becomes whose child, and which does not.
struct StructureReaderTests {
  private let made: MadeApplication
  private var structure: StructureReader { made.structure }

  init() throws {
    made = try MadeApplication()
    made.root.facts.name = "App"
    made.publisher.touch(made.root, .all)
  }

  /// Creates a window with two panels that have one button each.
  private func build() throws -> (first: MirroredObject, second: MirroredObject) {
    made.announce("first", "second", "a", "b")
    made.list("first", "second", under: made.root)
    let (first, second) = (try #require(made.object("first")), try #require(made.object("second")))
    made.list("a", under: first)
    made.list("b", under: second)
    return (first, second)
  }

  // MARK: Adoption

  @Test func `children are added in the listed order, each once`() throws {
    made.announce("a", "b", "c")
    made.list("c", "a", "c", "b", "a", under: made.root)
    #expect(made.outline == "App(c a b)")
    let ids = made.root.children.map(\.id)
    made.list("a", "b", "c", under: made.root)
    #expect(made.outline == "App(a b c)")
    #expect(Set(made.root.children.map(\.id)) == Set(ids))
    #expect(made.root.children.map(\.rank) == [0, 1, 2])
  }

  @Test func `a new object that is not in the cache is read before it is shown`() throws {
    made.list("a", under: made.root)
    let object = try #require(made.object("a"))
    #expect(made.outline == "App" && object.depth == 1)
    let next = try #require(made.reads.next())
    #expect(next.object === object && next.lane == .high)
    #expect(made.reads.takeProperties(of: object, in: .high) == .basics)
    object.facts.name = "a"
    object.known.formUnion(.basics)
    structure.didReadBasics(object)
    made.settle()
    #expect(made.outline == "App(a)")
  }

  @Test func `an object that is no longer listed is removed, unless another lists it by then`()
    throws
  {
    let (first, second) = try build()
    let (a, b) = (try #require(made.object("a")), try #require(made.object("b")))
    structure.applyChildren(of: first, [])
    structure.applyChildren(of: second, [b.reference, a.reference])
    made.settle()
    #expect(made.outline == "App(first second(b a))")
    structure.applyChildren(of: second, [a.reference])
    made.settle()
    #expect(made.outline == "App(first second(a))")
    #expect(b.stage == .gone && made.object("b") == nil)
  }

  @Test func `an object that another lists moves at once while its parent is being read`()
    throws
  {
    let (first, second) = try build()
    let a = try #require(made.object("a"))
    made.reads.mark(first, .children, .high)
    made.list("a", "b", under: second)
    #expect(made.outline == "App(first second(a b))")
    #expect(a.parent === second && first.children.isEmpty)
  }

  @Test func `an object that another lists stays with its parent until that is read`() throws {
    let (first, second) = try build()
    let a = try #require(made.object("a"))
    made.list("b", "a", under: second)
    #expect(made.outline == "App(first(a) second(b))")
    #expect(a.isParentAsked && made.reads.outstandingChildren == 1 && !structure.isSettled)
    made.list("a", "b", under: second)
    #expect(made.reads.outstandingChildren == 1)
    // The object never answers.
    made.application.peer.queue.close(with: .disconnected)
    made.loop.run { !a.isParentAsked }
    #expect(a.parent === first && structure.isSettled)
  }

  @Test func `what a group contained stays when the group goes`() throws {
    let (first, _) = try build()
    made.announce("c")
    let a = try #require(made.object("a"))
    made.list("c", under: a)
    let (id, inner) = (a.id, try #require(made.object("c")).id)
    made.list("a", "c", "second", under: made.root)
    #expect(made.outline == "App(a(c) second(b))", "the group had both, and its child one")
    made.list("c", "second", under: made.root)
    #expect(made.outline == "App(c second(b))")
    #expect(made.object("c")?.id == inner && first.stage == .gone && id != inner)
  }

  @Test func `what moved within a group goes with it, also to what was not yet shown`() throws {
    let (first, second) = try build()
    made.list("first", under: made.root)
    made.announce("second", "b")
    made.list("second", "new", under: first)
    let (group, new) = (try #require(made.object("second")), try #require(made.object("new")))
    made.list("b", under: group)
    made.reads.mark(group, .children, .high)
    made.list("b", under: new)
    #expect(made.object("b")?.parent === new && new.stage == .fresh && second.stage == .gone)
    made.list(under: made.root)
    #expect(made.outline == "App")
  }

  @Test func `an ancestor is refused as a child, and reported when it is listed again`() throws {
    let (first, _) = try build()
    made.list("a", "root", under: first)
    #expect(!made.application.problems.contains(.ancestors))
    #expect(first.dirty.contains(.children))
    made.list("a", "root", "first", under: first)
    #expect(made.outline == "App(first(a) second(b))")
    #expect(made.application.problems.count(.ancestors) == 2)
    made.list("a", under: first)
    #expect(made.application.problems.count(.ancestors) == 0)
    #expect(!made.application.problems.contains(.ancestors))
  }

  @Test func `an object whose removal has begun is complete again when it is adopted`() throws {
    let (first, second) = try build()
    let a = try #require(made.object("a"))
    made.publisher.detach(first)
    for object in [first, a] { object.hasRemovedChildren = true }
    a.dirty = []
    made.list("b", "first", under: second)
    #expect(first.parent === second && !first.hasRemovedChildren && !a.hasRemovedChildren)
    #expect(first.dirty.contains(.children) && a.dirty.contains(.children))
  }

  // MARK: Limits

  @Test func `objects beyond the depth limit are left out`() throws {
    let made = try MadeApplication { $0.limits.depth = 2 }
    made.announce("a", "b", "c")
    made.list("a", under: made.root)
    made.list("b", under: try #require(made.object("a")))
    made.list("c", under: try #require(made.object("b")))
    #expect(made.outline == "-(a(b))")
    #expect(made.application.problems.contains(.depth))
  }

  @Test func `a subtree that moves deeper loses the objects beyond the depth limit`() throws {
    let made = try MadeApplication { $0.limits.depth = 3 }
    made.announce("a", "b", "c", "x")
    made.list("a", "x", under: made.root)
    made.list("b", under: try #require(made.object("a")))
    made.list("c", under: try #require(made.object("b")))
    made.structure.applyChildren(of: made.root, [made.reference("/x")])
    made.list("a", under: try #require(made.object("x")))
    #expect(made.outline == "-(x(a(b)))")
    #expect(made.application.problems.contains(.depth) && made.object("c") == nil)
  }

  @Test func `the number of objects is limited`() throws {
    let made = try MadeApplication { $0.limits.elements = 3 }
    made.announce("a", "b", "c")
    made.list("a", "b", "c", under: made.root)
    #expect(made.outline == "-(a b)" && made.application.count == 3)
    #expect(made.application.problems.contains(.elements))
  }

  @Test func `a long list is read over several turns, and a newer one replaces it`() throws {
    let list = (0..<20_000).map { made.reference("/\($0)") }
    structure.applyChildren(of: made.root, list)
    // Some children are there at once, all of them when the structure is settled.
    #expect(made.root.pendingChildList != nil && !structure.isSettled)
    let first = made.root.children.count
    #expect(first > 0 && first < list.count)
    made.loop.run { structure.isSettled }
    #expect(made.root.children.count == list.count && made.root.pendingChildList == nil)
    #expect(made.root.hasChildren(list))

    structure.applyChildren(of: made.root, list.reversed())
    structure.applyChildren(of: made.root, [list[7]])
    made.loop.run { structure.isSettled }
    #expect(made.root.hasChildren([list[7]]))
  }

  @Test func `a long list adds each child once, too`() {
    made.announce("a", "b", "c")
    made.list("c", "a", "b", "a", "c", "b", "a", "c", "b", "a", under: made.root)
    #expect(made.outline == "App(c a b)")
  }

  @Test func `a list is read at once on request`() {
    let list = (0..<20_000).map { made.reference("/\($0)") }
    structure.applyChildren(of: made.root, list, atOnce: true)
    #expect(made.root.hasChildren(list) && structure.isSettled)
  }

  // MARK: Other applications

  @Test func `an object belongs to the application of its connection`() throws {
    let thief = MadeApplication(beside: made, name: ":1.2")
    let stolen = made.reference("/a")
    thief.structure.applyChildren(of: thief.root, [stolen])
    #expect(made.context.table[stolen]?.application === thief.application)
    #expect(thief.application.foreignCount == 1)
    made.list("a", under: made.root)
    #expect(made.object("a")?.application === made.application)
    #expect(made.root.children.map(\.path) == ["/a"])
    #expect(thief.root.children.isEmpty && thief.application.foreignCount == 0)
    // From here on, the thief's claim is refused.
    thief.structure.applyChildren(of: thief.root, [made.reference("/a")])
    #expect(thief.application.problems.contains(.foreign) && thief.root.children.isEmpty)
  }

  @Test func `the root of another application is not accepted as a child`() {
    let other = MadeApplication(beside: made, name: ":1.2")
    made.structure.applyChildren(of: made.root, [other.root.reference])
    #expect(made.root.children.isEmpty && made.application.problems.contains(.foreign))
    #expect(other.root.parent == nil && other.root.stage == .shown)
  }

  // MARK: Decisions

  /// Creates an entry of the cache with an index below a parent.
  private func item(_ name: String, under parent: MirroredObject, at index: Int) -> CacheItem {
    var item = CacheItem(
      reference: made.reference("/" + name), parent: parent.reference, index: index, childCount: 0)
    item.facts.name = name
    item.facts.role = 43
    return item
  }

  @Test func `a complete cache determines the children`() throws {
    made.announce("window")
    made.list("window", under: made.root)
    let window = try #require(made.object("window"))
    structure.cache.add(item("b", under: window, at: 1))
    structure.cache.add(item("a", under: window, at: 0))
    window.claimedChildren = 2
    structure.reconsider(window)
    made.settle()
    #expect(made.outline == "App(window(a b))")
    // The order of children in an incomplete cache is not trusted.
    #expect(window.dirty.contains(.children))
    window.dirty = []
    window.claimedChildren = 3
    structure.cache.add(item("c", under: window, at: 0))
    structure.reconsider(window)
    made.settle()
    #expect(made.outline == "App(window(a b))" && window.dirty.contains(.children))
  }

  @Test func `of too many children, only those on screen are mirrored`() throws {
    made.announce("list")
    made.list("list", under: made.root)
    let list = try #require(made.object("list"))
    list.claimedChildren = made.context.limits.children + 1
    list.known.remove(.children)
    structure.reconsider(list)
    made.settle()
    #expect(list.isWindowed && list.known.contains(.children) && !list.dirty.contains(.children))
    #expect(made.application.problems.count(.claims) == 1)
    list.claimedChildren = 3
    structure.reconsiderWindowing(of: list)
    made.settle()
    #expect(!list.isWindowed && made.application.problems.count(.claims) == 0)
    #expect(list.dirty.contains(.children))
  }

  @Test func `the root waits until it is known whether there is a cache`() throws {
    structure.didReadBasics(made.root)
    #expect(structure.undecided.isEmpty && !structure.isStarted)
    made.application.peer.dialect = AtspiDialect(toolkit: "GTK", version: "4.12")
    structure.begin()
    #expect(structure.isStarted)
    structure.didReadBasics(made.root)
    #expect(structure.undecided.count == 1)
  }

  @Test func `what is on screen is shown first while much is new`() throws {
    var added: [Set<ElementID>] = []
    let observation = made.store.observe { if !$0.added.isEmpty { added.append($0.added) } }
    let names = (0..<3 * Publisher.maxAddedPerTurn).map { "\($0)" }
    for name in names {
      var item = CacheItem(
        reference: made.reference("/" + name), parent: nil, index: -1, childCount: 0)
      item.facts.name = name
      item.facts.role = 43
      if name == names.last { item.facts.states = .showing }
      structure.cache.announce(item)
    }
    structure.applyChildren(
      of: made.root, names.map { made.reference("/" + $0) }, atOnce: true)
    made.settle()
    #expect(made.outline == "App(\(names.joined(separator: " ")))")
    let last = try #require(names.last.flatMap(made.object))
    #expect(added.count > 1 && added.first?.contains(last.id) == true)
    withExtendedLifetime(observation) {}
  }

  @Test func `what is in something out of sight is read behind what is on screen`() throws {
    let hidden = made.add("hidden", under: made.root)
    let shown = made.add("shown", under: made.root)
    shown.facts.states.insert(.showing)
    for object in [hidden, shown] { object.known.remove(.children) }
    made.list("below", under: hidden)
    made.list("inside", under: shown)
    made.reads.mark(shown, .actions, .visible)
    let order = (0..<3).map { _ in made.reads.next() }
    #expect(order.map { $0?.object.path } == ["/inside", "/shown", "/below"])
    #expect(order.map { $0?.lane } == [.high, .visible, .outOfSight])
    // So are their lists of children, which are asked for where the cache has none.
    for object in [hidden, shown] { structure.reconsider(object) }
    made.settle()
    let lists = (0..<2).map { _ in made.reads.next() }
    #expect(lists.map { $0?.object.path } == ["/shown", "/hidden"])
    #expect(lists.map { $0?.lane } == [.high, .outOfSight])
  }

  @Test func `what is on screen is decided on first`() {
    let hidden = made.add("hidden", under: made.root)
    let shown = made.add("shown", under: made.root)
    shown.facts.states.insert(.showing)
    var undecided = UndecidedObjects()
    undecided.append(hidden)
    undecided.append(shown)
    #expect(undecided.count == 2)
    #expect(undecided.popFirst() === shown && undecided.popFirst() === hidden)
    #expect(undecided.isEmpty && undecided.popFirst() == nil)
  }
}
