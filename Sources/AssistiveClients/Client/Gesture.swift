internal import AccessibilityTree

/// Touches as they are written: "0,-10 0,-40".
enum Gesture {
  /// `nil` when the text is no row of points.
  static func points(_ text: String) -> [Point]? {
    var points: [Point] = []
    for word in text.split(separator: " ") {
      let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite
      else { return nil }
      points.append(Point(x: x, y: y))
    }
    return points.isEmpty ? nil : points
  }

  /// One finger along a path, 10 ms between its points.
  static func stroke(_ path: [Point]) -> [GesturePoint] {
    let path = path.count == 1 ? path + path : path
    return path.enumerated().map { place, point in
      let phase: GesturePoint.Phase = place == 0 ? .down : place == path.count - 1 ? .up : .move
      return GesturePoint(phase: phase, position: point, time: UInt64(place) * 10_000_000)
    }
  }
}
