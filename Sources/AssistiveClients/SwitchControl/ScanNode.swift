internal import AccessibilityTree

/// A choice that is presented to a switch user, to select or to skip (V4).
enum ScanNode: Hashable, Sendable {
  case item(ElementID)
  /// A part of the screen, which is entered when it is selected.
  case group(ElementID, [ScanNode])
  /// Items in the same row, which are entered together.
  case row([ScanNode])
  /// An action of an element, which is performed by its name.
  case choice(ElementID, ElementChoice)
  /// A place where the element that was picked up can be dropped.
  case target(ElementID)
  /// Ends the drag without a drop.
  case cancelDrag
  /// A key that types into a field.
  case key(ElementID, SpellingKey)
  /// Several keys, which are entered together.
  case keys(ElementID, [SpellingKey])
  /// The windows to go to.
  case windows([Scene.Window])
  case window(Scene.Window)
  /// Leaves the group or menu; the last choice in each of them.
  case back

  /// The element that the choice refers to.
  var element: ElementID? {
    switch self {
    case .item(let id), .group(let id, _), .choice(let id, _), .target(let id), .key(let id, _),
      .keys(let id, _):
      id
    case .row(let nodes): nodes.first?.element
    case .window(let window): window.id
    case .cancelDrag, .windows, .back: nil
    }
  }

  /// The nodes that are presented when this one is selected; empty unless it is a group or a row.
  var content: [ScanNode] {
    switch self {
    case .group(_, let nodes), .row(let nodes): nodes
    case .keys(let id, let keys): keys.map { .key(id, $0) }
    case .windows(let windows): windows.map(ScanNode.window)
    case .item, .choice, .target, .cancelDrag, .key, .window, .back: []
    }
  }

  /// The number of items, at any depth. A node without content counts as one.
  var count: Int {
    switch self {
    case .group, .row, .keys, .windows: content.reduce(0) { $0 + $1.count }
    case .item, .choice, .target, .cancelDrag, .key, .window: 1
    case .back: 0
    }
  }

  /// The items, at any depth, in order.
  var items: [ElementID] {
    var found: [ElementID] = []
    var pending = [self]
    while let node = pending.popLast() {
      if case .item(let id) = node { found.append(id) }
      pending += node.content.reversed()
    }
    return found
  }

  /// The elements that people reach through the node.
  var reached: [ElementID] {
    if case .target(let id) = self { [id] } else { items }
  }

  /// Whether the node is an element, or a group or row with the element.
  func leads(to id: ElementID) -> Bool {
    if case .group(id, _) = self { return true }
    return items.contains(id)
  }

  /// Whether the node presents what is on the screen, and not what can be done at any time.
  var isContent: Bool {
    switch self {
    case .item, .group, .row, .target, .window: true
    case .choice(_, let choice): choice.command.kind != .scroll && choice.command != .escape
    case .cancelDrag, .key, .keys, .windows, .back: false
    }
  }

  /// Whether both present the same, so that a scan that is rebuilt stays at it.
  func isSame(as other: ScanNode) -> Bool {
    switch (self, other) {
    case (.item(let one), .item(let other)): one == other
    case (.group(let one, _), .group(let other, _)): one == other
    // Rows have no identity of their own.
    case (.row(let one), .row(let other)): one.first?.element == other.first?.element
    case (.choice(let one, let choice), .choice(let other, let same)):
      one == other && choice.isSame(as: same)
    case (.windows, .windows): true
    default: self == other
    }
  }
}
