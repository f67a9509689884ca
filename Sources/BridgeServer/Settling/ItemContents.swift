internal import AccessibilityMirror
internal import AccessibilityTree

/// What the row or item says that an element is in. Applications use it again for other contents, and with it the buttons in it,
/// which may be called the same everywhere.
struct ItemContents {
  /// The row or item; of a cell, the row that it is in.
  let item: ElementID
  /// The cell that the element is in; the item where it is in none.
  private let nearest: ElementID
  private let store: TreeStore
  private let rhythm: ChangeRhythm

  /// The number of elements above one that are examined.
  private static let maxLevels = 64
  /// The number of elements in an item that are examined.
  private static let maxElements = 64

  /// - Parameter id: `nil` is returned where it is in no row or item.
  init?(around id: ElementID, in store: TreeStore, _ rhythm: ChangeRhythm) {
    var left = Self.maxLevels
    guard let nearest = store.tree.item(around: id, &left) else { return nil }
    (self.nearest, self.store, self.rhythm) = (nearest, store, rhythm)
    item = store.tree.row(of: nearest) ?? nearest
  }

  /// Whether it shows something else since a commit: what it says was changed, added, removed or moved.
  ///
  /// - Parameter left: The number of elements that may still be examined. Negative afterwards: there were more.
  func areOther(since commit: Commit, _ left: inout Int) -> Bool {
    for id in commit.renamed where isIn(id, &left) && !isCounter(id) { return true }
    for id in commit.added where id != item && isIn(id, &left) { return true }
    for case let parent? in commit.formerParents.values where isIn(parent, &left) { return true }
    return false
  }

  /// Whether what it says changes without actions, or changed a moment ago.
  var mayChange: Bool {
    elements.contains { rhythm.mayBeRenamed($0) || rhythm.changesChildren($0) }
  }

  /// Whether what it says changes without actions.
  var changesOften: Bool {
    elements.contains { rhythm.isOftenRenamed($0) || rhythm.changesChildren($0) }
  }

  /// The item and what is in it, without numbers in other cells that change by themselves.
  private var elements: [ElementID] {
    var found = [item]
    var next = 0
    while next < found.count, found.count < Self.maxElements {
      found += store.tree.read(found[next]) { Array($0.children.prefix(Self.maxElements)) } ?? []
      next += 1
    }
    return found.prefix(Self.maxElements).filter { !isCounter($0) }
  }

  private func isIn(_ id: ElementID, _ left: inout Int) -> Bool {
    guard let around = store.tree.item(around: id, &left) else { return false }
    return around == item || around == nearest || store.tree.row(of: around) == item
  }

  /// Whether an element is in another cell of the row, and shows a number that changes by itself: that says nothing of what row it is.
  private func isCounter(_ id: ElementID) -> Bool {
    guard item != nearest, rhythm.isRestless(id) else { return false }
    var left = Self.maxLevels
    return store.tree.item(around: id, &left) != nearest
      && store.tree.read(id) { ($0.label ?? $0.value)?.isMostlyNumber ?? true } == true
  }
}

extension Tree {
  /// Returns the nearest row or item that an element is or is in; `nil` when it is in none, or when no steps are left.
  ///
  /// - Parameter left: The number of elements that may still be examined. Negative afterwards: there were more.
  fileprivate func item(around id: ElementID, _ left: inout Int) -> ElementID? {
    var next: ElementID? = id
    while let candidate = next {
      left -= 1
      guard left >= 0 else { return nil }
      guard let (role, parent) = read(candidate, { ($0.role, $0.parent) }) else { return nil }
      if role.isReused { return candidate }
      next = parent
    }
    return nil
  }

  /// Returns the row that a cell is in.
  fileprivate func row(of cell: ElementID) -> ElementID? {
    guard let (role, parent) = read(cell, { ($0.role, $0.parent) }), role == .cell,
      let parent, read(parent, { $0.role }) == .row
    else { return nil }
    return parent
  }
}

extension Role {
  /// Whether elements of the role are the rows and items of lists, trees and tables, which applications use again for
  /// other contents.
  fileprivate var isReused: Bool {
    switch self {
    case .listItem, .option, .treeItem, .row, .cell, .article: true
    default: false
    }
  }
}

extension String {
  /// Whether at most a third of the text are letters: `12 %`, `00:12:33`, `1,024 KB`.
  fileprivate var isMostlyNumber: Bool {
    let scalars = unicodeScalars.prefix(64)
    return scalars.contains { $0.properties.numericType != nil }
      && 3 * scalars.count(where: \.properties.isAlphabetic) <= scalars.count
  }
}
