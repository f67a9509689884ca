import AccessibilityTree

/// A generator that gives the same numbers for the same seed.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Trees of random windows, with names of which few are the same.
struct RandomTree {
  private static let roles: [Role] = [
    .generic, .group, .section, .list, .listItem, .cell, .row, .table, .button, .link, .checkBox,
    .textField, .text, .label, .heading, .paragraph, .menu, .menuItem, .toolBar, .image, .status,
    .slider, .separator, .document, .comboBox, .option, .tabPanel, .main, .unknown,
  ]
  private static let words = [
    "open", "the", "document", "settings", "about", "Save", "preferences", "number", "of", "Files",
    "account", "delete", "selected", "items", "view", "Größe", "network", "for", "new", "window",
  ]

  private var numbers: Numbers
  private let isFlat: Bool
  private(set) var tree = Tree()
  private var last: UInt64 = 482_117_350_000

  /// - Parameter isFlat: Whether most elements are on one level.
  init(seed: UInt64, count: Int, isFlat: Bool = false) throws {
    numbers = Numbers(seed: seed)
    self.isFlat = isFlat
    var parents: [ElementID] = []
    for index in 0..<3 {
      let root = try add(.application, "application \(index)", under: nil)
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        parents.append(try add(.window, name(), under: root))
      }
    }
    while tree.count < count {
      let parent = parents[isFlat && !chance(4) ? 0 : skewed(parents.count)]
      let role = chance(60) ? .dialog : Self.roles.randomElement(using: &numbers) ?? .generic
      let hasName = !chance(3) && role != .generic
      let id = try add(
        role, hasName ? name() : nil, under: parent, mayRepeat: hasName && chance(8))
      if !chance(3) { parents.append(id) }
    }
  }

  /// Some parents have many children, most have few.
  private mutating func skewed(_ count: Int) -> Int {
    chance(2)
      ? Int.random(in: 0..<count, using: &numbers)
      : min(count - 1, Int.random(in: 0..<8, using: &numbers))
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &numbers) == 0 }

  /// Returns the name of the element before, or of the one above, that is on screen.
  private func former(_ parent: ElementID) -> String? {
    guard let parent = tree[parent], let last = parent.children.last.flatMap({ tree[$0] }),
      parent.states.contains(.showing), last.states.contains(.showing)
    else { return nil }
    return last.label ?? parent.label
  }

  private mutating func name() -> String {
    let count = Int.random(in: 1...5, using: &numbers)
    let words = (0..<count).compactMap { _ in Self.words.randomElement(using: &numbers) }
    return (words + ["\(tree.count)x"]).joined(separator: " ")
  }

  private mutating func add(
    _ role: Role, _ label: String?, under parent: ElementID?, mayRepeat: Bool = false
  ) throws -> ElementID {
    last += 1
    var element = Element(id: ElementID(rawValue: last), role: role, label: label)
    element.states = [.enabled, .visible, .showing]
    // What is in an element off screen is off screen.
    if let parent, tree[parent]?.parent != nil,
      chance(6) || tree[parent]?.states.contains(.showing) == false
    {
      element.states.remove(.showing)
    }
    if mayRepeat, element.states.contains(.showing), let parent {
      element.label = former(parent) ?? label
    }
    if chance(3) { element.actions = [Action(.press)] }
    if chance(12) { element.states.insert(.selectable) }
    if chance(20) { element.actions.append(Action(.custom, name: "Reply")) }
    if chance(15) { element.states.insert(.expanded) }
    try tree.insert(element, under: parent)
    return element.id
  }
}
