internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// An action that the object has now.
struct NativeAction {
  var index: Int32
  /// The name, which is never translated.
  var name: String

  var meaning: ActionName { ActionName.meaning(of: name) }
  var method: String { "Action.DoAction(\(name))" }
}

extension ActionRun {
  /// The maximum number of an object's actions that are read.
  private static let maxActions: Int32 = 256

  /// Reads the actions that the object has now. Indices read earlier may belong to other actions by now.
  ///
  /// Asks for one name per call, which every toolkit answers safely.
  func nativeActions() async throws(ActionRefusal) -> [NativeAction] {
    guard object.interfaces.contains(.action),
      let count = try await optionalProperty("NActions", of: "Action", read: Answer.int32),
      count > 0
    else { return [] }
    let indices = 0..<min(count, Self.maxActions)
    let names = try await callEach(
      "GetName", of: "Action", indices.map { .int32($0) }, read: Answer.string)
    return zip(indices, names).map { NativeAction(index: $0, name: $1 ?? "") }
  }

  /// Returns the action with a normalized name.
  func nativeAction(normalized name: String) async throws(ActionRefusal) -> NativeAction? {
    try await nativeActions().first { ActionName.normalized($0.name) == name }
  }

  /// Performs the best action for `kind`; `nil` when there is none.
  func native(_ kind: ActionKind) async throws(ActionRefusal) -> String? {
    guard let action = best(for: kind, of: try await nativeActions()) else { return nil }
    return try await perform(action)
  }

  /// Performs the best action for `kind`, for kinds that cannot be performed in another way.
  func onlyNative(_ kind: ActionKind, orLacks reason: String = "") async throws(ActionRefusal)
    -> String
  {
    guard let method = try await native(kind) else { throw unsupported(reason) }
    return method
  }

  /// Returns the best action for `kind`, as the mapping ranks them.
  func best(for kind: ActionKind, of actions: [NativeAction]) -> NativeAction? {
    var best: (action: NativeAction, rank: Int)?
    for action in actions {
      let meaning = action.meaning
      guard let use = meaning.kinds.firstIndex(of: kind) else { continue }
      let place = meaning.rank(on: element.role)
      // An action's first kind ranks before another action's second, but for one that comes before all.
      let rank = place < 0 ? place : use * 1000 + place
      if best.map({ rank < $0.rank }) ?? true { best = (action, rank) }
    }
    return best?.action
  }

  func perform(_ action: NativeAction) async throws(ActionRefusal) -> String {
    let asked = MonotonicTime.now()
    let method = try await callRequiringTrue(
      "DoAction", of: "Action", [.int32(action.index)], method: action.method)
    if let delay = object.dialect.clickDelay, action.name == "click" {
      try await awaitClick(delay, since: asked)
    }
    return method
  }

  /// Waits until a button has acted that acts some time after its answer, and reads the target again behind that.
  ///
  /// The application's timer began before its answer, so it is over when a read that is sent this much later
  /// arrives, and the main loop takes the timer first. It began after the request, so what changes within that time is of
  /// something else, such as an action before.
  private func awaitClick(_ delay: Duration, since asked: MonotonicTime) async throws(ActionRefusal)
  {
    let wait = delay + Self.timerSlack
    guard remaining > UInt64(wait.clampedNanoseconds) else { return }
    let began = MonotonicTime.now()
    host.afterAction(element.id)
    try await pause(until: asked.advanced(by: delay - Self.timeToLook))
    let click = asked.advanced(by: delay)
    if MonotonicTime.now() < click { try await endPreparation(.delayed, before: click) }
    try await pause(until: began.advanced(by: wait))
    await targetReading?.readAgain(host)
    try checkNotEnded()
    // The last of the reads that follow an action comes 300 ms after it.
    isReadAgain = MonotonicTime.now().since(began) < .milliseconds(300)
  }

  /// How long before a button acts that is learned which has changed until then, on a busy machine.
  private static let timeToLook = Duration.milliseconds(30)

  /// How much later than its time a timer of an application may be taken, beside what arrives meanwhile.
  private static let timerSlack = Duration.milliseconds(10)

  /// Calls a method that returns a Boolean, and throws unless it returns true.
  func callRequiringTrue(
    _ member: String, of interface: String, _ arguments: [BusValue], method: String
  ) async throws(ActionRefusal) -> String {
    guard try await call(member, of: interface, arguments, method: method, read: Answer.bool) else {
      throw rejection(of: method)
    }
    return method
  }

  /// Calls a method that returns a Boolean, where there is an alternative: `false` when the application does
  /// not know the method, or returns false and input may be synthesised.
  func tryMethod(
    _ member: String, of interface: String, _ arguments: [BusValue], at path: String? = nil,
    method: String
  ) async throws(ActionRefusal) -> Bool {
    do throws(BusError) {
      let isTaken = try await attempt(
        member, of: interface, arguments, at: path, method: method, read: Answer.bool)
      if isTaken { return true }
      recordNothingDone()
    } catch {
      switch error {
      case .unknownMethod, .unknownInterface: return false
      case .remote(let name, _) where name.hasSuffix("NotSupported"): return false
      default: throw refusal(error)
      }
    }
    guard request.allowSynthesis else { throw rejection(of: method) }
    return false
  }

  private func rejection(of method: String) -> ActionRefusal {
    recordNothingDone()
    return ActionRefusal(
      .rejected, "The application returned false from \(method) of \(name)" + synthesisNote())
  }
}
