/// What an entry of a rotor refers to.
struct RotorTarget: Hashable {
  let id: AnyHashable
  /// `nil`: the id of a view inside the one that has the rotor.
  let namespace: Namespace.ID?
}

/// A custom rotor of a view.
final class Rotor {
  private unowned let node: ViewNode
  private var targets: [ObjectIdentifier: RotorTarget] = [:]
  private var isChanged = false
  /// Whether an entry may refer to an element anywhere in the application.
  private var usesNamespaces = false

  var label = "" {
    didSet { if label != oldValue { change() } }
  }

  init(_ node: ViewNode) {
    self.node = node
    node.graph.rotors.append(self)
    node.onUnmount = { [unowned self, graph = node.graph] in
      graph.rotors.removeAll { $0 === self }
      change()
    }
  }

  /// Sets what the entry of a node refers to; `nil` removes the entry.
  func set(_ target: RotorTarget?, of entry: ViewNode) {
    let key = ObjectIdentifier(entry)
    guard targets[key] != target else { return }
    targets[key] = target
    if target?.namespace != nil { usesNamespaces = true }
    change()
  }

  /// Marks the elements that may be affected, once in an update.
  private func change() {
    guard !isChanged else { return }
    isChanged = true
    let root = usesNamespaces ? node.root : node
    node.graph.after { [weak self, weak root] in
      self?.isChanged = false
      root?.markElementsStale()
    }
  }

  /// Whether an element is the one of an entry.
  ///
  /// - Parameters:
  ///   - names: What the element is called in namespaces.
  ///   - places: The ids of the views around it, with the nodes that have them.
  func covers(_ names: [RotorTarget], _ places: [(target: RotorTarget, node: ViewNode)]) -> Bool {
    let known = Set(targets.values)
    return names.contains(where: known.contains)
      || places.contains { known.contains($0.target) && $0.node.isInside(node) }
  }
}

/// A view with an explicit id.
protocol ExplicitlyIdentified {
  var explicitID: AnyHashable { get }
}

extension ElementNode {
  /// The custom rotors that have an entry for the element.
  func rotorNames(_ names: [RotorTarget]) -> [String] {
    let rotors = owner.graph.rotors
    guard !rotors.isEmpty else { return [] }
    var places: [(RotorTarget, ViewNode)] = []
    var next: ViewNode? = owner
    while let node = next {
      if let id = node.explicitID, node.firstElement === self {
        places.append((RotorTarget(id: id, namespace: nil), node))
      }
      next = node.parent
    }
    return rotors.filter { $0.covers(names, places) }.map(\.label)
  }
}

extension ViewNode {
  /// The first element inside that contains no others.
  fileprivate var firstElement: ElementNode? {
    var first = elementItems().first?.element
    while let container = first, container.kind == .container, let child = container.children.first
    {
      first = child
    }
    return first
  }

  fileprivate func isInside(_ other: ViewNode) -> Bool {
    var next: ViewNode? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }

  fileprivate var root: ViewNode {
    var node: ViewNode = self
    while let next = node.parent { node = next }
    return node
  }

  fileprivate func markElementsStale() {
    element?.markStale()
    for child in children { child.markElementsStale() }
  }
}
