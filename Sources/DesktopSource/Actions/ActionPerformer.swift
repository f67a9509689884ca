internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Performs actions on the objects of a source.
enum ActionPerformer {
  /// Performs an action. Calls `completion` exactly once, by the request's deadline, and never before returning.
  ///
  /// - Parameter whenPrepared: Called when what changed until then is known to be no effect of the action.
  static func perform(
    _ request: ActionRequest, host: any ActionHost,
    whenPrepared: @escaping (ActionPreparation) -> Void = { _ in },
    completion: @escaping (ActionOutcome) -> Void
  ) {
    guard let element = host.store.tree[request.element] else {
      return later(host, completion, .stale, "Element #\(request.element.rawValue) is gone")
    }
    guard let object = host.actionObject(request.element) else {
      return later(
        host, completion, .unsupported,
        "\(element.messageName) has no object in its application")
    }
    ActionRun(
      request, element: element, object: object, host: host, whenPrepared: whenPrepared,
      completion: completion
    ).start()
  }

  private static func later(
    _ host: any ActionHost, _ completion: @escaping (ActionOutcome) -> Void,
    _ reason: ActionRefusal.Reason, _ message: String
  ) {
    host.loop.schedule(after: .zero) {
      completion(.refused(ActionRefusal(reason, message)))
    }
  }
}
