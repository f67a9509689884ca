internal import BridgeSecurity

/// Who makes a call: the same on every connection of a client, and another one for each client that is told apart.
struct Caller: Hashable {
  /// How it is known who it is; `nil` when nothing is known.
  var proof: Identity.Proof?
  var name = ""
}
