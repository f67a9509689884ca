internal import BridgeTransport

/// Work that may be too much for one turn of the loop, first come, first served: so much of it in each
/// turn that nobody else waits long.
final class WorkQueue {
  private let loop: EventLoop
  private let share: Duration
  private let rests: Bool
  private var work: ArraySlice<() -> Void> = []
  private var isPlanned = false

  /// - Parameters:
  ///   - share: how long it may go on in one turn; the piece that is begun is finished.
  ///   - rests: whether it pauses for as long as it worked, so that it takes half of the loop's time
  ///     at the most.
  init(_ loop: EventLoop, share: Duration, rests: Bool = false) {
    self.loop = loop
    self.share = share
    self.rests = rests
  }

  var count: Int { work.count }

  /// Has `body` called when it is its turn, never from within this call.
  func add(_ body: @escaping () -> Void) {
    work.append(body)
    guard !isPlanned else { return }
    isPlanned = true
    loop.atEndOfTurn { [weak self] in self?.run() }
  }

  private func run() {
    let began = MonotonicTime.now()
    var spent = Duration.zero
    // What is added meanwhile waits for its turn as well, so that this ends.
    var left = work.count
    while left > 0, spent < share, let next = work.popFirst() {
      next()
      left -= 1
      spent = MonotonicTime.now().since(began)
    }
    isPlanned = !work.isEmpty
    guard isPlanned else {
      work = []
      return
    }
    loop.schedule(after: rests ? spent : .zero) { [weak self] in self?.run() }
  }
}
