internal import BridgeTransport

/// Finds out whether a program keeps the keyboard to itself, as one with an open menu does. Its keys go there, wherever the
/// focus is.
enum KeyboardGrab {
  /// Returns `nil` when the X server does not say.
  static func isHeld(on display: XDisplay?, loop: EventLoop) async -> Bool? {
    guard let display else { return nil }
    let connection = XConnection(loop: loop)
    defer { connection.close() }
    guard await connection.open(display),
      // Only who tries to grab it is told. Closing the connection ends the grab.
      let reply = await connection.ask(.grabKeyboard(connection.root))
    else { return nil }
    return reply.byte(1) == alreadyGrabbed
  }

  private static let alreadyGrabbed: UInt8 = 1
}
