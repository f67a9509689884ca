internal import AccessibilityMirror
internal import AccessibilityTree

/// Where a view takes a click for one on an item of its.
extension ActionRun {
  /// Returns the point of an item that is clicked in place of its middle where the view says that this is not on the item, and another
  /// point below or above is: the item of an icon without a picture has only the text below. Views that say nothing are believed to
  /// take the middle.
  func pointOnItem(
    _ middle: Point, of target: Element, _ object: ActionObject
  ) async throws(ActionRefusal) -> Point {
    guard object.dialect.omitsChangeEvents, target.role.isItem,
      let view = target.parent.flatMap({ host.store.tree[$0] }), view.role.holdsItems,
      let viewObject = host.actionObject(view.id), viewObject.queue === object.queue,
      viewObject.interfaces.contains(.component)
    else { return middle }
    if try await hits([middle], of: object, in: viewObject) == [true] { return middle }
    guard let item = try await placed(object), let frame = try await placed(viewObject) else {
      return middle
    }
    let points = (0..<Self.heights).map { step in
      Point(x: middle.x, y: item.y + item.height * (Double(step) + 0.5) / Double(Self.heights))
    }
    // Some views take the place for one within themselves, whatever it is said to be in.
    for origin in [Point(x: 0, y: 0), Point(x: frame.x, y: frame.y)] {
      let asked = ([middle] + points).map { Point(x: $0.x - origin.x, y: $0.y - origin.y) }
      let hits = try await hits(asked, of: object, in: viewObject)
      if hits.first == true { return middle }
      if let found = Array(hits.dropFirst()).middleOfLongestRun { return points[found] }
    }
    return middle
  }

  /// Whether a view says that an item of its is at each of some points.
  private func hits(
    _ points: [Point], of item: ActionObject, in view: ActionObject
  ) async throws(ActionRefusal) -> [Bool] {
    let places = points.map(item.dialect.coordinates.arguments)
    return try await callEach(
      "GetAccessibleAtPoint", of: "Component", with: places, at: view.path, read: Answer.path
    ).map { $0 == item.path }
  }

  /// The number of heights of an item at which it is looked for.
  private static var heights: Int { 12 }
}

extension [Bool] {
  /// The middle of the longest run of what is true, the last of several that are as long; `nil` where nothing is.
  var middleOfLongestRun: Int? {
    var longest = 0..<0
    var start = 0
    for (index, isTrue) in enumerated() {
      guard isTrue else {
        start = index + 1
        continue
      }
      if index + 1 - start >= longest.count { longest = start..<(index + 1) }
    }
    return longest.isEmpty ? nil : longest.lowerBound + longest.count / 2
  }
}
