internal import BridgeSecurity
internal import BridgeTransport

/// The key that a pairing tells the other machine to expect.
enum ServerKey {
  /// Returns the stored key, or makes one where no server runs with another.
  static func identity(in state: PrivateDirectory) throws(ProgramError) -> TLSIdentity {
    if let known = try stored({ () throws(StateError) in try state.identityIfMade() }) {
      return known
    }
    let running = try stored { () throws(PrivateFileError) in try Listing.addresses(in: state) }
    guard running.isEmpty else {
      throw ProgramError(
        "\(state.identityPath) is gone, and a server that runs has the key that was there; put it back, or start the "
          + "server again to have a new one")
    }
    return try stored { () throws(StateError) in try state.identity() }
  }
}
