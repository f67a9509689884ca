internal import BridgeTransport

/// Asks the X server which processes own the windows that the window manager knows.
///
/// Many a process could show windows and has none: the content processes of a browser, the helpers of a
/// desktop that load the same libraries.
final class WindowOwners {
  private let connection: XConnection
  private var completion: ((Set<Int32>?) -> Void)?
  private var owners: Set<Int32> = []

  /// Windows that are looked at, at most.
  static let maxWindows = 256

  init(loop: EventLoop) {
    connection = XConnection(loop: loop)
  }

  /// Calls `completion` once, unless cancelled before: with `nil` when no window manager tells.
  func find(on display: XDisplay, _ completion: @escaping (Set<Int32>?) -> Void) {
    self.completion = completion
    connection.open(display) { isOpen in
      guard isOpen else { return self.end(nil) }
      self.connection.send(.internAtom("_NET_CLIENT_LIST")) { list in
        self.connection.send(.internAtom("_NET_WM_PID")) { process in
          self.readWindows(list?.number32(8) ?? 0, process?.number32(8) ?? 0)
        }
      }
    }
  }

  func cancel() {
    completion = nil
    connection.close()
  }

  private func readWindows(_ list: UInt32, _ process: UInt32) {
    guard list != 0, process != 0 else { return end(nil) }
    connection.send(.getProperty(connection.root, list)) { reply in
      // Without a window manager there is no such property, and no type of it.
      guard let reply, reply.number32(8) != 0 else { return self.end(nil) }
      let windows = reply.propertyNumbers
      guard windows.count <= Self.maxWindows else { return self.end(nil) }
      var left = windows.count
      if left == 0 { return self.end(self.owners) }
      for window in windows {
        self.connection.send(.getProperty(window, process)) { reply in
          if let owner = reply?.propertyNumbers.first { self.owners.insert(Int32(clamping: owner)) }
          left -= 1
          if left == 0 { self.end(self.owners) }
        }
      }
    }
  }

  private func end(_ owners: Set<Int32>?) {
    let completion = completion
    cancel()
    completion?(owners)
  }
}
