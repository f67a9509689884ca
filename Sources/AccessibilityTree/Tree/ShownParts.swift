extension Tree {
  /// Returns what is shown in an element and has a place, in reading order.
  ///
  /// - Parameters:
  ///   - limit: The most that are returned.
  ///   - steps: How many elements are looked at to find them.
  package func shownParts(
    of id: ElementID, limit: Int = .max, steps: Int
  ) -> [(id: ElementID, frame: Frame)] {
    placedParts(of: id, limit: limit, steps: steps) { $0.states.contains(.showing) }
  }

  /// Returns what has a place in an element, in reading order.
  ///
  /// - Parameters:
  ///   - limit: The most that are returned.
  ///   - steps: How many elements are looked at to find them.
  ///   - isMeant: Whether an element counts, and what is in it.
  package func placedParts(
    of id: ElementID, limit: Int = .max, steps: Int,
    where isMeant: (borrowing Element) -> Bool = { _ in true }
  ) -> [(id: ElementID, frame: Frame)] {
    var parts: [(id: ElementID, frame: Frame)] = []
    var left = steps
    walk(from: read(id) { $0.children } ?? []) { element, _ in
      guard left > 0, parts.count < limit else { return .stop }
      left -= 1
      guard isMeant(element) else { return .skip }
      if let frame = element.frame, !frame.rect.isEmpty { parts.append((element.id, frame)) }
      return .descend
    }
    return parts
  }
}

extension Array {
  /// Returns some of the elements, from all over the list.
  package func sample(_ limit: Int) -> [Element] {
    let size = Swift.min(count, limit)
    return (0..<size).map { self[$0 * count / size] }
  }
}

extension Rect {
  package var origin: Point { Point(x: x, y: y) }
}

extension Point {
  /// Returns the distance that at least half of some points have moved by, and how many have; `nil` where there is none.
  package static func commonOffset(
    of moves: [(from: Point, to: Point)]
  ) -> (offset: Point, count: Int)? {
    var counts: [Point: Int] = [:]
    for (former, now) in moves where now != former {
      counts[Point(x: now.x - former.x, y: now.y - former.y), default: 0] += 1
    }
    guard let most = counts.max(by: { $0.value < $1.value }), most.value * 2 >= moves.count else {
      return nil
    }
    return (most.key, most.value)
  }
}
