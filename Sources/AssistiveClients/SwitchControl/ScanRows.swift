internal import AccessibilityTree

/// Arranges the nodes of a part of the screen in rows, by where they are.
struct ScanRows {
  private let scene: Scene

  init(_ scene: Scene) {
    self.scene = scene
  }

  private struct Placed {
    let node: ScanNode
    let band: Band
    let left: Double
  }

  /// Returns the nodes from the topmost row to the lowest, those that share a row as one node. Nodes whose place
  /// is not known follow in reading order.
  func grouped(_ nodes: [ScanNode]) -> [ScanNode] {
    var placed: [Placed] = []
    var others: [ScanNode] = []
    for node in nodes {
      if let place = place(of: node) { placed.append(place) } else { others.append(node) }
    }
    let rows = rows(placed)
    // A single row needs no level of its own.
    guard rows.count > 1 || !others.isEmpty else { return rows.first ?? others }
    return rows.map { $0.count == 1 ? $0[0] : .row($0) } + others
  }

  private func rows(_ nodes: [Placed]) -> [[ScanNode]] {
    var rows: [(band: Band, nodes: [Placed])] = []
    let order = nodes.enumerated().sorted {
      ($0.element.band.top, $0.offset) < ($1.element.band.top, $1.offset)
    }
    for node in order.map(\.element) {
      if let last = rows.indices.last, rows[last].band.sharesRow(with: node.band) {
        rows[last].band = rows[last].band.intersection(node.band)
        rows[last].nodes.append(node)
      } else {
        rows.append((node.band, [node]))
      }
    }
    return rows.map { row in
      row.nodes.enumerated().sorted {
        ($0.element.left, $0.offset) < ($1.element.left, $1.offset)
      }.map(\.element.node)
    }
  }

  private func place(of node: ScanNode) -> Placed? {
    var found: (band: Band, left: Double)?
    for item in node.items {
      guard let rect = scene.tree.read(item, { $0.frame })??.rect, let band = Band(rect),
        rect.x.isFinite
      else { continue }
      found = found.map { ($0.band.union(band), min($0.left, rect.x)) } ?? (band, rect.x)
    }
    return found.map { Placed(node: node, band: $0.band, left: $0.left) }
  }
}
