internal import AccessibilityTree

extension SelectorMatcher {
  /// Whether the element matches the compound at `place`, regardless of its position in the chain.
  func matchesCompound(_ id: ElementID, _ chain: SelectorChain, _ index: Int) -> Bool {
    guard isPinned(id, chain, index) else { return false }
    return tree.read(id) { matches($0, chain.compounds[index]) } ?? false
  }

  func matches(_ element: borrowing Element, _ compound: borrowing SelectorCompound) -> Bool {
    steps -= 2
    guard steps >= 0 else { return false }
    if let role = compound.role, !role.includes(element.role) { return false }
    if let id = compound.id, id != element.id { return false }
    for test in compound.tests where !holds(test, element) { return false }
    return true
  }

  func holds(_ test: SelectorPredicate, _ element: borrowing Element) -> Bool {
    switch test {
    case .flags(let states, let traits):
      return !element.states.isDisjoint(with: states) || !element.traits.isDisjoint(with: traits)
    case .pseudoClass(let pseudoClass): return has(pseudoClass, element)
    case .isRoot: return element.parent.map { !tree.contains($0) } ?? true
    case .isEmpty: return element.children.isEmpty
    case .hasFocusWithin: return element.states.contains(.focused) || holdsFocus(element)
    case .nthChild(let nth): return isChild(nth, element.id, of: element.parent)
    case .isOnlyChild:
      return siblings(below: element.parent) { $0.count == 1 }
    case .text(let attribute, let test): return anyText(attribute, of: element, test)
    case .number(let attribute, let test):
      return number(attribute, of: element).map(test.holds) ?? false
    case .toolkitAttribute(let name, let test):
      for attribute in element.attributes
      where attribute.name == name && holds(test, attribute.value) {
        return true
      }
      return false
    case .content(let test):
      return holds(test, element.label) || holds(test, element.effectiveValue)
    case .labelledBy(let test): return isLabelled(element, test)
    case .not(let chains):
      let id = element.id
      return !chains.contains { matches(id, $0) } && steps >= 0
    case .any(let chains):
      let id = element.id
      return chains.contains { matches(id, $0) }
    case .within(let chains): return isWithin(chains, element.parent)
    case .has(let chains):
      for chain in chains where holds(chain, element) { return true }
      return false
    case .differs(let test): return !holds(test, element) && steps >= 0
    }
  }

  func holds(_ test: TextPredicate, _ text: String?) -> Bool {
    guard let text else { return false }
    return test.holds(text, &machine, steps: &steps)
  }

  private func has(_ pseudoClass: PseudoClass, _ element: borrowing Element) -> Bool {
    switch pseudoClass {
    case .enabled: element.isUsable
    case .disabled: !element.isUsable
    case .visible: presence.isOnScreen(element, in: tree, steps: &steps)
    case .offscreen: !presence.isOnScreen(element, in: tree, steps: &steps) && steps >= 0
    case .actionable: element.isActionable
    case .editable: element.isEditable
    case .adjustable: element.isAdjustable
    case .unchecked: element.isUnchecked
    }
  }

  // MARK: Relatives

  private func siblings(below parent: ElementID?, _ body: ([ElementID]) -> Bool) -> Bool {
    guard let parent else { return body([]) }
    return tree.read(parent) { body($0.children) } ?? false
  }

  private func isChild(_ nth: Int, _ id: ElementID, of parent: ElementID?) -> Bool {
    siblings(below: parent) { children in
      let index = nth > 0 ? nth - 1 : children.count + nth
      return children.indices.contains(index) && children[index] == id
    }
  }

  private func isLabelled(_ element: borrowing Element, _ test: TextPredicate) -> Bool {
    for relation in element.relations where relation.kind == .labelledBy {
      for target in relation.targets where steps >= 0 {
        steps -= 1
        let isNamed = tree.read(target) { target in
          holds(test, target.label) || (target.label == nil && holds(test, target.value))
        }
        if isNamed == true { return true }
      }
    }
    return false
  }

  // MARK: Attributes

  private func anyText(
    _ attribute: TextAttribute, of element: borrowing Element, _ test: TextPredicate
  ) -> Bool {
    switch attribute {
    case .label: holds(test, element.label)
    case .value: holds(test, element.effectiveValue)
    case .hint: holds(test, element.hint)
    case .identifier: holds(test, element.identifier)
    case .name: holds(test, name(of: element))
    case .placeholder: holds(test, element.placeholder)
    case .nativeRole: holds(test, element.nativeRole.isEmpty ? nil : element.nativeRole)
    case .role: holds(test, element.role.name)
    case .toolkit: holds(test, known(applications[element.application]?.toolkit))
    case .toolkitVersion: holds(test, known(applications[element.application]?.toolkitVersion))
    case .source: holds(test, known(applications[element.application]?.source))
    case .health: holds(test, applications[element.application]?.health.name)
    case .application: holds(test, applicationName(of: element.application))
    case .trait: element.traits.names.contains { holds(test, $0) }
    case .state: element.states.names.contains { holds(test, $0) }
    case .action:
      element.actions.contains {
        holds(test, $0.name) || holds(test, $0.kind.name) || holds(test, $0.nativeName)
      }
    case .inputLabel: element.inputLabels.contains { holds(test, $0) }
    case .relation: element.relations.contains { holds(test, $0.kind.name) }
    case .live: holds(test, element.liveRegion?.name)
    }
  }

  private func known(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The label; for an application's root, the name of the application.
  private func name(of element: borrowing Element) -> String? {
    element.role == .application ? applicationName(of: element.id) ?? element.label : element.label
  }

  private func applicationName(of root: ElementID) -> String? {
    applications[root]?.name ?? (tree.read(root) { $0.label } ?? nil)
  }

  private func number(_ attribute: NumberAttribute, of element: borrowing Element) -> Double? {
    switch attribute {
    case .level: element.level.map(Double.init)
    case .position: element.positionInSet.map(Double.init)
    case .setSize: element.setSize.map(Double.init)
    case .x: element.frame?.rect.x
    case .y: element.frame?.rect.y
    case .width: element.frame?.rect.width
    case .height: element.frame?.rect.height
    case .minimum: element.range?.minimum
    case .maximum: element.range?.maximum
    case .current: element.range?.current
    case .step: element.range?.step
    case .processID: applications[element.application]?.processID.map(Double.init)
    case .childCount: Double(element.children.count)
    case .textLength: textLength(of: element).map(Double.init)
    case .value: element.range?.current ?? element.effectiveValue.flatMap(Self.number)
    }
  }
}

extension SelectorMatcher {
  private func textLength(of element: borrowing Element) -> Int? {
    if element.isRedacted { return nil }
    if let length = element.text?.length { return length }
    guard let value = element.value else { return nil }
    steps -= value.utf8.count / 8
    return value.unicodeScalars.count
  }

  /// Parses a number. Longer texts are not numbers that anybody would write.
  private static func number(_ text: String) -> Double? {
    text.utf8.count <= 64 ? Double(text) : nil
  }
}
