internal import AccessibilityTree

extension NotificationDeriver {
  /// Derives scrolling, which no toolkit reports: all children of a container moved by the same distance
  /// while the container itself did not move.
  func scrolling(_ differences: Differences) -> [Notification] {
    var shifts: [ElementID: Shift] = [:]
    var order: [ElementID] = []
    // Also where the size changed: where a message above a list goes, the list goes up and grows, and what is in it goes up.
    var moved: [ElementID: Point] = [:]
    for (old, new) in differences.changed {
      guard let offset = offset(from: old.frame, to: new.frame), offset != Point(x: 0, y: 0) else {
        continue
      }
      moved[new.id] = offset
    }
    guard !moved.isEmpty else { return [] }
    // Children that moved because a sibling was added or removed were not scrolled.
    let rearranged = Set(
      differences.changed.lazy.filter { $0.old.children != $0.new.children }.map(\.new.id))
    for (old, new) in differences.changed {
      guard let offset = moved[new.id], let former = old.frame, let frame = new.frame,
        frame.rect.hasSize(of: former.rect), let parent = new.parent, moved[parent] == nil
      else { continue }
      if shifts[parent] == nil { order.append(parent) }
      shifts[parent, default: Shift()].add(offset)
    }
    return order.compactMap { container in
      guard let shift = shifts[container], let offset = shift.common,
        !rearranged.contains(container), isScrolled(container, movedChildren: shift.count)
      else { return nil }
      return .scrolled(container: container, deltaX: offset.x, deltaY: offset.y)
    }
  }

  private func isScrolled(_ container: ElementID, movedChildren: Int) -> Bool {
    guard let element = tree[container], element.frame != nil,
      !isLoading(element.application), element.role != .application, !element.isOwnScreen
    else { return false }
    let framed = element.children.count {
      tree.read($0) { $0.frame != nil && $0.role != .scrollBar } == true
    }
    // Only containers that can scroll count. When several children of a row or a paragraph move
    // alike, its layout changed.
    return movedChildren == framed
      && (element.role.scrollsContent || element.actions.contains { $0.kind == .scroll })
  }

  /// Returns how far a frame moved; `nil` when its coordinate space changed too.
  private func offset(from old: Frame?, to new: Frame?) -> Point? {
    guard let old, let new, old.space == new.space else { return nil }
    return Point(x: new.rect.x - old.rect.x, y: new.rect.y - old.rect.y)
  }
}

/// How the children of one container moved.
private struct Shift {
  private(set) var count = 0
  private var first: Point?
  private var differs = false

  mutating func add(_ offset: Point) {
    count += 1
    if let first { differs = differs || first != offset } else { first = offset }
  }

  var common: Point? { differs ? nil : first }
}

extension Role {
  fileprivate var scrollsContent: Bool {
    switch self {
    case .scrollArea, .document, .list, .listBox, .tree, .table, .grid, .treeGrid, .textField,
      .editor, .terminal:
      true
    default: false
    }
  }
}
