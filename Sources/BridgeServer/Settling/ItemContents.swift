internal import AccessibilityMirror
internal import AccessibilityTree

/// What the row or item says that an element is in. Applications use it again for other contents, and with it the buttons in it,
/// which may be called the same everywhere. Where an element is in no row or item, a box counts as one that is beside others alike.
final class ItemContents {
  /// The row or item; of a cell, the row that it is in.
  let item: ElementID
  /// The cell that the element is in; the item where it is in none.
  private let nearest: ElementID
  private let target: ElementID
  /// Whether the item is a box, whose role says nothing of rows.
  private let isBox: Bool
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  /// The texts in words that are in no item beside this one, and have not changed for a while: they say which item it is.
  private lazy var ownTexts = findOwnTexts()
  /// The elements in the items beside this one.
  private lazy var beside = findBeside()

  /// The number of elements above one that are examined.
  private static let maxLevels = 64
  /// The number of elements in an item that are examined.
  private static let maxElements = 64
  /// The number of items on either side that are examined.
  private static let maxNeighbors = 16

  /// How long a text must have said the same, in nanoseconds.
  private static let calm: UInt64 = 10_000_000_000
  /// How long after a new item what is in it may be read, in nanoseconds.
  private static let reading: UInt64 = 1_000_000_000

  /// - Parameter id: `nil` is returned where it is in no row or item.
  init?(around id: ElementID, in store: TreeStore, _ rhythm: ChangeRhythm) {
    var left = Self.maxLevels
    let reused = store.tree.item(around: id, &left)
    guard let nearest = reused ?? store.tree.box(around: id) else { return nil }
    (self.nearest, self.store, self.rhythm) = (nearest, store, rhythm)
    target = id
    isBox = reused == nil
    item = isBox ? nearest : store.tree.row(of: nearest) ?? nearest
  }

  /// Returns an element by which it shows something else since a commit: one in it that was renamed or added, or out of which others
  /// were taken; `nil` where there is none.
  ///
  /// - Parameter left: The number of elements that may still be examined. Negative afterwards: there were more.
  func change(since commit: Commit, _ left: inout Int) -> ElementID? {
    for id in commit.renamed where isIn(id, &left) && !isPassing(id, since: commit.revision) {
      return id
    }
    for id in commit.added
    where id != item && isIn(id, &left) && !isPassing(replacement: id, since: commit.revision) {
      return id
    }
    for case let parent? in commit.formerParents.values
    where isIn(parent, &left) && !isCount(parent, since: commit.revision) {
      return parent
    }
    return nil
  }

  /// Whether what it says changes without actions, or changed a moment ago.
  var mayChange: Bool {
    elements.contains { rhythm.mayBeRenamed($0) || rhythm.changesChildren($0) }
  }

  /// Whether what it says changes without actions.
  var changesOften: Bool {
    elements.contains { rhythm.isOftenRenamed($0) || rhythm.changesChildren($0) }
  }

  /// The item and what is in it, without what says nothing of which item it is.
  private var elements: [ElementID] {
    store.tree.elements(in: item, Self.maxElements).filter { !isPassing($0, since: store.revision) }
  }

  private func isIn(_ id: ElementID, _ left: inout Int) -> Bool {
    guard !isBox else { return store.tree.isElement(id, in: item, &left) }
    guard let around = store.tree.item(around: id, &left) else { return false }
    return around == item || around == nearest || store.tree.row(of: around) == item
  }

  /// Whether an element changes by itself, and that says nothing of which item it is in.
  private func isPassing(_ id: ElementID, since revision: Revision) -> Bool {
    guard id != target, rhythm.isRestless(id) else { return false }
    return isNumberElsewhere(id) || isCount(id, since: revision)
  }

  /// Whether an element that was added stands for one that was like it, and that says nothing of which item it is in: browsers
  /// replace a text that changes, and tell what the element around it says.
  private func isPassing(replacement id: ElementID, since revision: Revision) -> Bool {
    guard rhythm.isRestless(id), let parent = store.tree.read(id, { $0.parent }) ?? nil else {
      return false
    }
    return isCount(parent, since: revision)
  }

  /// Whether an element only counts, and another text says which item it is.
  private func isCount(_ id: ElementID, since revision: Revision) -> Bool {
    id != target && rhythm.isCounting(id, since: revision) && ownTexts.contains { $0 != target }
      && !isFromBeside(id)
  }

  /// Whether what an element says, or said before, has changed places with what is said in an item beside this one.
  private func isFromBeside(_ id: ElementID) -> Bool {
    let (now, former) = (wording(id), rhythm.formerWording(of: id))
    return beside.contains { other in
      now != nil && rhythm.formerWording(of: other) == now
        || former != nil && wording(other) == former
    }
  }

  /// Whether an element is a number in another cell of the row, or in a box.
  private func isNumberElsewhere(_ id: ElementID) -> Bool {
    guard isBox || item != nearest else { return false }
    var left = Self.maxLevels
    return (isBox || store.tree.item(around: id, &left) != nearest)
      && store.tree.read(id) { $0.wording?.isMostlyNumber ?? true } == true
  }

  private func findOwnTexts() -> Set<ElementID> {
    guard !beside.isEmpty else { return [] }
    let texts = Set(beside.compactMap(wording))
    let own = store.tree.elements(in: item, Self.maxElements).filter { id in
      guard let text = store.tree.read(id, { $0.name }) ?? nil, !text.isMostlyNumber,
        text.contains(where: \.isLetter)
      else {
        return false
      }
      return !texts.contains(text)
    }
    return kept(of: Set(own))
  }

  /// Returns which texts are there, and say what they do, for long enough, or for as long as the item.
  private func kept(of texts: Set<ElementID>) -> Set<ElementID> {
    guard !texts.isEmpty, let commits = store.commits(ofLast: Self.calm) else { return [] }
    var kept = texts
    var added: UInt64?
    for commit in commits {
      kept.subtract(commit.renamed)
      if commit.added.contains(item) { added = commit.time }
      if added.map({ commit.time - min(commit.time, $0) > Self.reading }) ?? true {
        kept.subtract(commit.added)
      }
    }
    return kept
  }

  private func findBeside() -> [ElementID] {
    guard let (role, parent) = store.tree.read(item, { ($0.role, $0.parent) }), let parent,
      let siblings = store.tree.read(parent, { $0.children }),
      let index = siblings.firstIndex(of: item)
    else { return [] }
    let near = siblings[
      max(0, index - Self.maxNeighbors)..<min(siblings.count, index + 1 + Self.maxNeighbors)]
    return near.filter { $0 != item && store.tree.read($0, { $0.role }) == role }
      .flatMap { store.tree.elements(in: $0, Self.maxElements) }
  }

  private func wording(_ id: ElementID) -> String? { store.tree.read(id) { $0.wording } ?? nil }
}

extension Tree {
  /// Returns an element and what is in it, level by level.
  fileprivate func elements(in id: ElementID, _ limit: Int) -> ArraySlice<ElementID> {
    var found = [id]
    var next = 0
    while next < found.count, found.count < limit {
      found += read(found[next]) { Array($0.children.prefix(limit)) } ?? []
      next += 1
    }
    return found.prefix(limit)
  }

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
