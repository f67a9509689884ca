internal import AccessibilityMirror
internal import AccessibilityTree

/// What the row or item says that an element is in. Applications use it again for other contents, and with it the buttons in it,
/// which may be called the same everywhere. Where an element is in no row or item, a box counts as one that is beside others alike.
struct ItemContents {
  /// The row or item; of a cell, the row that it is in.
  let item: ElementID
  /// The cell that the element is in; the item where it is in none.
  private let nearest: ElementID
  /// Whether the item is a box, whose role says nothing of rows.
  private let isBox: Bool
  private let store: TreeStore
  private let rhythm: ChangeRhythm

  /// The number of elements above one that are examined.
  private static let maxLevels = 64
  /// The number of elements in an item that are examined.
  private static let maxElements = 64

  /// - Parameter id: `nil` is returned where it is in no row or item.
  init?(around id: ElementID, in store: TreeStore, _ rhythm: ChangeRhythm) {
    var left = Self.maxLevels
    let reused = store.tree.item(around: id, &left)
    guard let nearest = reused ?? store.tree.box(around: id) else { return nil }
    (self.nearest, self.store, self.rhythm) = (nearest, store, rhythm)
    isBox = reused == nil
    item = isBox ? nearest : store.tree.row(of: nearest) ?? nearest
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
    guard !isBox else { return store.tree.isElement(id, in: item, &left) }
    guard let around = store.tree.item(around: id, &left) else { return false }
    return around == item || around == nearest || store.tree.row(of: around) == item
  }

  /// Whether an element is in another cell of the row, or in a box, and shows a number that changes by itself: that says nothing of
  /// what row it is.
  private func isCounter(_ id: ElementID) -> Bool {
    guard isBox || item != nearest, rhythm.isRestless(id) else { return false }
    var left = Self.maxLevels
    return (isBox || store.tree.item(around: id, &left) != nearest)
      && store.tree.read(id) { ($0.label ?? $0.value)?.isMostlyNumber ?? true } == true
  }
}

extension Tree {
  /// Returns the nearest row or item that an element is or is in; `nil` when it is in none, or when no steps are left.
  ///
  /// - Parameter left: The number of elements that may still be examined. Negative afterwards: there were more.
  fileprivate func item(around id: ElementID, _ left: inout Int) -> ElementID? {
    nearest(from: id, &left) { $1.isReused }
  }

  /// Whether an element is another one, or in it.
  ///
  /// - Parameter left: As for `item(around:_:)`.
  fileprivate func isElement(_ id: ElementID, in other: ElementID, _ left: inout Int) -> Bool {
    nearest(from: id, &left) { candidate, _ in candidate == other } != nil
  }

  private func nearest(
    from id: ElementID, _ left: inout Int, _ isWanted: (ElementID, Role) -> Bool
  ) -> ElementID? {
    var next: ElementID? = id
    while let candidate = next {
      left -= 1
      guard left >= 0 else { return nil }
      guard let (role, parent) = read(candidate, { ($0.role, $0.parent) }) else { return nil }
      if isWanted(candidate, role) { return candidate }
      next = parent
    }
    return nil
  }

  /// The number of boxes alike from which on each counts as an item, and of those beside it that are examined.
  private static let (minBoxes, maxBoxes) = (3, 64)
  /// The number of boxes around an element that are examined.
  private static let maxBoxLevels = 8

  /// Returns the nearest box around an element that is beside others with elements of the same roles in it; `nil` where there is none.
  fileprivate func box(around id: ElementID) -> ElementID? {
    var next = read(id) { $0.parent } ?? nil
    for _ in 0..<Self.maxBoxLevels {
      guard let box = next, let parent = read(box, { $0.parent }) ?? nil else { return nil }
      if let contents = contents(of: box), contents.count > 1 {
        let beside = read(parent) { Array($0.children.prefix(Self.maxBoxes)) } ?? []
        let alike = beside.lazy.filter { self.contents(of: $0) == contents }
        if alike.prefix(Self.minBoxes).count == Self.minBoxes { return box }
      }
      next = parent
    }
    return nil
  }

  /// The roles of what is in a box; `nil` where an element is none.
  private func contents(of box: ElementID) -> [Role]? {
    guard let (role, children) = read(box, { ($0.role, Array($0.children.prefix(16))) }), role.isBox
    else { return nil }
    return children.map { read($0) { $0.role } ?? .unknown }
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

  /// Whether elements of the role hold others, and say nothing of what they are.
  fileprivate var isBox: Bool { self == .generic || self == .group || self == .section }
}

extension String {
  /// Whether at most a third of the text are letters: `12 %`, `00:12:33`, `1,024 KB`.
  fileprivate var isMostlyNumber: Bool {
    let scalars = unicodeScalars.prefix(64)
    return scalars.contains { $0.properties.numericType != nil }
      && 3 * scalars.count(where: \.properties.isAlphabetic) <= scalars.count
  }
}
