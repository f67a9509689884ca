public import AccessibilityTree

/// The characteristics of an element and how it can be used.
public typealias AccessibilityTraits = Traits

extension Traits {
  public static let isButton = Traits.button
  public static let isHeader = Traits.header
  public static let isLink = Traits.link
  public static let isImage = Traits.image
  public static let isStaticText = Traits.staticText
  public static let isSelected = Traits.selected
  public static let isToggle = Traits.toggle
  public static let isSearchField = Traits.searchField
  public static let isKeyboardKey = Traits.keyboardKey
  public static let isSummaryElement = Traits.summaryElement
  public static let isTabBar = Traits.tabBar
  public static let isModal = Traits.modal
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: Int, Hashable, Sendable {
  case unspecified = 0
  case h1, h2, h3, h4, h5, h6
}

extension View {
  /// Adds traits. An element with `isToggle` is on while it has `isSelected`; an empty set, as in
  /// `.accessibilityAddTraits(isOn ? .isSelected : [])`, says that it is off.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    modifyElement { $0.addTraits(traits) }
  }

  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
    modifyElement { content in
      content.removeTraits(traits)
    }
  }

  /// Makes the element selectable, and sets whether it is selected. `nil` leaves it not selectable.
  public func accessibilitySelectable(_ isSelected: Bool?) -> some View {
    modifyElement(isEnabled: isSelected != nil) { content in
      content.reportsSelection = true
      content.element.states.insert(.selectable)
      if isSelected == true { content.element.traits.insert(.selected) }
      content.followTraits()
    }
  }

  /// Makes the element a heading.
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    modifyElement { content in
      content.element.traits.insert(.header)
      content.element.level = level == .unspecified ? nil : level.rawValue
      content.followTraits()
    }
  }
}

extension ElementContent {
  mutating func addTraits(_ traits: Traits) {
    if traits.isEmpty || traits.contains(.selected) { reportsSelection = true }
    element.traits.formUnion(traits)
    followTraits()
  }

  fileprivate mutating func removeTraits(_ traits: Traits) {
    if traits.contains(.selected) { reportsSelection = true }
    element.traits.subtract(traits)
    followTraits()
  }

  /// Makes a toggle on: being on is being selected.
  mutating func turnOn() {
    element.traits.insert(.selected)
    element.states.formUnion([.checked, .selected])
  }

  /// Updates the role and states that follow from the traits.
  fileprivate mutating func followTraits() {
    if element.traits.contains(.toggle) {
      followToggle()
    } else if element.traits.contains(.selected) {
      element.states.formUnion([.selectable, .selected])
    } else {
      element.states.remove(.selected)
    }
    if element.traits.contains(.modal) { element.states.insert(.modal) }
    chooseRole()
  }

  /// Updates the states of a toggle, once a view said whether it is on.
  private mutating func followToggle() {
    guard reportsSelection || element.states.contains(.checkable) else { return }
    element.states.subtract([.selectable, .selected, .checked])
    element.states.insert(.checkable)
    if element.traits.contains(.selected) { turnOn() }
  }
}
