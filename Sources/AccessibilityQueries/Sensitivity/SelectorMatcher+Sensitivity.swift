internal import AccessibilityTree

extension SelectorSensitivity {
  /// Whether a change may have a reach at all. Much cheaper than asking for the reach.
  package func mayConcern(_ change: ElementChange) -> Bool {
    if change.hasMoved, !parentReach.isEmpty { return true }
    if change.hasOtherApplication, !applicationReach.isEmpty { return true }
    if change.hasOtherChildren, !childrenReach.isEmpty { return true }
    if change.hasOtherMembers, !membersReach.isEmpty { return true }
    if change.hasOtherFocus, !focusReach.isEmpty { return true }
    guard let roles, referredLabels.isEmpty else { return true }
    if let role = change.old?.role, roles[Int(role.rawValue)] { return true }
    if let role = change.new?.role, roles[Int(role.rawValue)] { return true }
    return false
  }

  /// Whether matches depend on which elements are on screen.
  package var dependsOnScreen: Bool { !screenReach.isEmpty }
}

extension SelectorMatcher {
  /// Returns which elements may begin or cease to match the matcher's selector because of a change.
  ///
  /// - Parameter sensitivity: That of the matcher's selector.
  package func reach(
    of change: ElementChange, _ sensitivity: SelectorSensitivity
  ) -> ChangeReach {
    var reach: ChangeReach = []
    if change.hasMoved { reach.formUnion(sensitivity.parentReach) }
    if change.hasOtherApplication { reach.formUnion(sensitivity.applicationReach) }
    if change.hasOtherChildren { reach.formUnion(sensitivity.childrenReach) }
    if change.hasOtherMembers { reach.formUnion(sensitivity.membersReach) }
    if change.hasOtherFocus { reach.formUnion(sensitivity.focusReach) }
    if change.hasOtherPresence { reach.formUnion(sensitivity.screenReach) }
    if !sensitivity.labelReach.isEmpty, change.old?.label != change.new?.label {
      reach.formUnion(sensitivity.labelReach)
    }
    if !sensitivity.relationsReach.isEmpty, change.old?.relations != change.new?.relations {
      reach.formUnion(sensitivity.relationsReach)
    }
    for test in sensitivity.referredLabels
    where isReferredLabel(change.old, test) != isReferredLabel(change.new, test) {
      reach.formUnion(.everywhere)
    }
    for compound in sensitivity.compounds where !reach.isSuperset(of: compound.reach) {
      if satisfies(change.old, compound) != satisfies(change.new, compound) {
        reach.formUnion(compound.reach)
      }
    }
    return reach
  }

  private func isReferredLabel(_ element: Element?, _ test: TextPredicate) -> Bool {
    guard let element else { return false }
    return holds(test, element.label) || (element.label == nil && holds(test, element.value))
  }

  private func satisfies(_ element: Element?, _ compound: SensitiveCompound) -> Bool {
    guard let element else { return false }
    steps -= 2
    if let role = compound.role, !role.includes(element.role) { return false }
    if let id = compound.id, id != element.id { return false }
    for test in compound.tests where !holdsAlone(test, element) { return false }
    return true
  }

  /// Whether a test that depends on the element alone holds for an element that need not be in the tree.
  private func holdsAlone(_ test: SelectorPredicate, _ element: Element) -> Bool {
    switch test {
    case .not(let chains): !isAny(chains, element) && steps >= 0
    case .any(let chains): isAny(chains, element)
    case .differs(let test): !holdsAlone(test, element) && steps >= 0
    default: holds(test, element)
    }
  }

  /// Whether the element alone matches one of several chains of one compound.
  private func isAny(_ chains: [SelectorChain], _ element: Element) -> Bool {
    for chain in chains {
      guard let compound = chain.compounds.first else { continue }
      if let role = compound.role, !role.includes(element.role) { continue }
      if let id = compound.id, id != element.id { continue }
      if compound.tests.allSatisfy({ holdsAlone($0, element) }) { return true }
    }
    return false
  }
}
