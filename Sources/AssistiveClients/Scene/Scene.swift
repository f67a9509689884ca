public import AccessibilityTree

/// Where a client works.
public enum SceneScope: Hashable, Sendable {
  /// The dialog, window or application that is in front, whichever that is.
  case front
  /// An element and what is below it, for as long as it is there.
  case element(ElementID)
}

/// What a client finds at one moment: the elements of a window, in reading order.
public struct Scene: Sendable {
  public let tree: Tree
  /// The dialog, window or application; `nil` when there is nothing.
  public let root: ElementID?
  /// Where a cursor can stop, in reading order.
  public let stops: [ElementID]
  private let places: [ElementID: Int]

  public init(_ tree: Tree, scope: SceneScope = .front) {
    self.tree = tree
    root = Self.root(in: tree, scope)
    stops = root.map { ReadingOrder(of: tree, from: $0).stops } ?? []
    places = Dictionary(uniqueKeysWithValues: stops.enumerated().map { ($1, $0) })
  }

  public func place(of id: ElementID) -> Int? { places[id] }

  public subscript(id: ElementID) -> Element? { tree[id] }

  /// The stop that stands for an element: itself, or the first below it, or what it is part of.
  public func stop(for id: ElementID) -> ElementID? {
    if places[id] != nil { return id }
    var found: ElementID?
    tree.walk(from: [id]) { element, _ in
      if places[element.id] != nil { found = element.id }
      return found == nil ? .descend : .stop
    }
    return found ?? tree.ancestors(of: id).first { places[$0] != nil }
  }

  /// The stop that has the keyboard focus.
  public var focusedStop: ElementID? {
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
  public func offering(_ kind: ActionKind, near id: ElementID?) -> ElementID? {
    let offers = { (id: ElementID) in
      tree.read(id) { $0.actions.contains { $0.kind == kind } } ?? false
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
  public struct Window: Hashable, Sendable {
    public let id: ElementID
    public let title: String
  }

  /// Every window of every application; an application that has none stands for itself.
  public static func windows(in tree: Tree) -> [Window] {
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

  private static func root(in tree: Tree, _ scope: SceneScope) -> ElementID? {
    if case .element(let id) = scope {
      guard tree.contains(id) else { return front(of: tree) }
      return modal(in: tree, below: id) ?? id
    }
    return front(of: tree)
  }

  private static func front(of tree: Tree) -> ElementID? {
    var active: ElementID?
    var focused: ElementID?
    for root in tree.roots {
      for child in tree.read(root, { $0.children }) ?? [] {
        if tree.read(child, { $0.states.contains(.active) }) ?? false { active = child }
      }
    }
    if active == nil {
      tree.scan { element in
        if element.states.contains(.focused) { focused = element.id }
        return focused == nil
      }
    }
    guard
      let window = active ?? focused.flatMap({ window(of: $0, in: tree) })
        ?? windows(in: tree).first?.id
    else { return nil }
    return modal(in: tree, below: window) ?? window
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
