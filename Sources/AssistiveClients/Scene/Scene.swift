internal import AccessibilityQueries
package import AccessibilitySpeech
package import AccessibilityTree

/// Where a client works.
package enum SceneScope: Hashable, Sendable {
  /// The dialog, window or application that is in front, whichever that is.
  case front
  /// An element and what is below it, for as long as it is there.
  case element(ElementID)
}

/// What a client finds at one moment: the elements of a window, in reading order.
package struct Scene: Sendable {
  package let tree: Tree
  /// The dialog, window or application; `nil` when there is nothing.
  package let root: ElementID?
  /// Where a cursor can stop, in reading order.
  package let stops: [ElementID]
  private let places: [ElementID: Int]

  package init(_ tree: Tree, scope: SceneScope = .front) {
    self.tree = tree
    // Each of several applications may call a window of its own active: one that holds the focus is
    // in front of the others, and one that holds nothing behind them.
    let fronts = Self.candidates(in: tree, scope).lazy.map { window in
      let root = Self.modal(in: tree, below: window) ?? window
      return (root: root, stops: ReadingOrder(of: tree, from: root).stops)
    }
    let front = fronts.first { !$0.stops.isEmpty } ?? fronts.first
    root = front?.root
    stops = front?.stops ?? []
    places = Dictionary(uniqueKeysWithValues: stops.enumerated().map { ($1, $0) })
  }

  package func place(of id: ElementID) -> Int? { places[id] }

  package subscript(id: ElementID) -> Element? { tree[id] }

  /// What is said of an element in a line.
  package func headline(of id: ElementID, verbosity: Verbosity = .brief) -> String {
    let headline = Speech.utterance(of: id, in: tree, verbosity: verbosity).headline
    return headline.isEmpty ? "unlabelled" : headline
  }

  /// The stop that stands for an element: itself, or the first below it, or what it is part of.
  package func stop(for id: ElementID) -> ElementID? {
    if places[id] != nil { return id }
    var found: ElementID?
    tree.walk(from: [id]) { element, _ in
      if places[element.id] != nil { found = element.id }
      return found == nil ? .descend : .stop
    }
    return found ?? tree.ancestors(of: id).first { places[$0] != nil }
  }

  /// The stop that has the keyboard focus.
  package var focusedStop: ElementID? {
    guard let root else { return nil }
    var focused: ElementID?
    tree.walk(from: [root]) { element, _ in
      if element.states.contains(.focused) { focused = element.id }
      return .descend
    }
    return focused.flatMap { $0 == root ? nil : stop(for: $0) }
  }

  /// The nearest of the element and what it stands in that offers an action; or else the first in
  /// the scene that does.
  package func offering(_ kind: ActionKind, near id: ElementID?) -> ElementID? {
    let offers = { (id: ElementID) in
      tree.read(id) { $0.offers(kind) } ?? false
    }
    if let id, let near = ([id] + tree.ancestors(of: id)).first(where: offers) { return near }
    guard let root else { return nil }
    return tree.subtree(of: root).first(where: offers)
      ?? tree.read(root) { $0.application }.flatMap { offers($0) ? $0 : nil }
  }
}

// MARK: What is in front

extension Scene {
  /// A window that can be gone to.
  package struct Window: Hashable, Sendable {
    package let id: ElementID
    package let title: String
  }

  /// Every window of every application; an application that has none stands for itself.
  package static func windows(in tree: Tree) -> [Window] {
    var shown = ShownElements(tree)
    return tree.roots.flatMap { root -> [Window] in
      let windows = (tree[root]?.children ?? []).filter { child in
        tree.read(child) { $0.role.isWindow && shown.contains($0, scrolls: false) } ?? false
      }
      let name = tree.read(root) { $0.label } ?? nil
      guard !windows.isEmpty else { return [Window(id: root, title: name ?? "")] }
      return windows.map { window in
        let title = (tree.read(window) { $0.label } ?? nil) ?? ""
        return Window(id: window, title: title.isEmpty ? name ?? "" : title)
      }
    }
  }

  /// What may be in front, the likeliest first.
  private static func candidates(in tree: Tree, _ scope: SceneScope) -> [ElementID] {
    if case .element(let id) = scope, tree.contains(id) { return [id] }
    let active = tree.roots.flatMap { tree.read($0) { $0.children } ?? [] }.filter {
      tree.read($0) { $0.states.contains(.active) } ?? false
    }
    if active.count == 1 { return active }
    var focused: [ElementID] = []
    tree.scan { element in
      if element.states.contains(.focused), let window = window(of: element.id, in: tree) {
        focused.append(window)
      }
      return !active.isEmpty || focused.isEmpty
    }
    guard active.isEmpty else {
      return active.filter(focused.contains) + active.filter { !focused.contains($0) }
    }
    return [focused.first ?? windows(in: tree).first?.id].compactMap { $0 }
  }

  private static func window(of id: ElementID, in tree: Tree) -> ElementID? {
    let chain = [id] + tree.ancestors(of: id)
    return chain.dropLast().last ?? chain.last
  }

  /// The last dialog that hides what is beside it.
  private static func modal(in tree: Tree, below root: ElementID) -> ElementID? {
    var shown = ShownElements(tree)
    var found: ElementID?
    tree.walk(from: [root]) { element, _ in
      if element.states.contains(.modal) || element.traits.contains(.modal),
        shown.contains(element, scrolls: false)
      {
        found = element.id
      }
      return .descend
    }
    return found
  }
}

extension Role {
  fileprivate var isWindow: Bool {
    switch self {
    case .window, .dialog, .alertDialog: true
    default: false
    }
  }
}
