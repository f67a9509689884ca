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
  /// Zooming: up zooms in and down zooms out.
  case zoom
  case textFields
  case images
  /// A custom rotor of the application.
  case named(String)

  static let standard: [RotorKind] = [
    .headings, .links, .controls, .values, .actions, .zoom, .textFields, .images,
  ]

  package var name: String {
    switch self {
    case .headings: "headings"
    case .links: "links"
    case .controls: "controls"
    case .values: "values"
    case .actions: "actions"
    case .zoom: "zoom"
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
    case .actions: !element.menuChoices(dragged: nil).isEmpty
    case .zoom: element.offers(.zoomIn) || element.offers(.zoomOut)
    case .textFields: element.isEditable
    case .images: element.role == .image || element.traits.contains(.image)
    case .named(let name): element.rotors.contains(name)
    }
  }

  /// Returns the elements of the rotor in reading order. Those of an application's own rotor may be off screen.
  func elements(in scene: Scene) -> [ElementID] {
    guard case .named = self else {
      return scene.stops.filter { scene[$0].map(covers) ?? false }
    }
    return scene.everything.filter { scene[$0].map(covers) ?? false }
  }

  /// Returns the rotors that have at least one element in the scene.
  static func available(in scene: Scene) -> [RotorKind] {
    let elements = scene.stops.compactMap { scene[$0] }
    var names: [String] = []
    for id in scene.everything {
      for name in scene.tree.read(id, { $0.rotors }) ?? [] where !names.contains(name) {
        names.append(name)
      }
    }
    return standard.filter { kind in elements.contains(where: kind.covers) }
      + names.map(RotorKind.named)
  }
}
