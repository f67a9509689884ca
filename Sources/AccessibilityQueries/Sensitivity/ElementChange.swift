package import AccessibilityTree

/// One element before and after some changes.
package final class ElementChange {
  package let id: ElementID
  /// `nil`: it did not exist.
  package let old: Element?
  /// `nil`: it does not exist any more.
  package let new: Element?
  /// Whether it is in another application.
  let hasOtherApplication: Bool
  /// Whether it has another parent.
  let hasMoved: Bool
  /// Whether it has other children, or another order of them.
  let hasOtherChildren: Bool
  /// Whether it has children that it did not have, or lacks some.
  let hasOtherMembers: Bool
  /// Whether it gained or lost the focus.
  let hasOtherFocus: Bool
  /// Whether it differs in what shows whether it is on screen.
  let hasOtherPresence: Bool

  package init(_ id: ElementID, from old: Element?, to new: Element?) {
    self.id = id
    self.old = old
    self.new = new
    hasOtherApplication = old != nil && new != nil && old?.application != new?.application
    hasMoved = old != nil && new != nil && old?.parent != new?.parent
    let (before, after) = (old?.children ?? [], new?.children ?? [])
    hasOtherChildren = before != after
    hasOtherMembers =
      hasOtherChildren && (before.count != after.count || Set(before) != Set(after))
    hasOtherFocus = Self.isFocused(old) != Self.isFocused(new)
    hasOtherPresence =
      Self.markedStates(old) != Self.markedStates(new) || Self.isEmpty(old) != Self.isEmpty(new)
  }

  /// The children that follow another sibling than before, or none any more.
  package private(set) lazy var followers: [ElementID] = {
    guard hasOtherChildren, let after = new?.children else { return [] }
    let before = Self.predecessors(old?.children ?? [])
    let now = Self.predecessors(after)
    return after.filter { before[$0] != now[$0] }
  }()

  /// Returns the sibling before each child; `nil` before the first.
  private static func predecessors(_ children: [ElementID]) -> [ElementID: ElementID?] {
    var found: [ElementID: ElementID?] = [:]
    var previous: ElementID?
    for child in children {
      found.updateValue(previous, forKey: child)
      previous = child
    }
    return found
  }

  /// Whether its window may mark what is on screen in another way than before.
  package var mayChangeEvidence: Bool { hasOtherPresence || hasMoved }

  /// Whether it is a window or the root of an application, before or after.
  package var isOfWindow: Bool {
    [old, new].contains { element in
      element.map { $0.parent == nil || $0.parent == $0.application } ?? false
    }
  }

  private static func isFocused(_ element: Element?) -> Bool {
    element?.states.contains(.focused) ?? false
  }

  /// The states that `ScreenPresence` considers.
  private static func markedStates(_ element: Element?) -> States {
    element?.states.intersection([.showing, .visible, .iconified, .defunct]) ?? []
  }

  private static func isEmpty(_ element: Element?) -> Bool {
    element?.frame?.rect.isEmpty ?? false
  }
}
