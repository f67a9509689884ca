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

  /// Returns the children from top to bottom, and within a row in the direction of text. What stands beside something tall that
  /// has parts of the row on both sides is read column by column. They stay in the order of the list where that agrees, where
  /// frames are unknown, and among those that cover each other. A child without a frame stays in its place, unless the whole
  /// list is in reverse.
  func children(of element: borrowing Element) -> [ElementID] {
    let children = element.children
    guard element.role.isLayout, (2...Self.maxChildren).contains(children.count),
      let places = places(of: children), isContradicted(places), !isInDocument(element.id)
    else { return children }
    let ordered = ordered(places, isRightToLeft: isRightToLeft(children)).map(\.id)
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

  /// Returns children in the order of their frames: by pairs, or else one row or column after the other, with those in it in the
  /// same way. They stay in the order of the list where there is none.
  private func ordered(_ places: [Place], isRightToLeft: Bool) -> [Place] {
    if let ranked = ranked(places, isRightToLeft: isRightToLeft) { return ranked }
    let rows = Self.parts(of: places) { ($0.y, $0.y + $0.height) }
    var parts = rows
    if rows.count < 2 {
      parts = Self.joined(Self.parts(of: places) { ($0.x, $0.x + $0.width) })
      if isRightToLeft { parts.reverse() }
    }
    guard parts.count > 1 else { return places }
    return parts.flatMap { ordered($0, isRightToLeft: isRightToLeft) }
  }

  /// Returns children by how many each stands behind; `nil` where that is no order.
  private func ranked(_ places: [Place], isRightToLeft: Bool) -> [Place]? {
    var ranked = [Place?](repeating: nil, count: places.count)
    for place in places {
      // Of frames that all stand before or behind each other, each has another number before it, unless there
      // is no order.
      var rank = 0
      for other in places where other.index != place.index {
        guard let isBefore = other.rect.isRead(before: place.rect, isRightToLeft: isRightToLeft)
        else { return nil }
        if isBefore { rank += 1 }
      }
      guard ranked[rank] == nil else { return nil }
      ranked[rank] = place
    }
    return ranked.compactMap(\.self)
  }

  /// Divides children where a line can be drawn between them that touches none by more than a seam.
  ///
  /// - Parameter side: Where a frame begins and ends, from top to bottom or from left to right.
  private static func parts(
    of places: [Place], by side: (Rect) -> (start: Double, end: Double)
  ) -> [[Place]] {
    var parts: [[Place]] = []
    var end = -Double.infinity
    for place in places.sorted(by: { side($0.rect).start < side($1.rect).start }) {
      let own = side(place.rect)
      if own.start >= end - Rect.seam(own.end - own.start) { parts.append([]) }
      parts[parts.count - 1].append(place)
      end = max(end, own.end)
    }
    return parts.map { part in part.sorted { $0.index < $1.index } }
  }

  /// Joins columns beside each other that have rows in common, as the labels and fields of a form beside tall buttons.
  private static func joined(_ columns: [[Place]]) -> [[Place]] {
    var result: [[Place]] = []
    for column in columns {
      let both = (result.last ?? []) + column
      if !result.isEmpty, parts(of: both, by: { ($0.y, $0.y + $0.height) }).count > 1 {
        result[result.count - 1] = both.sorted { $0.index < $1.index }
      } else {
        result.append(column)
      }
    }
    return result
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
    if covers(other) { return nil }
    if isInRow(with: other) { return isRightToLeft ? x > other.x : x < other.x }
    return center.y < other.center.y
  }

  /// Whether rectangles have more than a seam in common.
  private func covers(_ other: Rect) -> Bool {
    let shared = intersection(other)
    return shared.width > Self.seam(min(width, other.width))
      && shared.height > Self.seam(min(height, other.height))
  }

  /// How far what is as thick as that reaches over what is beside it without covering it: the handle of a splitter of Qt lies on
  /// both of the parts that it divides.
  fileprivate static func seam(_ thickness: Double) -> Double { min(4, thickness / 2) }

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
      .embedded, .splitter:
      true
    default: false
    }
  }
}
