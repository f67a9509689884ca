internal import AccessibilityMirror
internal import AccessibilityTree

/// Where things were before an action that scrolls: the scroll bars of its target and of the areas around it, and what was shown in
/// the target.
struct ScrollPositions {
  private let target: ElementID
  private let frame: Frame?
  private var former: [(bar: ElementID, position: Double)] = []
  /// What was shown in the target.
  var contents: [(id: ElementID, frame: Frame)]

  /// How much of what is shown is remembered, and how many elements are looked at to find it.
  private static let maxContents = 64
  private static let maxSteps = 1000

  init(around target: ElementID, in tree: Tree) {
    self.target = target
    frame = tree.read(target) { $0.frame } ?? nil
    contents = tree.shownParts(of: target, limit: Self.maxContents, steps: Self.maxSteps)
    for id in [target] + tree.ancestors(of: target) {
      if tree.read(id, { $0.isWindow }) == true { return }
      let role = tree.read(id, { $0.role }) ?? .unknown
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

  /// Whether one of the scroll bars, or what was shown, is elsewhere, other than by itself.
  func areOther(in store: TreeStore, _ rhythm: ChangeRhythm) -> Bool {
    isContentMoved(in: store.tree, rhythm)
      || former.contains { bar, position in
        guard let now = Self.position(of: bar, in: store.tree) else { return false }
        return now != position && !rhythm.isRestless(bar)
      }
  }

  /// Whether most of what was shown, and at least two elements, moved by the same distance, and what it is in did not.
  private func isContentMoved(in tree: Tree, _ rhythm: ChangeRhythm) -> Bool {
    guard tree.read(target, { $0.frame }) == frame else { return false }
    let moves = contents.compactMap { id, former -> (from: Point, to: Point)? in
      guard !rhythm.isRestless(id), let frame = tree.read(id, { $0.frame }) ?? nil else {
        return nil
      }
      return (former.rect.origin, frame.rect.origin)
    }
    return Point.commonOffset(of: moves).map { $0.count >= 2 } ?? false
  }
}
