internal import AccessibilityQueries
internal import AccessibilityTree

/// The elements of an outline, linked as they are shown: folded containers are replaced by their children.
struct OutlineFolding {
  struct Entry {
    let id: ElementID
    /// The index in `entries`; −1 for a root.
    let parent: Int
    let depth: Int
    /// The text of the only child, which has no entry of its own.
    var inlined: String?
    var isOffscreen = false
    var children: [Int] = []
    /// The number of descendants, at any depth.
    var below = 0
  }

  /// In reading order, parents before children.
  private(set) var entries: [Entry] = []
  private let tree: Tree
  private let options: OutlineOptions
  private var presence = ScreenPresence()

  init(_ tree: Tree, roots: [ElementID], options: OutlineOptions) {
    self.tree = tree
    self.options = options
    var pending = roots.reversed().map { (id: $0, parent: -1) }
    while let (id, parent) = pending.popLast() {
      guard let element = tree[id] else { continue }
      var container = parent
      if parent < 0 || !isFolded(element, below: parent) {
        container = append(element, below: parent)
        if entries[container].inlined != nil { continue }
      }
      for child in element.children.reversed() { pending.append((child, container)) }
    }
    for index in entries.indices.reversed() where entries[index].parent >= 0 {
      entries[entries[index].parent].below += entries[index].below + 1
    }
  }

  private mutating func append(_ element: Element, below parent: Int) -> Int {
    let index = entries.count
    var entry = Entry(
      id: element.id, parent: parent, depth: parent < 0 ? 0 : entries[parent].depth + 1)
    if !options.showsAll {
      entry.inlined = onlyText(of: element)
      var steps = Int.max
      entry.isOffscreen =
        element.parent != nil && !presence.isOnScreen(element, in: tree, steps: &steps)
    }
    if parent >= 0 { entries[parent].children.append(index) }
    entries.append(entry)
    return index
  }

  /// Whether the element is off screen and its parent is not, so that it is stated only once.
  func beginsOffscreen(_ index: Int) -> Bool {
    let entry = entries[index]
    return entry.isOffscreen && (entry.parent < 0 || !entries[entry.parent].isOffscreen)
  }

  // MARK: Folding

  private func isFolded(_ element: Element, below parent: Int) -> Bool {
    if options.showsAll { return false }
    if element.says || element.states.contains(.focused) {
      return repeats(element, parent)
    }
    switch element.role {
    case .generic, .group, .section, .unknown, .paragraph, .text, .label, .separator, .embedded,
      .caption, .image, .icon, .row, .rowGroup, .scrollArea, .listMarker, .mark, .figure:
      // A row without a name is kept when it has children.
      return element.children.isEmpty || element.role.isFiller
    default: return false
    }
  }

  /// Whether the element is a text that its parent already shows.
  private func repeats(_ element: Element, _ parent: Int) -> Bool {
    guard element.isPlainText, let text = element.label ?? element.value else { return false }
    let parentID = entries[parent].id
    return tree.read(parentID) { $0.label == text || $0.value == text } ?? false
  }

  /// Returns the text of the only child, where the element has no name of its own.
  private func onlyText(of element: Element) -> String? {
    guard element.label?.isBlank ?? true, element.value?.isBlank ?? true,
      element.children.count == 1, let child = element.children.first
    else { return nil }
    return tree.read(child) { child -> String? in
      guard child.isPlainText, let text = child.label ?? child.value, !text.isBlank else {
        return nil
      }
      return text
    } ?? nil
  }
}

extension Element {
  /// Whether the element has anything to show apart from its children.
  fileprivate var says: Bool {
    if let label, !label.isBlank { return true }
    if let value, !value.isBlank { return true }
    if range != nil || placeholder != nil || identifier != nil && role != .generic { return true }
    if states.contains(.modal) || states.contains(.invalid) || liveRegion == .assertive {
      return true
    }
    return actions.contains { $0.kind == .press || $0.kind == .custom || $0.kind == .setValue }
      && !traits.contains(.staticText)
  }

  /// Whether the element is a text without any other properties to show.
  fileprivate var isPlainText: Bool {
    guard role == .text || role == .label || role == .caption else { return false }
    return children.isEmpty && !states.contains(.focused) && range == nil
      && !actions.contains { $0.kind == .press || $0.kind == .setText || $0.kind == .custom }
  }
}

extension Role {
  /// Whether elements of the role have no meaning without a name.
  fileprivate var isFiller: Bool {
    switch self {
    case .generic, .group, .section, .unknown, .scrollArea, .embedded, .rowGroup, .paragraph: true
    default: false
    }
  }
}
