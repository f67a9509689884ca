internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// A wait of a run. It ends early when the application ends that it waits in.
final class StepWait {
  private let run: StepRun
  private let request: WaitForRequest
  private var completion: StepRun.Completion?
  /// The application that it waits in; `nil`: not one.
  private var root: ElementID?
  /// What that application is called.
  private var name = ""
  private var cancelWait: (() -> Void)?
  private var timer: Timer?
  private var observation: Observation?

  init(_ request: WaitForRequest, _ run: StepRun, _ completion: @escaping StepRun.Completion) {
    self.request = request
    self.run = run
    self.completion = completion
  }

  /// - Parameter application: The application that was acted on before. The wait is in it where its selector matches nothing
  ///   yet and names no other place.
  func begin(within limit: Duration, after application: ElementID?) {
    do throws(Status) {
      root = try place(application)
    } catch {
      return end(EncodedStepResult(.wait, .failure(error)))
    }
    cancelWait = run.begin(request, within: limit) { [self] in end(EncodedStepResult(.wait, $0)) }
    guard let root, completion != nil else { return }
    name = run.service.store.applications[root]?.name ?? ""
    observation = run.service.store.observe { [weak self] _ in self?.watchApplication() }
  }

  func stop() {
    completion = nil
    release()
  }

  private func release() {
    timer?.cancel()
    observation.take()?.cancel()
    cancelWait.take()?()
  }

  private func end(_ result: EncodedStepResult) {
    guard let completion = completion.take() else { return }
    release()
    completion(result)
  }

  private func place(_ application: ElementID?) throws(Status) -> ElementID? {
    guard case .selector = request.target else { return nil }
    let service = run.service
    let check = try ConditionCheck(request, parse: service.targets.parse)
    var budget = service.configuration.limits.budget
    let found = try check.find(service.targets, &budget)
    let applications = Set(found.ids.compactMap(run.application(of:)))
    if applications.count == 1 { return applications.first }
    let isThere = application.map { service.store.applications[$0] != nil } ?? false
    return found.ids.isEmpty && isThere && !check.namesPlace ? application : nil
  }

  private func watchApplication() {
    guard let root, run.service.store.applications[root] == nil, timer == nil else { return }
    // Another application may still make the condition hold.
    timer = run.service.loop.schedule(after: StepAction.afterEnd) { [weak self] in
      guard let self else { return }
      let ended = Status(
        .conditionNotMet,
        "condition not met: the application \(name.quoted(limit: 60)) ended", remedy: .startAgain)
      end(EncodedStepResult(.wait, .failure(ended)))
    }
  }
}
