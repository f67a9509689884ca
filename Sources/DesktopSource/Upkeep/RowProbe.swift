internal import AccessibilityTree

/// Determines by hit tests which rows of a view are mapped.
///
/// A view of GTK 4 keeps some 200 rows, and maps those that it shows. The others go on to answer with the place that
/// they had on screen, if any, and to say that they are visible. A hit test on such a row (`GetAccessibleAtPoint`)
/// finds nothing in it, and one on a row that is shown at least the row, also where something covers it or where it
/// is partly scrolled out.
///
/// A row that is scrolled between the two calls is not found where it was. So nothing is known of it unless it is
/// still there after the test.
final class RowProbe {
  private let rows: [MirroredObject]
  private let application: MirroredApplication
  private let lane: CallQueue.Lane
  private let didMove: (MirroredObject) -> Void
  /// `nil` once it was called.
  private var done: (([PageProbe.Finding]) -> Void)?
  private var findings: [PageProbe.Finding]
  private var next = 0
  private var inFlight = 0

  /// The maximum number of rows that are tested at once.
  static let maxInFlight = 16

  /// - Parameters:
  ///   - didMove: Called for each row that is not where the mirror has it.
  ///   - done: Called with what was found of each row.
  init(
    _ rows: [MirroredObject], _ application: MirroredApplication, _ lane: CallQueue.Lane,
    didMove: @escaping (MirroredObject) -> Void, done: @escaping ([PageProbe.Finding]) -> Void
  ) {
    self.rows = rows
    self.application = application
    self.lane = lane
    self.didMove = didMove
    self.done = done
    findings = Array(repeating: .unknown, count: rows.count)
  }

  func start() {
    while inFlight < Self.maxInFlight, next < rows.count, !application.isClosed {
      next += 1
      if rows[next - 1].stage != .gone, rows[next - 1].isUsable { test(next - 1) }
    }
    guard inFlight == 0, let done else { return }
    self.done = nil
    done(findings)
  }

  private func test(_ index: Int) {
    inFlight += 1
    var calls = ObjectCalls(
      peer: rows[index].peer, path: rows[index].path, limits: application.limits)
    calls.lane = lane
    frame(calls) { [self] place in
      guard let place else { return finish(index, .unknown) }
      if rows[index].frame?.rect != place { didMove(rows[index]) }
      calls.hitsCenter(of: place) { [self] result in
        switch result {
        case .success(true): finish(index, .mapped)
        case .success(false):
          frame(calls) { [self] in finish(index, $0 == place ? .unmapped : .unknown) }
        case .failure: finish(index, .unknown)
        }
      }
      application.health.didCall()
    }
  }

  /// Reads the place of a row in its window; `nil` if it has none.
  private func frame(_ calls: ObjectCalls, _ done: @escaping (Rect?) -> Void) {
    calls.frame(in: .window) { result in
      guard case .success(let frame?) = result, !frame.rect.isEmpty else { return done(nil) }
      done(frame.rect)
    }
    application.health.didCall()
  }

  private func finish(_ index: Int, _ finding: PageProbe.Finding) {
    findings[index] = finding
    inFlight -= 1
    start()
  }
}
