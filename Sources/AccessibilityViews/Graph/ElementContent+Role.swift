internal import AccessibilityTree

extension ElementContent {
  /// Sets the role that follows from all traits of the element.
  mutating func chooseRole() {
    if element.role == .textField, element.traits.contains(.searchField) {
      element.role = .searchField
    }
    guard element.role == .group || element.role == .text || element.role == .image else { return }
    let traits = element.traits
    if traits.contains(.header) {
      element.role = .heading
    } else if traits.contains(.link) {
      element.role = .link
    } else if traits.contains(.adjustable), element.role != .image {
      element.role = .slider
    } else if traits.contains(.button) {
      element.role = .button
    } else if traits.contains(.searchField) {
      element.role = .searchField
    } else if traits.contains(.keyboardKey) {
      element.role = .key
    } else if traits.contains(.tabBar) {
      element.role = .tabList
    } else if traits.contains(.image) {
      element.role = .image
    } else if traits.contains(.staticText) {
      element.role = .text
    } else if element.role == .image {
      element.role = .group
    }
  }
}
