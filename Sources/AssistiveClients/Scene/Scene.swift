internal import AccessibilityQueries
package import AccessibilitySpeech
package import AccessibilityTree

/// The part of the desktop in which a client works.
package indirect enum SceneScope: Hashable, Sendable {
  /// The frontmost dialog, window or application at any time.
  case front
  /// An element and its descendants, as long as it exists.
  case element(ElementID)
  /// A window that an application opened for the client, until it is closed; then the scope from which it was opened.
  case opened(ElementID, from: SceneScope)
}

/// The state of a window at one moment: its elements in reading order.
package struct Scene: Sendable {
  package let tree: Tree
  /// The dialog, window or application; `nil` when there is none.
  package let root: ElementID?
  /// The elements at which a cursor can stop, in reading order. An open menu holds the cursor: there are no others.
  package let stops: [ElementID]
  /// All stops of the root, also those around an open menu.
  let allStops: [ElementID]
  /// A menu that is open and can be closed.
  let openMenu: ElementID?
  /// The window to stay in while none is in front.
  let last: ElementID?
  private let places: [ElementID: Int]

  /// - Parameter last: The window that was in front before. It remains the scene while no other one is, as between one
  ///   application's leaving the front and another's taking it.
  package init(_ tree: Tree, scope: SceneScope = .front, last: ElementID? = nil) {
    self.tree = tree
    self.last = last
    // Several applications may each mark a window as active. A window with the focus is preferred, and a
    // window without stops is used only when there is no other.
    let fronts = Self.candidates(in: tree, scope, last).lazy.map { window in
      Self.front(in: tree, of: window)
    }
    let front = fronts.first { !$0.stops.isEmpty } ?? fronts.first
    root = front?.root
    let all = front?.stops ?? []
    let menu = Self.openMenu(among: all, in: tree)
    allStops = all
    openMenu = menu
    stops = menu.map { menu in all.filter { tree.isAncestor(menu, of: $0) } } ?? all
    places = Dictionary(uniqueKeysWithValues: stops.enumerated().map { ($1, $0) })
  }

  package func place(of id: ElementID) -> Int? { places[id] }

  package subscript(id: ElementID) -> Element? { tree[id] }

  /// All elements of the window in reading order, also those that are no stops.
  var everything: [ElementID] {
    var result: [ElementID] = []
    var pending = [root].compactMap(\.self)
    while let id = pending.popLast() {
      guard let element = tree[id] else { continue }
      result.append(id)
      pending += tree.childrenByPriority(of: element).reversed()
    }
    return result
  }

  /// Returns what is said about an element in one line.
  package func headline(of id: ElementID, verbosity: Verbosity = .brief) -> String {
    let headline = Speech.utterance(of: id, in: tree, verbosity: verbosity).headline
    return headline.isEmpty ? "unlabelled" : headline
  }

  /// Returns the stop for an element: the element itself, its first descendant that is a stop, or its
  /// nearest ancestor that is one.
  package func stop(for id: ElementID) -> ElementID? {
    if places[id] != nil { return id }
    var found: ElementID?
    tree.walk(from: [id]) { element, _ in
      if places[element.id] != nil { found = element.id }
      return found == nil ? .descend : .stop
    }
    return found ?? tree.ancestors(of: id).first { places[$0] != nil }
  }

  /// The stop with the keyboard focus.
  package var focusedStop: ElementID? {
    guard let root else { return nil }
    var focused: ElementID?
    tree.walk(from: [root]) { element, _ in
      if element.states.contains(.focused) { focused = element.id }
      return .descend
    }
    return focused.flatMap { $0 == root && places[$0] == nil ? nil : stop(for: $0) }
  }

  /// Returns the nearest of the element and its ancestors that offers an action, or else the first
  /// element in the scene that does.
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

// MARK: The frontmost window

extension Scene {
  /// A window that a client can switch to.
  package struct Window: Hashable, Sendable {
    package let id: ElementID
    package let title: String
  }

  /// Returns the windows of all applications. An application without windows is listed itself.
  package static func windows(in tree: Tree) -> [Window] {
    var shown = ShownElements(tree)
    let all = tree.roots.flatMap { root -> [Window] in
      let windows = (tree[root]?.children ?? []).filter { child in
        tree.read(child) { $0.isWindow && shown.contains($0, scrolls: false) } ?? false
      }
      let name = tree.read(root) { $0.label } ?? nil
      guard !windows.isEmpty else { return [Window(id: root, title: name ?? "")] }
      return windows.map { window in
        let title = (tree.read(window) { $0.label } ?? nil) ?? ""
        return Window(id: window, title: title.isEmpty ? name ?? "" : title)
      }
    }
    return numbered(all)
  }

  /// Tells windows of one title apart: "Notes", "Notes 2".
  private static func numbered(_ windows: [Window]) -> [Window] {
    let titles = Set(windows.map { $0.title.lowercased() })
    var counts: [String: Int] = [:]
    return windows.map { window in
      let title = window.title.lowercased()
      counts[title, default: 0] += 1
      guard counts[title] != 1 else { return window }
      while titles.contains("\(title) \(counts[title, default: 1])") {
        counts[title, default: 1] += 1
      }
      return Window(id: window.id, title: "\(window.title) \(counts[title, default: 1])")
    }
  }

  /// Returns the modal dialog of a window, or else the window. A dialog with nothing to read hides nothing.
  private static func front(
    in tree: Tree, of window: ElementID
  ) -> (root: ElementID, stops: [ElementID]) {
    if let dialog = modal(in: tree, below: window) {
      let stops = CursorStops(of: tree, from: dialog).stops
      if !stops.isEmpty { return (dialog, stops) }
      return (window, CursorStops(of: tree, from: window).stops.filter { $0 != dialog })
    }
    return (window, CursorStops(of: tree, from: window).stops)
  }

  /// Returns the windows that may be frontmost, the most likely first.
  private static func candidates(
    in tree: Tree, _ scope: SceneScope, _ last: ElementID?
  ) -> [ElementID] {
    var scope = scope
    while case .opened(let id, let outer) = scope {
      if tree.contains(id) { return [id] }
      scope = outer
    }
    if case .element(let id) = scope, tree.contains(id) { return [id] }
    let active = tree.activeWindows
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
    let kept = last.flatMap { tree.contains($0) ? $0 : nil }
    return [focused.first ?? kept ?? windows(in: tree).first?.id].compactMap { $0 }
  }

  /// Returns the window of an element; an application is its own.
  static func window(of id: ElementID, in tree: Tree) -> ElementID? {
    let chain = [id] + tree.ancestors(of: id)
    return chain.dropLast().last ?? chain.last
  }

  /// Returns the menu of the last menu item, with the menus around it, if it is one that closes.
  private static func openMenu(among stops: [ElementID], in tree: Tree) -> ElementID? {
    let item = stops.last { id in tree.read(id) { $0.role.isMenuItem } ?? false }
    return item.flatMap { item in
      tree.ancestors(of: item).last { id in
        tree.read(id) { $0.role == .menu && $0.offers(.escape) } ?? false
      }
    }
  }

  /// Returns the last modal dialog, which hides the elements beside it.
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
