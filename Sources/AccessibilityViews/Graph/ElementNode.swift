internal import AccessibilityTree

/// An accessibility element of the view graph. It lives as long as its view, so that its id survives every
/// change of its attributes and position.
final class ElementNode {
  /// What happens to the elements inside.
  enum Kind {
    /// There are none.
    case leaf
    /// They are its children.
    case container
    /// They are merged into it, as in a button's label or with `combine`.
    case absorbing
    /// They are collected for a modifier, such as a label or actions that are specified as views.
    case side
  }

  let owner: ViewNode
  var kind: Kind
  /// The id in the store, while the element is in it.
  var id: ElementID?
  /// The sort priority among its siblings (S4).
  var priority = 0.0 {
    didSet { if priority != oldValue { markMoved() } }
  }
  private(set) var children: [ElementNode] = []
  private(set) weak var holder: ElementNode?
  private(set) var isRebuilding = false
  private(set) var isStale = false
  private var content: ElementContent?

  init(owner: ViewNode, kind: Kind) {
    self.owner = owner
    self.kind = kind
    markRebuilding()
    markStale()
  }

  /// Whether this is another element or one of its descendants.
  func isInside(_ other: ElementNode) -> Bool {
    var next: ElementNode? = self
    while let node = next {
      if node === other { return true }
      next = node.holder
    }
    return false
  }

  /// Whether this is still the element of its view.
  var isCurrent: Bool { owner.isMounted && owner.element === self }

  private var graph: ViewGraph { owner.graph }

  /// Whether touches are sent to the element because it was activated.
  var isTouched: Bool { graph.host?.touched === self }

  func markRebuilding() {
    guard !isRebuilding, kind != .leaf else { return }
    isRebuilding = true
    graph.add(rebuilding: self)
  }

  /// Marks the attributes for recomputation, and those of the element that this one is merged into.
  func markStale() {
    content = nil
    if !isStale {
      isStale = true
      graph.add(stale: self)
    }
    if kind == .side {
      owner.parent?.describedElement?.markStale()
    } else if let holder, holder.kind != .container {
      holder.markStale()
    }
  }

  /// Marks the position on screen for publishing; the content stays valid.
  func markMoved() {
    guard !isStale else { return }
    isStale = true
    graph.add(stale: self)
  }

  func markTold() { isStale = false }

  /// Collects the elements inside.
  func rebuild() {
    isRebuilding = false
    for child in children where child.holder === self { child.holder = nil }
    children = owner.innerItems().sortedByPriority().map(\.element)
    for child in children { child.holder = self }
    if kind != .container { markStale() }
  }

  /// Returns the content of the element: from its view, then from the surrounding modifiers, from the inside out.
  func currentContent() -> ElementContent {
    if let content { return content }
    let fresh = makeContent()
    content = fresh
    return fresh
  }

  func makeContent() -> ElementContent {
    var content = ElementContent(.group)
    if !owner.environment.isEnabled {
      content.element.states.remove(.enabled)
      content.element.traits.insert(.notEnabled)
    }
    owner.describe?(&content)
    var next = owner.parent
    while let node = next, node !== holder?.owner {
      if node.target === self { node.describe?(&content) }
      next = node.parent
    }
    for rotor in rotorNames(content.rotorTargets) where !content.element.rotors.contains(rotor) {
      content.element.rotors.append(rotor)
    }
    if !gestureNodes.isEmpty { content.offer(.touches(.passThroughGesture)) }
    if isTouched { content.offer(.endOfDirectTouch) }
    content.complete(as: kind, isScrolled: owner.environment.scroller != nil)
    return content
  }
}

/// An element with its sort priority.
struct ElementItem {
  let element: ElementNode
  var priority = 0.0
}

extension [ElementItem] {
  /// Returns the items with the highest priority first; items of equal priority keep their order (S4).
  func sortedByPriority() -> [ElementItem] {
    guard contains(where: { $0.priority != 0 }) else { return self }
    return enumerated().sorted {
      $0.element.priority == $1.element.priority
        ? $0.offset < $1.offset : $0.element.priority > $1.element.priority
    }.map(\.element)
  }
}
