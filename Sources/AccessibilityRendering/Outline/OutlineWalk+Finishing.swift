internal import AccessibilityTree

extension OutlineWalk {
  /// Returns the nodes in the order of the text, parents before children, when the walk has ended.
  func finished(in tree: Tree) -> [OutlineNode] {
    var nodes = nodes
    for index in nodes.indices { nodes[index].countLast() }
    // Whoever reads on in an element with nothing else in it reads them.
    for index in nodes[0].children where isChosen && nodes[index].holdsOnlyBlanks {
      for child in nodes[index].children { nodes[child].isBlank = false }
    }
    var result: [OutlineNode] = []
    result.reserveCapacity(nodes.count)
    var pending: [(index: Int, owner: Int)] = [(0, 0)]
    while let (index, owner) = pending.popLast() {
      var node = nodes[index]
      let children = node.children
      let place = result.count
      if index > 0 {
        node.owner = owner
        result[owner].children.append(place)
      }
      node.children = []
      result.append(node)
      for child in children.reversed() { pending.append((child, place)) }
    }
    return addingSingles(to: result, tree)
  }

  /// Gives single windows and applications that are off screen a line of their own, and of elements that are asked for a single one:
  /// one that counts them would be no shorter, and not say what may be brought back.
  private func addingSingles(to nodes: [OutlineNode], _ tree: Tree) -> [OutlineNode] {
    guard options.countsOffscreen else { return nodes }
    var result = nodes
    for index in nodes.indices where nodes[index].offscreen.count == 1 {
      guard !nodes[index].children.isEmpty, nodes[index].depth < options.depth ?? .max,
        !nodes[index].offscreen.isOfCellRows(in: tree),
        let id = nodes[index].offscreen.first,
        let element = tree[id],
        index == 0 || element.isWindow || element.role == .application
      else { continue }
      let decision = OutlineFolding(tree: tree).decision(on: element)
      guard decision.isLine else { continue }
      var single = OutlineNode(
        id: id, role: element.role, owner: index, depth: nodes[index].depth + 1, tier: .offscreen)
      single.inlined = decision.texts
      single.isMarkedOffscreen = true
      for child in element.children {
        guard let role = tree.read(child, { $0.role }) else { continue }
        single.offscreen.add(child, role)
      }
      result[index].offscreen = OutlineRemainder()
      result[index].children.append(result.count)
      result.append(single)
    }
    return result
  }
}

extension OutlineRemainder {
  /// Whether rows are counted of which only the cells are there.
  fileprivate func isOfCellRows(in tree: Tree) -> Bool {
    role == .row && first.flatMap { tree.read($0) { $0.role == .cell } } == true
  }
}
