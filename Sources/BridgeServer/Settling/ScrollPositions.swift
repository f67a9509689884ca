internal import AccessibilityMirror
internal import AccessibilityTree

/// Where the scroll bars were before an action that scrolls: of its target, and of the areas around it.
struct ScrollPositions {
  private var former: [(bar: ElementID, position: Double)] = []

  init(around target: ElementID, in tree: Tree) {
    for id in [target] + tree.ancestors(of: target) {
      let role = tree.read(id, { $0.role }) ?? .unknown
      if role.isWindow { return }
      var parts = Self.children(of: id, in: tree)
      var inner: [ElementID] = []
      if role == .scrollArea {
        // A scroll bar of GTK 4 has its position in what is in it.
        inner = parts.flatMap { Self.children(of: $0, in: tree) }
      } else {
        // An application may give a scrolled area another role.
        parts = parts.filter { tree.read($0, { $0.role }) == .scrollBar }
      }
      for bar in role == .scrollBar ? [id] : parts + inner {
        guard let position = Self.position(of: bar, in: tree) else { continue }
        former.append((bar, position))
      }
    }
  }

  /// Returns the first few children, among which the scroll bars of an area are.
  private static func children(of id: ElementID, in tree: Tree) -> [ElementID] {
    tree.read(id) { Array($0.children.prefix(8)) } ?? []
  }

  private static func position(of bar: ElementID, in tree: Tree) -> Double? {
    tree.read(bar) { $0.range?.current } ?? nil
  }

  /// Whether one of them is elsewhere, other than by itself.
  func areOther(in store: TreeStore, _ rhythm: ChangeRhythm) -> Bool {
    former.contains { bar, position in
      guard let now = Self.position(of: bar, in: store.tree) else { return false }
      return now != position && !rhythm.isRestless(bar)
    }
  }
}
