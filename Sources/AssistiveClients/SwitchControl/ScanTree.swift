internal import AccessibilityTree

/// The usable elements of a scene as a switch user goes through them.
struct ScanTree {
  /// All usable elements, in reading order.
  static func items(of scene: Scene) -> [ScanNode] {
    usable(in: scene).map(ScanNode.item)
  }

  /// The usable elements grouped by parts of the screen, and in these by rows. A part with a single item is
  /// replaced by the item, and a part that contains everything by its content.
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
    return nodes(below: root, members, Set(items), in: scene)
  }

  private static func usable(in scene: Scene) -> [ElementID] {
    scene.stopsOnScreen.filter { id in
      scene[id].map { $0.isUsable && ($0.isEditable || !$0.choices().isEmpty) } ?? false
    }
  }

  /// The maximum nesting of groups, so that people can find the way out.
  private static let maxNesting = 32

  /// Builds the nodes from the leaves up, without recursion, because a tree may be deep.
  private static func nodes(
    below root: ElementID, _ members: [ElementID: [ElementID]], _ items: Set<ElementID>,
    in scene: Scene
  ) -> [ScanNode] {
    var order: [ElementID] = []
    var pending = [root]
    while let id = pending.popLast() {
      order.append(id)
      pending += members[id] ?? []
    }
    let rows = ScanRows(scene)
    var built: [ElementID: [ScanNode]] = [:]
    // The number of nested groups below each element.
    var heights: [ElementID: Int] = [:]
    for id in order.reversed() {
      let parts = members[id] ?? []
      var nodes = parts.flatMap { built.removeValue(forKey: $0) ?? [] }
      let height = parts.map { heights[$0] ?? 0 }.max() ?? 0
      if items.contains(id) { nodes.insert(.item(id), at: 0) }
      let isGroup = id != root && nodes.count > 1 && height < maxNesting
      built[id] = isGroup ? [.group(id, rows.grouped(nodes))] : nodes
      heights[id] = isGroup ? height + 1 : height
    }
    var top = built[root] ?? []
    while top.count == 1, case .group(_, let inner)? = top.first { top = inner }
    return rows.grouped(top)
  }

  // MARK: The screen as a whole

  /// The actions that the parts of the screen offer which are not presented themselves: scrolling a list, closing a
  /// dialog.
  static func general(of scene: Scene) -> [ScanNode] {
    guard let root = scene.root else { return [] }
    let application = scene.tree.read(root) { $0.application }
    var nodes: [ScanNode] = []
    func add(_ element: borrowing Element) {
      guard nodes.count < maxGeneral else { return }
      let isPresented = scene.place(of: element.id) != nil
      // The menu of an element that is presented has neither escape nor scrolling.
      for choice in element.generalChoices
      where [.escape, .scroll].contains(choice.command.kind) || !isPresented {
        let isOffered = nodes.contains { node in
          if case .choice(_, choice) = node { choice.command.kind != .scroll } else { false }
        }
        if !isOffered { nodes.append(.choice(element.id, choice)) }
      }
    }
    scene.tree.walk(from: [root]) { element, _ in
      add(element)
      return nodes.count < maxGeneral ? .descend : .stop
    }
    if let application, application != root { scene.tree.read(application) { add($0) } }
    if let (window, choice) = scene.closing(near: nil) { nodes.append(.choice(window, choice)) }
    return nodes
  }

  private static let maxGeneral = 8
}

extension Element {
  /// The actions that concern a part of the screen as a whole.
  fileprivate var generalChoices: [ElementChoice] {
    var choices: [ElementChoice] = []
    let name = label.map { $0.isBlank ? "" : " \($0)" } ?? ""
    if offers(.scroll) {
      choices.append(ElementChoice("Scroll\(name) down", .scroll(.down)))
      choices.append(ElementChoice("Scroll\(name) up", .scroll(.up)))
    }
    if offers(.escape) { choices.append(ElementChoice("Escape", .escape)) }
    if offers(.magicTap) { choices.append(ElementChoice("Magic tap", .magicTap)) }
    return choices
  }
}
