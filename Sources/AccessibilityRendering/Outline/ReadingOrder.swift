internal import AccessibilityTree

/// The order in which people read what is in an element: that of its frames, where they tell another one than
/// the list of children.
///
/// Applications list children in an order of their own: GtkGrid of GTK 3 the last one first. What is in a
/// document stays in its order, which is that of its text, as do tables and lists.
struct ReadingOrder {
  let tree: Tree

  /// The most children that are put in order: enough for a form.
  private static let maxChildren = 256
  /// The most elements that are looked at to find out the direction of text.
  private static let maxTexts = 64

  /// A child that has a place on screen.
  private struct Place {
    let index: Int
    let id: ElementID
    let rect: Rect
  }

  /// Returns the children from top to bottom, and within a row in the direction of text. They stay in the
  /// order of the list where that agrees, where frames are unknown or cover each other, and where rows cannot
  /// be told apart. A child without a frame stays in its place, unless the whole list is in reverse.
  func children(of element: borrowing Element) -> [ElementID] {
    let children = element.children
    guard element.role.isLayout, (2...Self.maxChildren).contains(children.count),
      let places = places(of: children), isContradicted(places), !isInDocument(element.id),
      let ordered = ordered(places, children)
    else { return children }
    // GtkGrid lists all of them from the last one, also what has been scrolled out and has no frame.
    if ordered == places.reversed().map(\.id) { return children.reversed() }
    var result = children
    for (place, id) in zip(places, ordered) { result[place.index] = id }
    return result
  }

  /// Whether an element is in a document, or is one.
  func isInDocument(_ id: ElementID) -> Bool {
    ([id] + tree.ancestors(of: id)).contains { tree.read($0) { $0.role == .document } == true }
  }

  // MARK: Order

  /// Returns the children that have a frame and are on screen; `nil` where their frames cannot be compared.
  private func places(of children: [ElementID]) -> [Place]? {
    var places: [Place] = []
    var shown: [Place] = []
    var space: CoordinateSpace?
    for (index, id) in children.enumerated() {
      guard let (frame, states) = tree.read(id, { ($0.frame, $0.states) }), let frame,
        states.contains(.visible), !frame.rect.isEmpty
      else { continue }
      if let space, space != frame.space { return nil }
      space = frame.space
      let place = Place(index: index, id: id, rect: frame.rect)
      places.append(place)
      if states.contains(.showing) { shown.append(place) }
    }
    return shown.isEmpty ? places : shown
  }

  /// Whether a child stands before the one that the list has before it, if text runs to the right.
  private func isContradicted(_ places: [Place]) -> Bool {
    zip(places, places.dropFirst()).contains { $1.rect.isRead(before: $0.rect) == true }
  }

  /// Returns the children in the order of their frames; `nil` where there is no such order, or the list
  /// agrees.
  private func ordered(_ places: [Place], _ children: [ElementID]) -> [ElementID]? {
    let isRightToLeft = isRightToLeft(children)
    var ordered = [ElementID?](repeating: nil, count: places.count)
    for place in places {
      // Of frames that all stand before or behind each other, each has another number before it, unless there
      // is no order.
      var rank = 0
      for other in places where other.index != place.index {
        guard let isBefore = other.rect.isRead(before: place.rect, isRightToLeft: isRightToLeft)
        else { return nil }
        if isBefore { rank += 1 }
      }
      guard ordered[rank] == nil else { return nil }
      ordered[rank] = place.id
    }
    return ordered.compactMap(\.self)
  }

  /// Whether the first text among elements, or in them, runs to the left.
  private func isRightToLeft(_ ids: [ElementID]) -> Bool {
    var left = Self.maxTexts
    var pending: [ElementID] = ids.reversed()
    while let id = pending.popLast(), left > 0 {
      left -= 1
      guard let element = tree[id] else { continue }
      if let isRightToLeft = (element.label ?? element.value)?.runsToTheLeft {
        return isRightToLeft
      }
      pending += element.children.prefix(left).reversed()
    }
    return false
  }
}

extension Rect {
  /// Whether the rectangle is read before another one: it is above it, or stands before it in the same row;
  /// `nil` where they cover each other.
  func isRead(before other: Rect, isRightToLeft: Bool = false) -> Bool? {
    if intersects(other) { return nil }
    if isInRow(with: other) { return isRightToLeft ? x > other.x : x < other.x }
    return center.y < other.center.y
  }

  /// Whether the lower one of two rectangles is at least half beside the other.
  func isInRow(with other: Rect) -> Bool {
    let shared = min(y + height, other.y + other.height) - max(y, other.y)
    return 2 * shared > min(height, other.height)
  }
}

extension String {
  /// The most characters that are looked at for a letter.
  private static let maxSearched = 32

  /// Whether the first letter is of a script that is written to the left; `nil` without a letter.
  var runsToTheLeft: Bool? {
    let letter = unicodeScalars.prefix(Self.maxSearched).first(where: \.properties.isAlphabetic)
    return letter.map { letter in
      switch letter.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}

extension Role {
  /// Whether elements of the role lay out what is in them, in any order.
  fileprivate var isLayout: Bool {
    switch self {
    case .generic, .group, .section, .unknown, .region, .form, .radioGroup, .window, .dialog,
      .alertDialog, .internalFrame, .scrollArea, .tabPanel, .toolBar, .statusBar, .listItem,
      .embedded:
      true
    default: false
    }
  }
}
