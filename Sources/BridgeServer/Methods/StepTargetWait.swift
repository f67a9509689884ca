internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Waits for what a step acts on while the action before it may still bring it: a dialog that is being read, a button
/// that becomes enabled. A target that is not there when nothing changes any more is refused by the action itself.
final class StepTargetWait {
  private let run: StepRun
  private let request: PerformRequest
  private let end: MonotonicTime
  private var completion: (() -> Void)?
  private var hasWaited = false
  private var cancelWait: (() -> Void)?
  private var timer: Timer?

  /// How long to wait at most, for how long at once, and how long to pause between.
  static let limit = Duration.seconds(2)
  private static let slice = Duration.milliseconds(200)
  private static let pause = Duration.milliseconds(10)

  init(
    _ request: PerformRequest, within limit: Duration, _ run: StepRun,
    _ completion: @escaping () -> Void
  ) {
    self.request = request
    self.run = run
    self.completion = completion
    end = .now().advanced(by: limit)
  }

  func begin() {
    guard completion != nil else { return }
    guard let awaited, .now() < end else {
      completion.take()?()
      return
    }
    hasWaited = true
    let left = min(Self.slice, max(end.since(.now()), .milliseconds(1)))
    cancelWait = run.begin(awaited, within: left) { [weak self] _ in self?.look() }
    if timer != nil { cancelWait = nil }
  }

  private func look() {
    cancelWait = nil
    timer = run.service.loop.schedule(after: Self.pause) { [weak self] in
      self?.timer = nil
      self?.begin()
    }
  }

  func stop() {
    completion = nil
    cancelWait.take()?()
    timer?.cancel()
  }

  /// What is to be waited for before the action; `nil` when it can begin, or nothing more is to be expected.
  private var awaited: WaitForRequest? {
    let service = run.service
    do throws(Status) {
      let id = try service.targets.resolve(request.target)
      let isDisabled = service.store.tree.read(id) { $0.traits.contains(.notEnabled) } == true
      if isDisabled, request.command != .scrollIntoView {
        return run.mayChange ? WaitForRequest(target: .id(id), condition: .enabled) : nil
      }
      // What came late is read first: its parts come after it.
      guard hasWaited, run.application(of: id).map(service.isReading) == true else { return nil }
      return WaitForRequest(target: .id(id), condition: .stable(milliseconds: 50))
    } catch {
      guard case .selector(let text) = request.target, error.reason == .noMatch,
        let selector = try? service.targets.parse(text),
        run.mayChange || service.targets.progress(concerning: selector) != nil
      else { return nil }
      return WaitForRequest(target: request.target)
    }
  }
}
