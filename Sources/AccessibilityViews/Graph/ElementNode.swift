internal import AccessibilityTree

/// One accessibility element of the view graph. It lives as long as the view that it is of, so that
/// its id survives every change of its attributes and place.
final class ElementNode {
  /// What becomes of the elements inside.
  enum Kind {
    /// There are none.
    case leaf
    /// They are its children.
    case container
    /// They are part of it: a button's label, what `combine` combines.
    case absorbing
    /// They are gathered for a modifier: a label or actions told as views.
    case side
  }

  let owner: ViewNode
  var kind: Kind
  /// Its id in the store, while it is there.
  var id: ElementID?
  /// Where in the order of its siblings it is read (S4).
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

  /// Whether it is, or stands in, another element.
  func isInside(_ other: ElementNode) -> Bool {
    var next: ElementNode? = self
    while let node = next {
      if node === other { return true }
      next = node.holder
    }
    return false
  }

  /// Whether it is still its view's element.
  var isCurrent: Bool { owner.isMounted && owner.element === self }

  private var graph: ViewGraph { owner.graph }

  func markRebuilding() {
    guard !isRebuilding, kind != .leaf else { return }
    isRebuilding = true
    graph.add(rebuilding: self)
  }

  /// Its attributes are to be worked out anew, and those of what it is a part of.
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

  /// Its place on the screen is to be told anew; its content stays.
  func markMoved() {
    guard !isStale else { return }
    isStale = true
    graph.add(stale: self)
  }

  func markTold() { isStale = false }

  /// Gathers the elements inside.
  func rebuild() {
    isRebuilding = false
    for child in children where child.holder === self { child.holder = nil }
    children = owner.innerItems().sortedByPriority().map(\.element)
    for child in children { child.holder = self }
    if kind != .container { markStale() }
  }

  /// What the element says: what its view says, then what the modifiers around it say, from the
  /// inside out.
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
    if !gestureNodes.isEmpty { content.offer(.touches(.passThroughGesture)) }
    content.complete(as: kind, isScrolled: owner.environment.scroller != nil)
    return content
  }
}

/// An element with its place in the order of its siblings.
struct ElementItem {
  let element: ElementNode
  var priority = 0.0
}

extension [ElementItem] {
  /// Highest first; what is alike keeps its order (S4).
  func sortedByPriority() -> [ElementItem] {
    guard contains(where: { $0.priority != 0 }) else { return self }
    return enumerated().sorted {
      $0.element.priority == $1.element.priority
        ? $0.offset < $1.offset : $0.element.priority > $1.element.priority
    }.map(\.element)
  }
}
