internal import AccessibilityTree

/// Touch points in text form: "0,-10 0,-40".
enum Gesture {
  /// Parses points; `nil` when the text is not a list of points.
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

  /// Returns the stroke of one finger along a path, with 10 ms between points.
  static func stroke(_ path: [Point]) -> [GesturePoint] {
    let path = path.count == 1 ? path + path : path
    return path.enumerated().map { place, point in
      let phase: GesturePoint.Phase = place == 0 ? .down : place == path.count - 1 ? .up : .move
      return GesturePoint(phase: phase, position: point, time: UInt64(place) * 10_000_000)
    }
  }
}
