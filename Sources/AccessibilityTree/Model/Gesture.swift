/// One point of a touch, in the coordinate space of the element's frame.
public struct GesturePoint: Hashable, Sendable {
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    case down = 1
    case move = 2
    case up = 3
    case cancel = 4

    /// The name on the command line and in messages.
    public var name: String {
      switch self {
      case .down: "down"
      case .move: "move"
      case .up: "up"
      case .cancel: "cancel"
      }
    }
  }

  public var phase: Phase
  public var position: Point
  /// Nanoseconds since the gesture began.
  public var time: UInt64
  /// The number of the finger, 0 to 9.
  public var touch: Int

  public init(phase: Phase, position: Point, time: UInt64, touch: Int = 0) {
    self.phase = phase
    self.position = position
    self.time = time
    self.touch = touch
  }
}

/// The rules that make points a gesture (A13, A14): each finger goes down, moves and lifts in this order, any
/// number of times; times do not decrease; at the end no finger is down.
public enum GestureRules {
  /// The maximum number of fingers.
  public static let fingers = 10

  /// Returns what is wrong with points, where, and what to do; `nil` when they form a valid gesture.
  public static func problem(in points: [GesturePoint]) -> String? {
    guard !points.isEmpty else { return "has no points; start with a down and end with an up" }
    var isDown = Array(repeating: false, count: fingers)
    var time: UInt64 = 0
    for (place, point) in points.enumerated() {
      func at(_ what: String) -> String { "at point \(place): \(what)" }
      guard isDown.indices.contains(point.touch) else {
        return at("touch \(point.touch) is out of range; touches are 0 to \(fingers - 1)")
      }
      guard point.position.isOnAnyScreen else {
        return at("the position is not within \(Int(Point.furthest)) pixels of the origin")
      }
      guard point.time >= time else {
        return at(
          "the time of \(point.time / 1000) µs is before the previous point's \(time / 1000) µs")
      }
      time = point.time
      switch point.phase {
      case .down:
        if isDown[point.touch] { return at("touch \(point.touch) is already down; lift it first") }
        isDown[point.touch] = true
      case .move, .up, .cancel:
        guard isDown[point.touch] else {
          return at(
            "\(point.phase.name) of touch \(point.touch), which is not down; start with down")
        }
        if point.phase != .move { isDown[point.touch] = false }
      }
    }
    guard let left = isDown.firstIndex(of: true) else { return nil }
    return "ends while touch \(left) is down; end with up or cancel"
  }
}
