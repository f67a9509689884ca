/// The textual form of a gesture, in milliseconds and the coordinate space of the element's frame:
///
///     down 10,10 move 60,40 up                 phases; a phase without a point keeps the position
///     10,10 60,40 80,40                        points alone: down at the first, up at the last
///     down @ move @0,-30 +200 up               @ is the activation point, @X,Y an offset from it
///     down 0,0 1:down 9,0 up 4,0 1:up 5,0      N: is another finger
///
/// `+MS` after a point sets the time since the previous point; the default is 10 ms.
public enum GestureText {
  /// Describes which part of the text is invalid and what to write instead.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
  }

  private static let step: UInt64 = 10_000_000
  /// The maximum time between two points, in milliseconds: one hour.
  package static let maxPause: UInt64 = 3_600_000

  /// Parses a gesture. The result satisfies `GestureRules`.
  ///
  /// - Parameter activationPoint: The point that `@` stands for; when `nil`, a text that uses `@` is refused.
  public static func parse(
    _ text: String, activationPoint: Point? = nil
  ) throws(SyntaxError) -> [GesturePoint] {
    var reader = GestureReader(activationPoint: activationPoint)
    for word in text.split(whereSeparator: \.isWhitespace) { try reader.read(String(word)) }
    let points = try reader.finish()
    if let problem = GestureRules.problem(in: points) {
      throw SyntaxError(description: "the gesture \(problem)")
    }
    return points
  }

  private struct GestureReader {
    let activationPoint: Point?
    private var points: [GesturePoint] = []
    private var time: UInt64 = 0
    /// The last position of each finger.
    private var positions: [Int: Point] = [:]
    private var hasPhases: Bool?
    /// A phase whose point has not been read yet.
    private var pending: (phase: GesturePoint.Phase, touch: Int)?

    init(activationPoint: Point?) {
      self.activationPoint = activationPoint
    }

    mutating func read(_ word: String) throws(SyntaxError) {
      if let pause = try pause(word) { return try wait(pause) }
      if let (phase, touch) = phase(word) {
        try settle()
        if hasPhases == false { throw mixed(word) }
        hasPhases = true
        pending = (phase, touch)
        return
      }
      let position = try point(word)
      if let (phase, touch) = pending {
        pending = nil
        add(phase, position, touch)
      } else if hasPhases == true {
        throw mixed(word)
      } else {
        hasPhases = false
        add(points.isEmpty ? .down : .move, position, 0)
      }
    }

    mutating func finish() throws(SyntaxError) -> [GesturePoint] {
      try settle()
      if hasPhases == false, let last = points.last {
        // A single point is lifted where it went down.
        if points.count == 1 {
          add(.up, last.position, 0)
        } else {
          points[points.count - 1].phase = .up
        }
      }
      return points
    }

    private mutating func add(_ phase: GesturePoint.Phase, _ position: Point, _ touch: Int) {
      if !points.isEmpty { time += step }
      positions[touch] = position
      points.append(GesturePoint(phase: phase, position: position, time: time, touch: touch))
    }

    /// Adds the pending phase at the last position of its finger.
    private mutating func settle() throws(SyntaxError) {
      guard let (phase, touch) = pending else { return }
      pending = nil
      guard let position = positions[touch] else {
        throw SyntaxError(description: "\(phase.name) needs a point: write \(phase.name) X,Y")
      }
      add(phase, position, touch)
    }

    /// Sets the time of the last point to `pause` milliseconds after the one before it.
    private mutating func wait(_ pause: UInt64) throws(SyntaxError) {
      try settle()
      guard let last = points.indices.last, last > 0 else {
        throw SyntaxError(description: "a time must follow the second point or a later one")
      }
      time = points[last - 1].time + pause * 1_000_000
      points[last].time = time
    }

    private func pause(_ word: String) throws(SyntaxError) -> UInt64? {
      guard word.hasPrefix("+"), !word.contains(",") else { return nil }
      guard let pause = UInt64(word.dropFirst()), pause <= maxPause else {
        throw SyntaxError(
          description: "\"\(word)\" is not a time: write + and milliseconds, at most \(maxPause)")
      }
      return pause
    }

    private func phase(_ word: String) -> (GesturePoint.Phase, Int)? {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2, let name = parts.last,
        let phase = GesturePoint.Phase.allCases.first(where: { $0.name == name })
      else { return nil }
      guard parts.count == 2 else { return (phase, 0) }
      return Int(parts[0]).map { (phase, $0) }
    }

    private func point(_ word: String) throws(SyntaxError) -> Point {
      var text = word[...]
      var origin = Point(x: 0, y: 0)
      if text.first == "@" {
        guard let activationPoint else {
          throw SyntaxError(
            description: "\"\(word)\" needs an activation point, which is unknown; write X,Y")
        }
        text = text.dropFirst()
        if text.isEmpty { return activationPoint }
        origin = activationPoint
      }
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite
      else {
        throw SyntaxError(
          description:
            "\"\(word)\" is not part of a gesture: write down, move, up or cancel, X,Y, @, "
            + "@X,Y or +MS")
      }
      return Point(x: origin.x + x, y: origin.y + y)
    }

    private func mixed(_ word: String) -> SyntaxError {
      SyntaxError(
        description: "\"\(word)\": give a phase for every point, or for none: down X,Y move X,Y up")
    }
  }
}
