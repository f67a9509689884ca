import AccessibilityTree
import BridgeTransport
import Testing

@testable import DesktopSource

/// How objects become elements: what is shown when, in which order, and how it is removed.
struct PublisherTests {
  private let made: MadeApplication
  private var publisher: Publisher { made.publisher }

  init() throws {
    made = try MadeApplication()
    made.root.facts.name = "App"
    publisher.touch(made.root, .all)
  }

  @Test func `new objects appear with all their descendants, in order`() {
    let window = made.add("window", under: made.root)
    for name in ["a", "b", "c"] { made.add(name, under: window) }
    made.settle()
    #expect(made.outline == "App(window(a b c))")
    #expect(window.stage == .shown && publisher.fresh.isEmpty)
  }

  @Test func `a combo box has the selected option as its value`() {
    let box = made.add("Colour", under: made.root)
    box.facts.role = 11
    let list = made.add("", under: box)
    list.facts.role = 33
    let options = ["Red", "Green"].map { made.add($0, under: list) }
    for option in options {
      option.facts.role = 35
      option.facts.attributes = ["xml-roles": "option"]
    }
    expectValue(of: box, isEachOf: options)
  }

  @Test func `a combo box of Gecko itself has the selected item of its menu as its value`() {
    let box = made.add("Location", under: made.root)
    box.facts.role = 11
    let menu = made.add("", under: box)
    menu.facts.role = 33
    let items = ["Toolbar", "Menu"].map { made.add($0, under: menu) }
    for item in items { item.facts.role = 35 }
    items[0].facts.states.insert(.selected)
    publisher.touch(items[0], .all)
    made.settle()
    // In other toolkits it is highlighted.
    #expect(made.store.tree[box.id]?.value == nil)
    items[0].facts.states.remove(.selected)
    made.application.peer.dialect = AtspiDialect(toolkit: "Gecko", version: "140")
    expectValue(of: box, isEachOf: items)
  }

  /// Expects that the value of a combo box is the one of its options that is selected.
  private func expectValue(of box: MirroredObject, isEachOf options: [MirroredObject]) {
    made.settle()
    #expect(made.store.tree[box.id]?.value == nil)
    for option in options {
      option.facts.states.insert(.selected)
      publisher.touch(option, .all)
      made.settle()
      #expect(made.store.tree[box.id]?.value == option.facts.name)
      option.facts.states.remove(.selected)
    }
  }

  /// As the encodings of Geany: that the menu of them is selected says that one of them is.
  @Test func `a menu among the options of a combo box is none`() {
    let box = made.add("UTF-8", under: made.root)
    box.facts.role = 11
    let menu = made.add("Unicode", under: made.add("", under: box))
    for object in [menu, menu.parent] { object?.facts.role = 33 }
    made.add("UTF-8", under: menu).facts.role = 35
    box.choice = "Unicode"
    made.settle()
    #expect(made.store.tree[box.id]?.value == nil)
    box.choice = "UTF-8"
    publisher.touch(box, .all)
    made.settle()
    #expect(made.store.tree[box.id]?.value == "UTF-8")
  }

  @Test func `a combo box has the selected option of a group as its value`() {
    let box = made.add("Class", under: made.root)
    box.facts.role = 11
    let list = made.add("", under: box)
    list.facts.role = 33
    let options = ["Cheap", "Dear"].map { name in
      let group = made.add(name, under: list)
      group.facts.role = 39
      let option = made.add(name + " class", under: group)
      option.facts.role = 35
      option.facts.attributes = ["xml-roles": "option"]
      return option
    }
    expectValue(of: box, isEachOf: options)
  }

  /// As in Chromium, which has a document without anything in it while a long page is laid out.
  @Test func `a page is loading while the document of a window with a title is blank`() {
    let window = made.add("Page - Browser", under: made.root)
    let popup = made.add("", under: made.root)
    let documents = [window, popup].map { window in
      let document = made.add("", under: window)
      document.facts.role = 95
      document.facts.states = [.enabled, .sensitive, .visible, .showing]
      document.relations = [ObjectRelation(kind: .embeddedBy, targets: [window.reference])]
      return document
    }
    made.settle()
    #expect(made.store.tree[documents[0].id]?.role == .document)
    #expect(publisher.isLoadingDocument(isRead: true))
    // That of a popup stays so.
    made.add("Heading", under: documents[0])
    made.settle()
    #expect(!publisher.isLoadingDocument(isRead: true))
  }

  /// As in Chromium, where a part without a number says 0.
  @Test func `a date field has the date of its parts, once each has a number`() {
    let field = made.add("At", under: made.root)
    field.facts.role = 12
    field.text = "\u{FFFC}\u{FFFC}"
    let section = made.add("", under: field)
    let parts = [(1.0, 12.0), (0, 59), (1, 2)].map { minimum, maximum in
      let part = made.add("Part", under: section)
      part.facts.role = 52
      part.facts.attributes = ["placeholder": "--", "valuetext": "0"]
      part.range = NumericRange(current: 0, minimum: minimum, maximum: maximum)
      part.text = ""
      return part
    }
    made.settle()
    #expect(parts.map { made.store.tree[$0.id]?.value } == ["", "", ""])
    for (part, (number, words)) in zip(parts, [(9.0, "09"), (0, "00"), (2, "PM")]) {
      #expect(made.store.tree[field.id]?.value == nil)
      part.range?.current = number
      part.facts.attributes = ["placeholder": "--", "valuetext": words]
      publisher.touch(part, .all)
      made.settle()
    }
    #expect(parts.map { made.store.tree[$0.id]?.effectiveValue } == ["9", "0", "PM"])
    #expect(made.store.tree[field.id]?.value == "21:00")
    parts[1].facts.attributes = ["placeholder": "--", "valuetext": "0"]
    publisher.touch(parts[1], .all)
    made.settle()
    #expect(made.store.tree[field.id]?.value == nil)
  }

  @Test func `a new object appears between its neighbours`() {
    for name in ["a", "b", "d"] { made.add(name, under: made.root) }
    made.settle()
    let new = made.add("c", under: made.root)
    made.root.children.swapAt(2, 3)
    for (rank, child) in made.root.children.enumerated() { child.rank = rank }
    made.settle()
    #expect(made.outline == "App(a b c d)")
    #expect(made.store.tree[new.id]?.parent == made.root.id)
  }

  /// Parents and children hold each other: they would stay in memory for good.
  @Test func `what is removed does not hold its parent any more, however it leaves`() {
    let group = made.add("group", under: made.root)
    let leaf = made.add("leaf", under: group)
    let inner = made.add("inner", under: leaf)
    let other = made.add("other", under: made.root)
    made.settle()
    publisher.detach(group)
    made.settle()
    #expect(made.outline == "App(other)")
    #expect([group, leaf, inner].allSatisfy { $0.parent == nil && $0.stage == .gone })
    publisher.removeAll()
    made.settle()
    #expect(other.parent == nil && other.stage == .gone)
  }

  @Test func `children that are reordered keep their elements`() {
    let (first, second) = (
      made.add("first", under: made.root), made.add("second", under: made.root)
    )
    let child = made.add("child", under: first)
    made.settle()
    first.removeChild(child)
    second.append(child)
    made.root.children.reverse()
    for (rank, child) in made.root.children.enumerated() { child.rank = rank }
    for parent in [made.root, first, second] { publisher.restructure(parent) }
    made.settle()
    #expect(made.outline == "App(second(child) first)")
    #expect(made.store.tree[child.id]?.label == "child")
  }

  @Test func `an object without a parent is removed with its descendants`() {
    let window = made.add("window", under: made.root)
    for name in ["a", "b"] { made.add(name, under: window) }
    made.settle()
    let below = window.children
    #expect(made.application.count == 4 && made.context.elements == 4)
    publisher.detach(window)
    made.settle()
    #expect(made.outline == "App")
    #expect(([window] + below).allSatisfy { $0.stage == .gone })
    #expect(made.application.count == 1 && made.context.elements == 1)
    #expect(made.context.table[window.id] == nil && made.application.textBytes == 3)
  }

  @Test func `an orphan that another object adopts stays`() {
    let (first, second) = (
      made.add("first", under: made.root), made.add("second", under: made.root)
    )
    let child = made.add("child", under: first)
    made.settle()
    publisher.detach(child)
    second.append(child)
    publisher.restructure(second)
    made.settle()
    #expect(made.outline == "App(first second(child))")
    #expect(child.stage == .shown && publisher.orphans.isEmpty)
  }

  @Test func `a large subtree is removed over several turns, its root last`() {
    let window = made.add("window", under: made.root)
    for group in 0..<20 {
      let group = made.add("group \(group)", under: window)
      for item in 0..<100 { made.add("\(group.path) \(item)", under: group) }
    }
    made.settle()
    let before = made.application.count
    publisher.detach(window)
    var revisions: [Int] = []
    made.loop.run {
      revisions.append(made.application.count)
      return publisher.orphans.isEmpty
    }
    #expect(revisions.contains { $0 > 1 && $0 < before })
    #expect(made.outline == "App" && made.application.count == 1)
  }

  @Test func `new elements wait for their surroundings, but not forever`() throws {
    made.application.load = .complete
    let whole = made.add("whole", under: made.root)
    let bare = made.add("bare", under: made.root)
    bare.known = .basics
    made.schedule()
    made.loop.run { !made.application.isScheduled }
    #expect(whole.stage == .fresh && bare.stage == .fresh)
    let began = MonotonicTime.now()
    made.loop.run { bare.stage == .shown }
    #expect(MonotonicTime.now().since(began) > Publisher.gateTimeout / 2)
    #expect(made.outline == "App(whole bare)")
  }

  @Test func `while children are being read, no partial structure is shown`() {
    made.application.load = .complete
    made.isSettled = false
    let new = made.add("new", under: made.root)
    publisher.post(.announcement(text: "soon", priority: .default, element: made.root.id))
    made.schedule()
    made.loop.run { !made.application.isScheduled }
    // Changes that do not concern the structure do not wait.
    #expect(new.stage == .fresh && made.notifications.count == 1)
    made.isSettled = true
    made.schedule()
    made.loop.run { !made.application.isScheduled }
    #expect(new.stage == .shown)
  }

  @Test func `an object that is not presentable is left out, and its later siblings are not`() {
    let unknown = made.add("unknown", under: made.root)
    unknown.known = []
    made.add("known", under: made.root)
    made.settle()
    #expect(made.outline == "App(known)")
    unknown.known = .basics
    publisher.present(unknown)
    made.settle()
    #expect(made.outline == "App(unknown known)")
  }

  @Test func `a change of the frame changes nothing else`() {
    let object = made.add("object", under: made.root)
    made.settle()
    let before = publisher.touchCount
    object.facts.name = "not told yet"
    object.frame = Frame(rect: Rect(x: 1, y: 2, width: 3, height: 4), space: .screen)
    publisher.touch(object, .frame)
    made.settle()
    #expect(publisher.touchCount == before + 1)
    #expect(made.store.tree[object.id]?.frame?.rect.width == 3)
    #expect(made.store.tree[object.id]?.label == "object")
    publisher.touch(object, .all)
    made.settle()
    #expect(made.store.tree[object.id]?.label == "not told yet")
  }

  @Test func `a value that is set again is not a change`() {
    let object = made.add("object", under: made.root)
    made.settle()
    let revision = made.store.revision
    publisher.set("object", \.facts.name, of: object)
    #expect(publisher.changed.isEmpty)
    publisher.set("other", \.facts.name, of: object)
    made.settle()
    #expect(made.store.revision == revision + 1)
  }

  @Test func `textBytes beyond the budget of an application are cut, and that is reported`() throws
  {
    let made = try MadeApplication { $0.limits.textBytes = 5000 }
    for number in 0..<4 {
      let object = made.add("\(number)", under: made.root)
      object.facts.description = String(repeating: "x", count: 2000)
    }
    made.settle()
    #expect(made.application.problems.contains(.texts))
    #expect(made.application.textBytes < 6000)
    #expect(made.application.textBytes == made.context.textBytes)
  }

  @Test func `an application that ends is removed with all its elements`() {
    let window = made.add("window", under: made.root)
    for number in 0..<600 { made.add("\(number)", under: window) }
    made.settle()
    made.application.close()
    publisher.close()
    made.loop.run { made.application.count == 0 }
    #expect(made.store.applications.isEmpty && made.store.tree.roots.isEmpty)
    #expect(made.context.elements == 0 && made.context.textBytes == 0)
  }
}
