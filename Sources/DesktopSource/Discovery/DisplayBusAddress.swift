internal import BridgeTransport

/// Asks the X display for the accessibility bus: the property `AT_SPI_BUS` of its root window, which
/// is there where no session bus is (another user's desktop, a bare `ssh`).
final class DisplayBusAddress {
  private let loop: EventLoop
  private let connection: XConnection
  private var timer: BridgeTransport.Timer?
  private var done: ((String?) -> Void)?

  static let patience = Duration.seconds(1)

  init(loop: EventLoop) {
    self.loop = loop
    connection = XConnection(loop: loop)
  }

  /// Calls `done` once, with `nil` when there is no display on this machine or it knows of no bus.
  func find(_ done: @escaping (String?) -> Void) {
    self.done = done
    guard let display = XDisplay.fromEnvironment() else { return end(nil) }
    timer = loop.schedule(after: Self.patience) { self.end(nil) }
    connection.open(display) { isOpen in
      guard isOpen else { return self.end(nil) }
      self.connection.send(.internAtom("AT_SPI_BUS")) { reply in
        guard let atom = reply?.number32(8), atom != 0 else { return self.end(nil) }
        self.connection.send(.getProperty(self.connection.root, atom)) { reply in
          let text = reply?.propertyText?.prefix { $0 != "\0" }
          self.end(text.flatMap { $0.isEmpty ? nil : String($0) })
        }
      }
    }
  }

  private func end(_ address: String?) {
    let done = done
    self.done = nil
    timer?.cancel()
    timer = nil
    connection.close()
    done?(address)
  }
}
