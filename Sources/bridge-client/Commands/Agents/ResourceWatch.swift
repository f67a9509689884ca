internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// Watches what a resource is made of, until its task is cancelled or the server refuses. While the server cannot be
/// reached, tries again.
struct ResourceWatch: Sendable {
  enum News: Sendable {
    /// Changes are watched, or will be when the server can be reached. Reported once.
    case begun
    case changed
    /// The server refuses, and would again. Nothing follows.
    case refused(String)
  }

  let session: Session
  let resource: AgentResource
  let report: @Sendable (News) -> Void

  /// The shortest time between two reports, and before the server is tried again.
  private static let pause = Duration.milliseconds(500)

  func run() async {
    var hasBegun = false
    var isLate = false
    func begin() {
      if !hasBegun { report(.begun) }
      hasBegun = true
    }
    while !Task.isCancelled {
      var isServed = false
      do {
        let client = try await session.renewed.located(within: .zero).connect()
        defer { client.close() }
        let request = SubscribeRequest(kinds: resource.kinds)
        // What changes during the pause comes as one update behind it.
        for try await response in client.stream(request, window: 1) {
          begin()
          // What changed while nobody watched is not known.
          if isLate, !isServed { report(.changed) }
          isServed = true
          guard case .update(let update) = response.event else { continue }
          if concerns(update) { report(.changed) }
          try await Task.sleep(for: Self.pause)
        }
      } catch let error as ClientError where error.isRefusedAccess && !isServed {
        // A watch that was served may be ended because its rights have changed; then they are asked for once more.
        return report(.refused(Failure(error: error).text.plain))
      } catch {}
      begin()
      // Also after a stream that ended well: a server may end each at once.
      try? await Task.sleep(for: Self.pause)
      isLate = true
    }
  }

  private func concerns(_ update: TreeUpdate) -> Bool {
    if resource == .screen {
      return !(update.changed.isEmpty && update.removed.isEmpty && update.leftScope.isEmpty)
    }
    return update.notifications.contains { resource.kinds.contains($0.notification.kind) }
  }
}
