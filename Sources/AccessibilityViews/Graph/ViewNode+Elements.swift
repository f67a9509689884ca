/// How a view shapes the elements inside it (S1, S2).
enum Shaping: Equatable {
  /// Passes them to its parent unchanged.
  case pass
  /// Sorts them by priority.
  case stack
  /// Modifies the only element inside. With none, creates one if `creates`; with several, makes a group of
  /// them if `groups`, otherwise modifies the first.
  case modify(creates: Bool, groups: Bool)
  /// Is an element itself, whatever is inside.
  case element(ElementNode.Kind)
  /// Hides them (S3).
  case hidden
  /// Sets their sort priority (S4).
  case priority(Double)
}

extension ViewNode {
  /// Sets how the view shapes the elements inside, and how it describes its own element or the one that it modifies.
  func shape(_ new: Shaping, _ describe: ((inout ElementContent) -> Void)? = nil) {
    self.describe = describe
    if shaping != new {
      shaping = new
      target = nil
      if case .element(let kind) = new, let element, element.kind != kind { self.element = nil }
      items = nil
      parent?.invalidateItems()
    }
    // A description is a closure, and closures cannot be compared.
    if describe != nil { describedElement?.markStale() }
  }

  /// The element that the view's description applies to.
  var describedElement: ElementNode? {
    if case .element = shaping { return element }
    return target
  }

  /// Returns the elements that the view passes to its parent.
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

  /// Returns the elements inside, in the order of the views.
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

  /// Marks the elements inside as changed, so that the enclosing elements collect them again.
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
