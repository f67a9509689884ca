internal import AccessibilityTree
internal import BridgeTransport

/// Has containers read again of which only what is on screen is mirrored: when they are scrolled, GTK 3 reports only
/// that a scroll bar moved.
final class WindowRefresher: StructurePart {
  let structure: StructureReader
  private var timer: Timer?
  private var lastRead: MonotonicTime?

  /// The shortest time between two reads, and while no client watches.
  private static let pause = Duration.milliseconds(50)
  private static let unwatchedPause = Duration.seconds(1)

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
  }

  /// Has them read soon.
  func request() {
    guard isComplete, !isClosed, timer == nil else { return }
    let pause = context.isWatched ? Self.pause : Self.unwatchedPause
    let elapsed = lastRead.map { MonotonicTime.now().since($0) } ?? pause
    timer = context.loop.schedule(after: max(.milliseconds(10), pause - elapsed)) { [weak self] in
      self?.read()
    }
  }

  private func read() {
    timer = nil
    guard !isClosed else { return }
    lastRead = .now()
    for object in root.subtree where object.isWindowed && object.stage == .shown {
      object.sampling?.isOutdated = true
      structure.readWindow(of: object)
    }
  }
}
