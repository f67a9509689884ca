internal import AccessibilityMirror
internal import AccessibilityTree

/// What had the focus, and what the target was, before an action that gives its target the focus first.
///
/// None of what the focusing itself brings about is an effect of what the action does then: the target has the focus, what
/// had it has lost it, both say so in their own way, or the focus goes back at once to where it was.
struct Focusing {
  private let store: TreeStore
  private let target: ElementID
  private let former: ElementID?
  /// The page that had the focus, where the target is not in it.
  private let formerPage: ElementID?
  /// What hands the focus on to the target, as a table to its cells, and has it by that.
  private let container: ElementID?
  /// Whether it comes with a press of the target, and not before keys.
  let isOfPress: Bool
  /// Whether a page brings the target into sight with the focus, which scrolls it.
  let scrollsPage: Bool
  /// The cell of which a press of the target, one of its parts, may give the focus to any: GTK 3 tells of it alone.
  private let cell: ElementID?
  /// The items that are selected with the target, as the cells of its row.
  private let row: Set<ElementID>
  /// The target without the focus, what had it, and the items that the focus selects, or no longer does.
  private let before: [ElementID: Element]

  /// The most items of a table that are looked at.
  private static let maxItems = 4096

  enum Change {
    /// Of the focus, the caret and the selection, and of which item of a table has them.
    case focus
    /// Also of how the element is described.
    case description
    case more
  }

  /// What happens when a box in a table is pressed by a key or a click, which focuses its row. `nil` for any other press.
  static func ofPress(of target: ElementID, _ store: TreeStore) -> Focusing? {
    let isBox = store.tree.read(target) { $0.role == .cell && $0.states.contains(.checkable) }
    guard isBox == true, container(of: target, store) != nil else { return nil }
    return Focusing(of: target, store, isOfPress: true)
  }

  init(of target: ElementID, _ store: TreeStore, isOfPress: Bool = false) {
    self.isOfPress = isOfPress
    (self.store, self.target, former) = (store, target, store.focused)
    let page = former.flatMap { store.tree.page(of: $0) }
    formerPage = page == store.tree.page(of: target) ? nil : page
    let hasFocus = store.tree.read(target) { $0.states.contains(.focused) } == true
    scrollsPage = !hasFocus && !store.tree.isWhollyShownInPage(target)
    container = hasFocus ? nil : Self.container(of: target, store)
    let around = Self.cell(around: target, store)
    cell = isOfPress && around != target ? around : nil
    let items = container.map { Self.items(in: $0, beside: around, store) }
    row = items?.row ?? []
    var before: [ElementID: Element] = [:]
    for id in hasFocus ? [] : [target, former, container] {
      if let id { before[id] = store.tree[id] }
    }
    for id in row.union(items?.selected ?? []) { before[id] = store.tree[id] }
    self.before = before
  }

  /// What has changed of an element that takes part; `nil` of any other, and where the target had the focus already.
  func change(of id: ElementID) -> Change? {
    guard var before = before[id], let now = store.tree[id] else { return nil }
    if isSelection(of: id, before, now) {
      before.states.formSymmetricDifference(.selected)
      // It can be deselected now, or no longer.
      before.actions = now.actions
      if before.traits.contains(.selected) != now.traits.contains(.selected) {
        before.traits.formSymmetricDifference(.selected)
      }
    }
    // It says which of its items has the focus.
    if id == container { before.relations = now.relations }
    // The row that is drawn may place the parts of others.
    if before.isSame(as: now, exceptPlace: isOfPress) { return .focus }
    (before.hint, before.placeholder) = (now.hint, now.placeholder)
    before.attributes = now.attributes
    return before.isSame(as: now, exceptPlace: isOfPress) ? .description : .more
  }

  /// Whether a table selects the row that it gives the focus to, or no longer selects another.
  private func isSelection(of id: ElementID, _ former: Element, _ now: Element) -> Bool {
    guard container != nil, former.states.contains(.selected) != now.states.contains(.selected)
    else { return false }
    if now.states.contains(.selected) { return row.contains(id) }
    return !row.contains(id)
      && store.tree.read(target) { $0.states.contains(.selected) } == true
  }

  /// Whether an element has the focus where the target has it: toolkits tell of both.
  func isContainer(_ id: ElementID) -> Bool {
    // The first cell of the row may have it for a moment.
    if isOfPress, row.contains(id) { return true }
    return id == container || cell.map { $0 == id || store.tree.isAncestor($0, of: id) } == true
  }

  /// Whether keys move the focus from the target, which is an item of a view, to another one of that.
  func isBesideTarget(_ id: ElementID, from: ElementID?) -> Bool {
    guard !isOfPress, id != target, store.tree.read(target, { $0.role.isItem }) == true,
      let (parent, isItem) = store.tree.read(id, { ($0.parent, $0.role.isItem) }), isItem,
      let view = parent, view == store.tree.read(target, { $0.parent })
    else { return false }
    // That the target had it before may be told with the rest, and that it has lost it on its own. The view may have it between.
    return from == nil || from == target || from == former || from == view
  }

  /// The cell of a table that the target is, or is a part of.
  private static func cell(around target: ElementID, _ store: TreeStore) -> ElementID {
    store.tree.ancestors(of: target).prefix { id in
      store.tree.read(id) { $0.role == .cell } == true
    }.last ?? target
  }

  private static func container(of target: ElementID, _ store: TreeStore) -> ElementID? {
    store.tree.ancestors(of: target).first { id in
      store.tree.read(id) { $0.states.contains(.managesDescendants) } == true
    }
  }

  /// Returns the items beside the target, with itself, and those that are selected.
  private static func items(
    in container: ElementID, beside target: ElementID, _ store: TreeStore
  ) -> (row: Set<ElementID>, selected: Set<ElementID>) {
    var (row, selected): (Set<ElementID>, Set<ElementID>) = ([target], [])
    let (parent, frame) = store.tree.read(target) { ($0.parent, $0.frame) } ?? (nil, nil)
    var left = maxItems
    store.tree.walk(from: [container]) { item, _ in
      left -= 1
      if left < 0 { return .stop }
      if item.states.contains(.selected) { selected.insert(item.id) }
      let isInRow =
        if item.parent == parent, let frame, let other = item.frame {
          frame.isInLine(with: other)
        } else {
          // A part of a cell, such as an icon, is what the cell is.
          item.parent.map(row.contains) == true
        }
      if isInRow { row.insert(item.id) }
      return .descend
    }
    return (row, selected)
  }

  /// Whether the focus goes back with what gets it: to where it was, or to the page that it was in.
  func isReturn(_ id: ElementID) -> Bool {
    if id == former { return true }
    guard let formerPage else { return false }
    return store.tree.page(of: id) == formerPage
  }
}

extension Tree {
  /// Whether nothing of an element is out of sight within its page. `true` where it is in none.
  fileprivate func isWhollyShownInPage(_ id: ElementID) -> Bool {
    guard let page = page(of: id), page != id,
      let (states, frame) = read(id, { ($0.states, $0.frame) })
    else { return true }
    guard states.contains(.showing), let frame else { return false }
    let around = ancestors(of: id)
    let views = around.prefix { $0 != page } + [page]
    return views.allSatisfy { view in
      guard let (role, whole) = read(view, { ($0.role, $0.frame) }),
        view == page || role == .scrollArea, let whole, whole.space == frame.space
      else { return true }
      return whole.rect.contains(frame.rect)
    }
  }
}

extension Frame {
  /// Whether another frame is in the same row, beside this one.
  fileprivate func isInLine(with other: Frame) -> Bool {
    space == other.space && rect.y == other.rect.y && rect.height == other.rect.height
  }
}
