internal import AccessibilityTree

/// Finds items that their list, table or scrolled area does not show, by the frames of both.
///
/// Some toolkits mark all items alike, wherever they have been scrolled to: GTK 4 its rows, Qt the headers of its rows. Valid
/// for one state of a tree only.
struct ScrolledItems {
  /// Whether what is in an element is in an item that is not shown, by the element.
  private var known: [ElementID: Bool] = [:]

  /// How many elements around an item are asked whether they show it: a list is in a viewport in a scrolled area.
  private static let reach = 5

  /// Whether an element is an item that is not shown, or is in one. The cost is subtracted from `steps`.
  mutating func contains(_ element: borrowing Element, in tree: Tree, steps: inout Int) -> Bool {
    if Self.isHidden(element, in: tree, steps: &steps) { return true }
    guard let parent = element.parent else { return false }
    return hides(parent, in: tree, steps: &steps)
  }

  /// Whether an element is an item that is not shown, or is in one.
  private mutating func hides(_ start: ElementID, in tree: Tree, steps: inout Int) -> Bool {
    var path: [ElementID] = []
    var (found, next) = (false, Optional(start))
    while let id = next, steps > 0 {
      if let answer = known[id] {
        found = answer
        break
      }
      path.append(id)
      steps -= WorkBudget.visit + WorkBudget.note
      next = nil
      tree.read(id) { element in
        // What is in a window or menu of its own is not where the item is.
        if element.role.isWindow || element.role == .menu { return }
        found = Self.isHidden(element, in: tree, steps: &steps)
        if !found { next = element.parent }
      }
    }
    for id in path { known[id] = found }
    return found
  }

  /// Whether an element is an item, and what it is in does not show it.
  static func isHidden(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    guard element.role.isItem, let frame = element.frame, !frame.rect.isEmpty else { return false }
    var next = element.parent
    for _ in 0..<reach {
      guard let id = next else { return false }
      next = nil
      steps -= WorkBudget.visit
      let isOutside = tree.read(id) { outer in
        if outer.role.showsPart, let around = outer.frame, around.space == frame.space,
          !around.rect.isEmpty, !around.rect.intersects(frame.rect)
        {
          return true
        }
        if !outer.role.isWindow, !outer.role.isItem { next = outer.parent }
        return false
      }
      if isOutside == true { return true }
    }
    return false
  }
}

extension Role {
  /// Whether elements of the role show a part of what is in them.
  fileprivate var showsPart: Bool {
    switch self {
    case .scrollArea, .list, .listBox, .table, .grid, .tree, .treeGrid: true
    default: false
    }
  }
}
