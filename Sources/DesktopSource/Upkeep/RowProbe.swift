internal import AccessibilityTree

/// Determines by hit tests which rows of a view are mapped.
///
/// A view of GTK 4 keeps some 200 rows, and maps those that it shows. The others go on to answer with the place that
/// they had on screen, if any, and to say that they are visible. A hit test on such a row (`GetAccessibleAtPoint`)
/// finds nothing in it, and one on a row that is shown at least the row, also where something covers it or where it
/// is partly scrolled out. But nothing is found where the row shows a part that is no object, such as the knob of a slider. So
/// a row counts as not mapped only if nothing is found at its center and at two of its edges.
///
/// A row that is scrolled between the two calls is not found where it was. So nothing is known of it unless it is
/// still there after the test.
///
/// A view shows rows that follow each other. So the view is asked first what is at some points in it, and the
/// rows there are tested, and those before and after them up to the first that is not mapped: no other can be.
final class RowProbe {
  private let rows: [MirroredObject]
  /// `nil`: each row is tested.
  private let view: MirroredObject?
  private let application: MirroredApplication
  private let lane: CallQueue.Lane
  private let didMove: (MirroredObject) -> Void
  /// `nil` once it was called.
  private var done: ((Result) -> Void)?
  private var result: Result
  /// The rows that the view said to be at points in it, by their indexes; `nil`: each row is tested.
  private var anchors: ClosedRange<Int>?
  private var upward: Side
  private var downward: Side
  private var inFlight = 0

  struct Result {
    /// What was found of each row.
    var findings: [PageProbe.Finding]
    /// Whether the view was scrolled meanwhile: then nothing is known.
    var wasScrolled = false
    var callCount = 0
  }

  /// The rows on one side of where the tests begin.
  private struct Side {
    /// The next row to be tested.
    var next: Int
    let step: Int
    /// Whether a row was found not to be mapped, so that none behind it is.
    var isEnded = false
    /// The number of rows beyond the anchors that are being tested.
    var ahead = 0
  }

  /// The maximum number of rows that are tested at once.
  static let maxInFlight = 16
  /// The maximum number of rows on each side that are tested at once where each may be the last one mapped.
  static let maxAhead = 4
  /// Where in the height of a view it is asked what is there.
  static let anchorPlaces = [0.5, 0.25, 0.75]

  /// - Parameters:
  ///   - rows: In the order of the children of the view.
  ///   - view: What has the rows as children; `nil` to test each row.
  ///   - didMove: Called for each row that is not where the mirror has it.
  init(
    _ rows: [MirroredObject], of view: MirroredObject? = nil, _ application: MirroredApplication,
    _ lane: CallQueue.Lane, didMove: @escaping (MirroredObject) -> Void,
    done: @escaping (Result) -> Void
  ) {
    self.rows = rows
    self.view = view
    self.application = application
    self.lane = lane
    self.didMove = didMove
    self.done = done
    result = Result(findings: Array(repeating: .unknown, count: rows.count))
    upward = Side(next: 0, step: 1)
    downward = Side(next: -1, step: -1)
  }

  func start() {
    guard let view, let points = anchorPoints(in: view) else { return pump() }
    var found: [Int] = []
    inFlight = points.count
    let interner = application.context.table.interner
    for point in points {
      calls(view).hit(
        point, { (message) throws(BusError) in try message.reference(interner) },
        { [self] answer in
          if case .success(let reference) = answer { found += row(of: reference, in: view) }
          inFlight -= 1
          if inFlight == 0 { begin(at: found) }
        })
      didCall()
    }
  }

  /// The points at which the view is asked: where its rows are, in several heights.
  private func anchorPoints(in view: MirroredObject) -> [Point]? {
    guard let around = view.frame, around.space == .window,
      let row = rows.first(where: { !$0.isBehind }) ?? rows.first, let place = row.frame
    else { return nil }
    let x = place.rect.x + place.rect.width / 2
    return Self.anchorPlaces.map { Point(x: x, y: around.rect.y + around.rect.height * $0) }
  }

  /// The index of the row that an object is in, if it is in one.
  private func row(of reference: ObjectReference, in view: MirroredObject) -> [Int] {
    var next = application.context.table[reference]
    while let object = next, object.parent !== view { next = object.parent }
    guard let row = next else { return [] }
    let index = rows.firstIndex { $0 === row }
    // One whose place is not known yet is asked for it.
    if index == nil { didMove(row) }
    return index.map { [$0] } ?? []
  }

  private func begin(at found: [Int]) {
    if let first = found.min(), let last = found.max() {
      anchors = first...last
      upward.next = first
      downward.next = first - 1
    }
    pump()
  }

  private func pump() {
    while inFlight < Self.maxInFlight, !application.isClosed, let index = takeNext() {
      if rows[index].stage != .gone, rows[index].isUsable {
        test(index)
      } else if isAhead(index) {
        self[keyPath: side(of: index)].ahead -= 1
      }
    }
    guard inFlight == 0, let done else { return }
    self.done = nil
    conclude()
    done(result)
  }

  private func takeNext() -> Int? { take(&upward) ?? take(&downward) }

  private func take(_ side: inout Side) -> Int? {
    guard rows.indices.contains(side.next), !side.isEnded else { return nil }
    if isAhead(side.next) {
      guard side.ahead < Self.maxAhead else { return nil }
      side.ahead += 1
    }
    defer { side.next += side.step }
    return side.next
  }

  /// Whether a row is beyond those that are known to be shown.
  private func isAhead(_ index: Int) -> Bool { anchors?.contains(index) == false }

  private func side(of index: Int) -> ReferenceWritableKeyPath<RowProbe, Side> {
    index > anchors?.upperBound ?? .max ? \.upward : \.downward
  }

  private func test(_ index: Int) {
    inFlight += 1
    let calls = calls(rows[index])
    frame(calls) { [self] place in
      guard let place else { return finish(index, .unknown) }
      if rows[index].frame?.rect != place { didMove(rows[index]) }
      ask(index, calls, place, place.middles[...])
    }
  }

  /// Tests a row at points in it, up to the first at which something is found.
  private func ask(
    _ index: Int, _ calls: ObjectCalls, _ place: Rect, _ points: ArraySlice<Point>
  ) {
    guard let point = points.first else {
      return frame(calls) { [self] in finish(index, $0 == place ? .unmapped : .unknown) }
    }
    calls.hits(point) { [self] result in
      switch result {
      case .success(true): finish(index, .mapped)
      case .success(false): ask(index, calls, place, points.dropFirst())
      case .failure: finish(index, .unknown)
      }
    }
    didCall()
  }

  private func calls(_ object: MirroredObject) -> ObjectCalls {
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: application.limits)
    calls.lane = lane
    return calls
  }

  private func didCall() {
    result.callCount += 1
    application.health.didCall()
  }

  /// Reads the place of a row in its window; `nil` if it has none.
  private func frame(_ calls: ObjectCalls, _ done: @escaping (Rect?) -> Void) {
    calls.place { result in
      guard case .success(let frame?) = result, !frame.rect.isEmpty else { return done(nil) }
      done(frame.rect)
    }
    didCall()
  }

  private func finish(_ index: Int, _ finding: PageProbe.Finding) {
    result.findings[index] = finding
    inFlight -= 1
    if isAhead(index) {
      let side = side(of: index)
      self[keyPath: side].ahead -= 1
      if finding == .unmapped { self[keyPath: side].isEnded = true }
    }
    pump()
  }

  /// Says what is known of the rows that were not tested.
  private func conclude() {
    guard let anchors else { return }
    let found = result.findings
    // A row that cannot be tested was hit by the view.
    let isThere = [anchors.lowerBound, anchors.upperBound].allSatisfy {
      found[$0] == .mapped || !rows[$0].isUsable
    }
    guard isThere else {
      result.wasScrolled = true
      result.findings = Array(repeating: .unknown, count: rows.count)
      return
    }
    for index in rows.indices where index >= upward.next || index <= downward.next {
      result.findings[index] = .unmapped
    }
  }
}
