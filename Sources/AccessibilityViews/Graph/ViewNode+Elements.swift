/// What a view makes of the elements inside it (S1, S2).
enum Shaping: Equatable {
  /// Nothing: they are its parent's.
  case pass
  /// Puts them in order of their priorities.
  case stack
  /// Changes the one element inside; makes one where there is none, if `creates`; where there are
  /// several, makes a group of them, if `groups`, or else changes the first.
  case modify(creates: Bool, groups: Bool)
  /// Is an element by itself, whatever is inside.
  case element(ElementNode.Kind)
  /// Hides them (S3).
  case hidden
  /// Gives them a place in the order (S4).
  case priority(Double)
}

extension ViewNode {
  /// Says what the view makes of the elements inside, and how it describes its own or the one that
  /// it changes.
  func shape(_ new: Shaping, _ describe: ((inout ElementContent) -> Void)? = nil) {
    self.describe = describe
    if shaping != new {
      shaping = new
      target = nil
      if case .element(let kind) = new, let element, element.kind != kind { self.element = nil }
      items = nil
      parent?.invalidateItems()
    }
    // A description is a closure, and closures do not compare.
    if describe != nil { describedElement?.markStale() }
  }

  /// The element that the view's description is of.
  var describedElement: ElementNode? {
    if case .element = shaping { return element }
    return target
  }

  /// The elements that the view gives to what is around it.
  func elementItems() -> [ElementItem] {
    if let items { return items }
    let result: [ElementItem]
    switch shaping {
    case .pass: result = innerItems()
    case .stack:
      result = innerItems().sortedByPriority().map { ElementItem(element: $0.element) }
    case .hidden: result = []
    case .priority(let priority):
      result = innerItems().map { item in
        item.element.priority = priority
        return ElementItem(element: item.element, priority: priority)
      }
    case .element(.side):
      _ = ownElement(.side)
      result = []
    case .element(let kind): result = [ElementItem(element: ownElement(kind))]
    case .modify(let creates, let groups):
      result = modifiedItems(creates: creates, groups: groups)
    }
    items = result
    return result
  }

  /// The elements inside, in the order of the views.
  func innerItems() -> [ElementItem] {
    if children.count == 1 { return children[0].elementItems() }
    return children.flatMap { $0.elementItems() }
  }

  private func modifiedItems(creates: Bool, groups: Bool) -> [ElementItem] {
    let inner = innerItems()
    if inner.count == 1 || inner.isEmpty && !creates || !inner.isEmpty && !groups {
      retarget(inner.first?.element)
      element = nil
      return inner
    }
    let own = ownElement(inner.isEmpty ? .leaf : .container)
    retarget(own)
    return [ElementItem(element: own)]
  }

  private func retarget(_ new: ElementNode?) {
    guard target !== new else { return }
    target?.markStale()
    target = new
    new?.markStale()
  }

  private func ownElement(_ kind: ElementNode.Kind) -> ElementNode {
    if let element, element.kind == kind { return element }
    let new = ElementNode(owner: self, kind: kind)
    element = new
    return new
  }

  /// The elements inside are not those that were: whoever gathered them is to do so again.
  func invalidateItems() {
    var next: ViewNode? = self
    while let node = next {
      switch node.shaping {
      case .element:
        node.element?.markRebuilding()
        return
      case .hidden: return
      case .modify: if node.target === node.element { node.element?.markRebuilding() }
      case .pass, .stack, .priority: break
      }
      if node.items == nil, node !== self { return }
      node.items = nil
      next = node.parent
    }
  }
}
