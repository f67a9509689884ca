public import BridgeTransport

/// One window at a time, and one client that waits in it: whoever is in between must not have several strings of which
/// the owner accepts any.
extension CredentialStore {
  /// The directory of the window and of the client that waits. It changes when one of them does.
  public func introductions() throws(PrivateFileError) -> PrivateDirectory {
    try directory.directory(Self.introductions)
  }

  static let introductions = "introductions"

  private static let windowFile = "window"
  private static let clientFile = "client"

  /// Opens a window; it takes the place of one that is open.
  public func open(_ window: IntroductionWindow) throws(PrivateFileError) {
    let place = try introductions()
    try place.locked { () throws(PrivateFileError) in
      _ = try place.remove(Self.clientFile)
      try place.write(Self.windowFile, window.stored)
    }
  }

  /// Closes the window. A client that waits in it is refused.
  public func closeWindow() throws(PrivateFileError) {
    let place = try introductions()
    try place.locked { () throws(PrivateFileError) in try close(place) }
  }

  private func close(_ place: PrivateDirectory) throws(PrivateFileError) {
    _ = try place.remove(Self.windowFile)
    _ = try place.remove(Self.clientFile)
  }

  /// The window, unless it has expired, or nobody waits at it any more.
  public func window(at now: WallTime) throws(PrivateFileError) -> IntroductionWindow? {
    try window(introductions(), now)
  }

  private func window(
    _ place: PrivateDirectory, _ now: WallTime
  ) throws(PrivateFileError) -> IntroductionWindow? {
    guard let bytes = try place.read(Self.windowFile),
      let window = IntroductionWindow(stored: bytes), window.isCurrent(at: now), window.isAttended
    else { return nil }
    return window
  }

  /// The client that waits.
  public func waitingClient() throws(PrivateFileError) -> WaitingClient? {
    try introductions().read(Self.clientFile).flatMap { WaitingClient(stored: $0) }
  }

  /// Uses a try of the window, because a client is about to learn what its string is. Returns `false` when no window
  /// is open, or another client waits in it.
  public func beginIntroduction(now: WallTime) throws(PrivateFileError) -> Bool {
    let place = try introductions()
    return try place.locked { () throws(PrivateFileError) in
      guard var window = try window(place, now), window.isOpen(at: now),
        try place.read(Self.clientFile) == nil
      else {
        return false
      }
      window.triesLeft -= 1
      try place.write(Self.windowFile, window.stored)
      return true
    }
  }

  /// Lets a client wait for the owner. Returns `false` when another one does, or the window was closed.
  public func wait(_ client: WaitingClient, now: WallTime) throws(PrivateFileError) -> Bool {
    let place = try introductions()
    return try place.locked { () throws(PrivateFileError) in
      guard try window(place, now) != nil else { return false }
      return try place.create(Self.clientFile, client.stored)
    }
  }

  /// Forgets a client that waits, because it has left or was refused.
  public func forget(_ client: WaitingClient) throws(PrivateFileError) {
    let place = try introductions()
    try place.locked { () throws(PrivateFileError) in
      guard let waiting = try waitingClient(), waiting.isSame(as: client) else { return }
      _ = try place.remove(Self.clientFile)
    }
  }

  /// What became of a yes of one of the two sides.
  public enum Acceptance: Equatable, Sendable {
    case paired(Grant)
    /// The other side has not said yes yet.
    case otherSideMissing
    case nobodyWaits
    /// The client that waits shows another string.
    case otherString(triesLeft: Int)
    case conflict(PairingConflict)
  }

  /// Writes down that the owner has accepted a string, and pairs with the client that waits if it shows the same and the
  /// person over there has agreed.
  public func accept(
    _ string: IntroductionString, now: WallTime
  ) throws(PrivateFileError) -> Acceptance {
    let place = try introductions()
    return try place.locked { () throws(PrivateFileError) in
      guard var window = try window(place, now),
        var client = try waitingClient()
      else { return .nobodyWaits }
      guard client.string == string else {
        window.triesLeft = max(0, window.triesLeft - 1)
        if window.triesLeft > 0 {
          try place.write(Self.windowFile, window.stored)
        } else {
          try close(place)
        }
        return .otherString(triesLeft: window.triesLeft)
      }
      client.isAccepted = true
      return try settle(client, in: window, place, now)
    }
  }

  /// Writes down that the person on the client's side has said yes, and pairs with it if the owner has accepted it.
  public func agree(_ client: WaitingClient, now: WallTime) throws(PrivateFileError) -> Acceptance {
    let place = try introductions()
    return try place.locked { () throws(PrivateFileError) in
      guard let window = try window(place, now), var waiting = try waitingClient(),
        waiting.isSame(as: client)
      else { return .nobodyWaits }
      waiting.isAgreed = true
      return try settle(waiting, in: window, place, now)
    }
  }

  /// Pairs when both sides have said yes: otherwise one of them could have a pairing that the other has refused.
  private func settle(
    _ client: WaitingClient, in window: IntroductionWindow, _ place: PrivateDirectory,
    _ now: WallTime
  ) throws(PrivateFileError) -> Acceptance {
    let grant = window.terms.pairing(with: client.key, created: now)
    if let conflict = try self.conflict(of: grant) { return .conflict(conflict) }
    guard client.isAccepted, client.isAgreed else {
      try place.write(Self.clientFile, client.stored)
      return .otherSideMissing
    }
    if let conflict = try addPairing(grant) { return .conflict(conflict) }
    try close(place)
    return .paired(grant)
  }
}
