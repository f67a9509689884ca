internal import AccessibilityMirror
internal import AccessibilityTree

/// What was removed and added since a request, and whether it is the same: pages draw lists again, with new elements that say
/// what the old ones said. Nobody sees that, so it is no effect; and an action on one of the old ones may have been lost.
struct Redrawing {
  /// What an element says of itself, by which another one is known to be in its place.
  private struct Content: Hashable {
    let identity: ElementIdentity
    let value: String?
    let states: States

    init(_ element: borrowing Element) {
      identity = ElementIdentity(element)
      // What is written on a button with another label is its value in Firefox, which is read later.
      value = element.role == .button ? nil : element.value
      states = element.states.intersection([.checked, .selected, .expanded, .enabled])
    }
  }

  private let application: ElementID
  /// What was removed said, while it is known.
  private var contents: [ElementID: Content] = [:]
  private var lost: [ElementID] = []
  private var gained: Set<ElementID> = []
  /// What was removed that goes away by itself.
  private var passed: [ElementID] = []
  /// What was removed and added late, as something that was done before may do.
  private var late: (lost: [ElementID], gained: Set<ElementID>) = ([], [])
  /// Where elements got other children, or a text of another length, and changed in nothing else but their frames.
  private var regrown: Set<Regrowth> = []
  /// How many children and characters these got more. Each child is a character in the text of its parent in Firefox, which
  /// tells of the two apart.
  private var growth: [ElementID: (children: Int, length: Int)] = [:]

  private struct Regrowth: Hashable {
    let element: ElementID
    let revision: Revision
  }

  /// The maximum number of elements that are compared. More than these are another page.
  private static let limit = 4096

  init(in application: ElementID) { self.application = application }

  /// Remembers what a commit removed, while the store still knows it.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    guard commit.removed.count + commit.changed.count <= Self.limit,
      contents.count + regrown.count <= Self.limit
    else { return }
    for id in commit.removed where contents[id] == nil {
      if let element = store.former[id], element.application == application {
        contents[id] = Content(element)
      }
    }
    for id in commit.changed where !commit.added.contains(id) {
      guard let old = store.former[id],
        let (isDefunct, children, length) = store.tree.read(
          id, { ($0.states.contains(.defunct), $0.children, $0.text?.length) })
      else { continue }
      // It says nothing more from here on.
      if isDefunct, contents[id] == nil { contents[id] = Content(old) }
      let isLonger = length != old.text?.length
      guard isLonger || old.children != children && Set(old.children) != Set(children),
        let new = store.tree[id], old.isSame(asRegrown: new)
      else { continue }
      growth[id, default: (0, 0)].children += children.count - old.children.count
      growth[id, default: (0, 0)].length += (length ?? 0) - (old.text?.length ?? 0)
      regrown.insert(Regrowth(element: id, revision: commit.revision))
    }
  }

  /// Whether all that became of an element at a revision is what was added to it or removed.
  func wasRegrown(_ id: ElementID, at revision: Revision) -> Bool {
    guard regrown.contains(Regrowth(element: id, revision: revision)), let growth = growth[id]
    else { return false }
    return growth.length == 0 || growth.length == growth.children
  }

  /// What a text said that was removed; `nil`: it is no text, or not known.
  func text(ofRemoved id: ElementID) -> String? {
    contents[id].flatMap { $0.identity.role.isText ? $0.identity.label : nil }
  }

  /// Notes an element that was removed.
  ///
  /// - Parameter late: Whether that may be of something that was done before.
  mutating func lose(_ id: ElementID, late: Bool = false) {
    if late { return self.late.lost.append(id) }
    lost.append(id)
  }

  /// Notes that an element was removed which goes away by itself.
  mutating func pass(_ id: ElementID) { passed.append(id) }

  /// Notes an element that was added.
  ///
  /// - Parameter late: Whether that may be of something that was done before.
  mutating func gain(_ id: ElementID, late: Bool = false) {
    if late { self.late.gained.insert(id) } else { gained.insert(id) }
  }

  /// Whether an element was added since the request, other than late.
  func isNew(_ id: ElementID) -> Bool { gained.contains(id) }

  /// Whether an element was added since the request, late or not.
  func hasGained(_ id: ElementID) -> Bool { isNew(id) || late.gained.contains(id) }

  /// Whether nothing was, other than late.
  var isEmpty: Bool { lost.isEmpty && gained.isEmpty }

  /// The elements that were added, but for those that say what removed ones said.
  func newcomers(in tree: Tree) -> [ElementID] {
    let (lost, gained) = (lost + passed + late.lost, gained.union(late.gained))
    guard gained.count + lost.count <= Self.limit else { return [] }
    var former: [Content: Int] = [:]
    for content in lost.compactMap({ contents[$0] }) { former[content, default: 0] += 1 }
    return gained.sorted().filter { id in
      guard let content = tree.read(id, { Content($0) }) else { return false }
      guard let count = former[content], count > 0 else { return true }
      former[content] = count - 1
      return false
    }
  }

  /// Whether something was drawn again, with nothing that was not there before, and no whole page.
  func isOfSame(in tree: Tree) -> Bool {
    guard !lost.isEmpty || !passed.isEmpty, lost.count + passed.count <= Self.limit else {
      return false
    }
    var count: [Content: Int] = [:]
    for id in lost {
      guard let content = contents[id], content.identity.role != .document else { return false }
      count[content, default: 0] += 1
      // It came and went since the request.
      if gained.contains(id) { count[content, default: 0] -= 1 }
    }
    for id in gained {
      guard let content = tree.read(id, { Content($0) }) else { continue }
      count[content, default: 0] -= 1
    }
    // What goes by itself may come again or not.
    for content in passed.compactMap({ contents[$0] }) {
      if let missing = count[content], missing < 0 { count[content] = missing + 1 }
    }
    return count.values.allSatisfy { $0 == 0 }
  }
}

extension Element {
  /// Whether two states of an element differ in nothing but their children, the length of their text, and what `isSame` allows.
  fileprivate func isSame(asRegrown other: Element) -> Bool {
    var copy = self
    if text != nil, other.text != nil { copy.text = other.text }
    return copy.isSame(as: other, exceptPlace: true)
  }
}
