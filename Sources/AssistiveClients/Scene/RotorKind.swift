internal import AccessibilitySpeech
internal import AccessibilityTree

/// The kinds of elements that a rotor can move by.
package enum RotorKind: Hashable, Sendable {
  case headings
  case links
  case controls
  /// Adjustable values: up and down change the value at the cursor.
  case values
  /// The actions of the element at the cursor.
  case actions
  case textFields
  case images
  /// A custom rotor of the application.
  case named(String)

  static let standard: [RotorKind] = [
    .headings, .links, .controls, .values, .actions, .textFields, .images,
  ]

  package var name: String {
    switch self {
    case .headings: "headings"
    case .links: "links"
    case .controls: "controls"
    case .values: "values"
    case .actions: "actions"
    case .textFields: "text fields"
    case .images: "images"
    case .named(let name): name
    }
  }

  /// Whether the rotor stops at an element.
  func covers(_ element: Element) -> Bool {
    switch self {
    case .headings: element.role == .heading || element.traits.contains(.header)
    case .links: element.role == .link || element.traits.contains(.link)
    case .controls:
      element.role.isControl && element.role != .link
        || !element.traits.isDisjoint(with: [.button, .toggle, .adjustable])
    case .values: element.isAdjustable && element.role != .scrollBar && !element.isEditable
    case .actions: !Speech.menuActions(of: element).isEmpty
    case .textFields: element.isEditable
    case .images: element.role == .image || element.traits.contains(.image)
    case .named(let name): element.rotors.contains(name)
    }
  }

  /// Returns the rotors that have at least one element in the scene.
  static func available(in scene: Scene) -> [RotorKind] {
    let elements = scene.stops.compactMap { scene[$0] }
    var names: [String] = []
    for name in elements.flatMap(\.rotors) where !names.contains(name) { names.append(name) }
    return standard.filter { kind in elements.contains(where: kind.covers) }
      + names.map(RotorKind.named)
  }
}
