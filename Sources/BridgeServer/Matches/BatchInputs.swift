internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree

/// What selectors test of applications.
struct ApplicationTraits {
  let identities: [ElementID: [String]]
  let health: [ElementID: Health]

  init(of store: TreeStore) {
    identities = store.applications.mapValues { application in
      [
        application.name, application.toolkit, application.toolkitVersion, application.source,
        application.processID.map { "\($0)" } ?? "",
      ]
    }
    health = store.applications.mapValues(\.health)
  }
}

/// How each window marks what is on screen, as `:visible` and `:offscreen` last took it.
struct ScreenEvidence {
  private var known: [ElementID: ScreenPresence.Evidence] = [:]

  /// Brings the evidence up to date. Returns whether that of any window differs.
  mutating func update(with changes: [ElementChange], in tree: Tree) -> Bool {
    var presence = ScreenPresence()
    var windows: Set<ElementID> = []
    var steps = Int.max
    for change in changes where change.mayChangeEvidence {
      for place in [change.id, change.old?.parent] {
        let window = place.flatMap { place in
          tree.read(place) { presence.window(of: $0, in: tree, steps: &steps) }
        }
        if let window { windows.insert(window) }
      }
      // What is marked in an application shows whether its root is on screen.
      for root in [change.old?.application, change.new?.application] {
        guard let root, tree.contains(root) else { continue }
        windows.insert(root)
        // A window without a mark is hidden beside one that is marked.
        if change.isOfWindow { windows.formUnion(tree.read(root) { $0.children } ?? []) }
      }
    }
    known = known.filter { tree.contains($0.key) }
    var isOther = false
    for window in windows {
      let evidence = presence.evidence(ofWindow: window, in: tree, steps: &steps)
      if known.updateValue(evidence, forKey: window) != evidence { isOther = true }
    }
    return isOther
  }
}
