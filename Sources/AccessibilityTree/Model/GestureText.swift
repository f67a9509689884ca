/// A gesture as people write it, in milliseconds and the coordinates of the element's frame:
///
///     down 10,10 move 60,40 up                 phases; one without a point stays where it is
///     10,10 60,40 80,40                        points alone: down at the first, up at the last
///     down @ move @0,-30 +200 up               @ is the activation point, @X,Y an offset from it
///     down 0,0 1:down 9,0 up 4,0 1:up 5,0      N: is another finger
///
/// `+MS` after a point is how long after the point before it comes; 10 where nothing is said.
public enum GestureText {
  /// What could not be read, and what to write instead.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
  }

  private static let step: UInt64 = 10_000_000
  /// The longest pause, in milliseconds: an hour.
  private static let maxPause: UInt64 = 3_600_000

  /// The points of a gesture that keeps `GestureRules`.
  ///
  /// - Parameter activationPoint: where `@` is; a text that names it is refused when `nil`.
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
    /// Of each finger, where it was last.
    private var places: [Int: Point] = [:]
    private var hasPhases: Bool?
    /// A phase whose point has not come yet.
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
      let place = try point(word)
      if let (phase, touch) = pending {
        pending = nil
        add(phase, place, touch)
      } else if hasPhases == true {
        throw mixed(word)
      } else {
        hasPhases = false
        add(points.isEmpty ? .down : .move, place, 0)
      }
    }

    mutating func finish() throws(SyntaxError) -> [GesturePoint] {
      try settle()
      if hasPhases == false, let last = points.last {
        // A touch without a movement is lifted where it came down.
        if points.count == 1 {
          add(.up, last.position, 0)
        } else {
          points[points.count - 1].phase = .up
        }
      }
      return points
    }

    private mutating func add(_ phase: GesturePoint.Phase, _ place: Point, _ touch: Int) {
      if !points.isEmpty { time += step }
      places[touch] = place
      points.append(GesturePoint(phase: phase, position: place, time: time, touch: touch))
    }

    /// A phase without a point happens where its finger is.
    private mutating func settle() throws(SyntaxError) {
      guard let (phase, touch) = pending else { return }
      pending = nil
      guard let place = places[touch] else {
        throw SyntaxError(description: "\(phase.name) needs a point: write \(phase.name) X,Y")
      }
      add(phase, place, touch)
    }

    /// Moves the point before to so long after the one before it.
    private mutating func wait(_ pause: UInt64) throws(SyntaxError) {
      try settle()
      guard let last = points.indices.last, last > 0 else {
        throw SyntaxError(description: "a time follows the second point or a later one")
      }
      time = points[last - 1].time + pause * 1_000_000
      points[last].time = time
    }

    private func pause(_ word: String) throws(SyntaxError) -> UInt64? {
      guard word.hasPrefix("+"), !word.contains(",") else { return nil }
      guard let pause = UInt64(word.dropFirst()), pause <= maxPause else {
        throw SyntaxError(
          description: "\"\(word)\" is no time: write + and milliseconds, at most \(maxPause)")
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
            description: "\"\(word)\" needs an activation point, which is not known; write X,Y")
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
            "\"\(word)\" is no part of a gesture: write down, move, up or cancel, X,Y, @, "
            + "@X,Y or +MS")
      }
      return Point(x: origin.x + x, y: origin.y + y)
    }

    private func mixed(_ word: String) -> SyntaxError {
      SyntaxError(
        description: "\"\(word)\": name the phase of every point, or of none: down X,Y move X,Y up")
    }
  }
}
