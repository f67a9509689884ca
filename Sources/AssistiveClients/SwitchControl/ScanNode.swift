internal import AccessibilityTree

/// A choice that is presented to a switch user, to select or to skip (V4).
enum ScanNode: Hashable, Sendable {
  case item(ElementID)
  /// A part of the screen, which is entered when it is selected.
  case group(ElementID, [ScanNode])
  /// An entry of an element's menu.
  case choice(ElementID, ElementChoice)
  /// Leaves the group or menu; the last choice in each of them.
  case back

  /// The element that the choice refers to.
  var element: ElementID? {
    switch self {
    case .item(let id), .group(let id, _), .choice(let id, _): id
    case .back: nil
    }
  }

  /// The number of items, at any depth.
  var count: Int {
    switch self {
    case .item, .choice: 1
    case .group(_, let nodes): nodes.reduce(0) { $0 + $1.count }
    case .back: 0
    }
  }

  /// Returns all usable elements of a scene, in order.
  static func items(of scene: Scene) -> [ScanNode] {
    usable(in: scene).map(ScanNode.item)
  }

  /// Returns the usable elements grouped by parts of the screen. A part with a single item is replaced by the
  /// item, and a part that contains everything by its content.
  static func groups(of scene: Scene) -> [ScanNode] {
    guard let root = scene.root else { return [] }
    let items = usable(in: scene)
    // Children in reading order, for the ancestors of usable elements.
    var members: [ElementID: [ElementID]] = [:]
    var isKnown: Set<ElementID> = [root]
    for item in items where item != root {
      var child = item
      for ancestor in scene.tree.ancestors(of: item) {
        let isNew = isKnown.insert(child).inserted
        if isNew { members[ancestor, default: []].append(child) }
        if !isNew || ancestor == root { break }
        child = ancestor
      }
    }
    return nodes(below: root, members, Set(items))
  }

  private static func usable(in scene: Scene) -> [ElementID] {
    scene.stops.filter { id in
      scene[id].map { $0.isUsable && !$0.choices().isEmpty } ?? false
    }
  }

  /// The maximum nesting of groups, so that people can find the way out.
  private static let maxNesting = 32

  /// Builds the nodes from the leaves up, without recursion, because a tree may be deep.
  private static func nodes(
    below root: ElementID, _ members: [ElementID: [ElementID]], _ items: Set<ElementID>
  ) -> [ScanNode] {
    var order: [ElementID] = []
    var pending = [root]
    while let id = pending.popLast() {
      order.append(id)
      pending += members[id] ?? []
    }
    var built: [ElementID: [ScanNode]] = [:]
    // The number of nested groups below each element.
    var heights: [ElementID: Int] = [:]
    for id in order.reversed() {
      let parts = members[id] ?? []
      var nodes = parts.flatMap { built[$0] ?? [] }
      let height = parts.map { heights[$0] ?? 0 }.max() ?? 0
      if items.contains(id), id != root { nodes.insert(.item(id), at: 0) }
      let isGroup = id != root && nodes.count > 1 && height < maxNesting
      built[id] = isGroup ? [.group(id, nodes)] : nodes
      heights[id] = isGroup ? height + 1 : height
    }
    var top = built[root] ?? []
    while top.count == 1, case .group(_, let inner)? = top.first { top = inner }
    return top
  }
}
