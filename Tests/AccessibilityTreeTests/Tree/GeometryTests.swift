import AccessibilityTree
import Testing

@Suite struct `Points and numbers` {
  @Test(arguments: [
    (1e300, Int32.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
    (2_147_483_647.9, .max), (2_147_483_648, .max), (-2_147_483_649, .min), (3.9, 3), (-3.1, -4),
  ])
  func `a number beyond the range of integers becomes the nearest integer`(
    value: Double, whole: Int32
  ) {
    #expect(Int32(saturating: value) == whole)
  }

  @Test(arguments: [1e300, -1e300, .infinity, .nan, 1_000_001])
  func `a point far outside of any screen is not valid in a gesture`(value: Double) throws {
    for far in [Point(x: value, y: 0), Point(x: 0, y: value)] {
      let points = [
        GesturePoint(phase: .down, position: Point(x: 0, y: 0), time: 0),
        GesturePoint(phase: .move, position: far, time: 0),
        GesturePoint(phase: .up, position: Point(x: 0, y: 0), time: 0),
      ]
      let problem = try #require(GestureRules.problem(in: points))
      #expect(problem == "at point 1: the position is not within 1000000 pixels of the origin")
    }
  }
}
