internal import BridgeClient
internal import BridgeProtocol

/// How a watch goes on when its connection is lost or the run of the server that it watches ends.
struct Resumption: Sendable {
  private let session: Session
  private let client: BridgeClient
  /// Why the connection was lost, until the watch has resumed.
  private var loss: String?
  /// Whether the connection was lost because this client may do something else now.
  private var hasOtherRights = false

  init(_ session: Session, _ client: BridgeClient) {
    (self.session, self.client) = (session, client)
  }

  /// What a watch does next.
  enum Step {
    /// Goes on after what was printed last, in the same run of the server.
    case resume
    /// Begins again: nothing that was printed is valid any more.
    case startOver
  }

  /// Notes that the watch goes on.
  mutating func succeed() { (loss, hasOtherRights) = (nil, false) }

  /// Returns what to do after an error, and says why. Waits until another run of the server is there, if that is what it
  /// takes. Throws when the watch cannot go on.
  ///
  /// - Parameter hasBegun: Whether anything of the run of the server has arrived.
  mutating func step(after error: ClientError, hasBegun: Bool) async throws -> Step {
    switch error {
    case .connectionLost(let why) where hasBegun:
      loss = loss ?? why
      printNote("\(why); trying to resume")
      return .resume
    case .status(let status) where error.tellsOfOtherRights && loss == nil && hasBegun:
      (loss, hasOtherRights) = (status.message, true)
      printNote("\(status.message); trying to resume with the new rights")
      return .resume
    case .status(let status) where status.reason == .shuttingDown && hasBegun:
      printNote("\(status.message); waiting until it is back")
      try await awaitNextRun(status.message)
    default:
      guard let loss, !error.isRefusedAccess else { throw error }
      if error.status == nil { printNote("the server has ended; waiting until it is back") }
      try await awaitNextRun(loss)
    }
    printNote(startingOver(hasOtherRights: hasOtherRights))
    succeed()
    return .startOver
  }

  /// Waits for another run of the server, because the one that was watched is over. Throws why that one was lost when
  /// none comes within the command's time limit.
  private func awaitNextRun(_ loss: String) async throws {
    let next = session.renewed
    while true {
      do {
        _ = try await client.call(GetServerInfoRequest(), timeout: try next.timeLeft())
        return
      } catch ClientError.status(let status) where status.reason == .shuttingDown {
        // The one that ends still answers.
        try await Task.sleep(for: .milliseconds(50))
      } catch ClientError.connectionLost {
        // It ended while it was asked.
        try await Task.sleep(for: .milliseconds(50))
      } catch let error as ClientError where error.isRefusedAccess {
        throw error
      } catch is ClientError, is Timeout {
        throw ClientError.connectionLost(
          "the server was not back within \(session.timeout): \(loss)")
      }
    }
  }
}
