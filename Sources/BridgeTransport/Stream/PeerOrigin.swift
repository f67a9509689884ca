extension Connection {
  /// Where the other end is, in as much detail as one who misbehaves cannot change at will: the user, where the system
  /// tells who it is, and otherwise the network.
  public var origin: String {
    if let user = peerUser { return "user \(user)" }
    return peerAddress?.network ?? "an unknown peer"
  }
}
