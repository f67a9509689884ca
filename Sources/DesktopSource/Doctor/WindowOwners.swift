internal import BridgeTransport

/// Asks the X server which processes own the windows that the window manager lists.
///
/// Many processes could show windows and have none: the content processes of a browser, the helpers of a
/// desktop that load the same libraries.
enum WindowOwners {
  /// The maximum number of windows that are examined.
  static let maxWindows = 256

  /// Returns the processes; `nil` when no window manager lists the windows, or there are too many.
  static func find(on display: XDisplay, loop: EventLoop) async -> Set<Int32>? {
    let connection = XConnection(loop: loop)
    defer { connection.close() }
    guard await connection.open(display),
      let list = await connection.ask(.internAtom("_NET_CLIENT_LIST"))?.number32(8), list != 0,
      let process = await connection.ask(.internAtom("_NET_WM_PID"))?.number32(8), process != 0,
      // Without a window manager the property does not exist, and its type is 0.
      let reply = await connection.ask(.getProperty(connection.root, list)), reply.number32(8) != 0
    else { return nil }
    let windows = reply.propertyNumbers
    guard windows.count <= maxWindows else { return nil }
    var owners: Set<Int32> = []
    for window in windows {
      let reply = await connection.ask(.getProperty(window, process))
      if let owner = reply?.propertyNumbers.first { owners.insert(Int32(clamping: owner)) }
    }
    return owners
  }
}
