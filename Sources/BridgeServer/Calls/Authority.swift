internal import BridgePolicy

/// By what right the calls of a client are made.
final class Authority {
  /// Who makes the call.
  let caller: Caller
  /// What the client may do.
  let rights: Rights
  /// Counts the actions of the client, over all its connections.
  let limiter: ActionLimiter

  init(caller: Caller, rights: Rights, limiter: ActionLimiter) {
    self.caller = caller
    self.rights = rights
    self.limiter = limiter
  }
}
