internal import AccessibilityTree
internal import BridgeTransport

/// Finds a point of a window on the screen, and who would get a click there, by asking the X server.
final class WindowLocator {
  private let query: WindowQuery
  private let connection: XConnection
  private var completion: ((WindowQuery.Answer) -> Void)?
  private var atoms: [String: UInt32] = [:]
  private var windows: [DisplayWindow] = []

  private let display: XDisplay?

  init(_ query: WindowQuery, on display: XDisplay?, loop: EventLoop) {
    self.query = query
    self.display = display
    connection = XConnection(loop: loop)
  }

  /// Calls `completion` once, unless cancelled before.
  func start(_ completion: @escaping (WindowQuery.Answer) -> Void) {
    self.completion = completion
    guard let display else {
      return refuse(
        .unsupported, "synthesised input needs an X display, and DISPLAY names none on this machine"
      )
    }
    connection.open(display) { isOpen in
      guard isOpen else {
        return self.refuse(.unsupported, "the X server of display :\(display.number) let nobody in")
      }
      self.readAtoms()
    }
  }

  func cancel() {
    completion = nil
    connection.close()
  }

  private func end(_ answer: WindowQuery.Answer) {
    let completion = completion
    cancel()
    completion?(answer)
  }

  private func refuse(_ reason: ActionRefusal.Reason, _ message: String) {
    end(.refused(reason, message))
  }

  // MARK: The windows

  private func readAtoms() {
    let names = ["_NET_CLIENT_LIST", "_NET_WM_PID", "_NET_WM_NAME", "_GTK_FRAME_EXTENTS"]
    forEach(names) { name, next in
      self.connection.send(.internAtom(name)) { reply in
        self.atoms[name] = reply?.number32(8)
        next()
      }
    } then: {
      self.readWindows()
    }
  }

  private func property(_ name: String, of window: UInt32, _ then: @escaping (XReply?) -> Void) {
    guard let atom = atoms[name], atom != 0 else { return then(nil) }
    connection.send(.getProperty(window, atom), reply: then)
  }

  private func readWindows() {
    property("_NET_CLIENT_LIST", of: connection.root) { reply in
      let ids = (reply?.propertyNumbers ?? []).prefix(256)
      self.forEach(Array(ids)) { id, next in
        self.readWindow(id) { window in
          self.windows.append(window)
          next()
        }
      } then: {
        self.place()
      }
    }
  }

  private func readWindow(_ id: UInt32, _ then: @escaping (DisplayWindow) -> Void) {
    var window = DisplayWindow(id: id)
    property("_NET_WM_PID", of: id) { reply in
      window.processID = reply?.propertyNumbers.first
      self.property("_NET_WM_NAME", of: id) { reply in
        window.title = reply?.propertyText
        self.connection.send(.getGeometry(id)) { reply in
          window.width = Double(reply?.number16(16) ?? 0)
          window.height = Double(reply?.number16(18) ?? 0)
          self.readOrigin(window, then)
        }
      }
    }
  }

  private func readOrigin(_ window: DisplayWindow, _ then: @escaping (DisplayWindow) -> Void) {
    connection.send(.translate(window.id, to: connection.root, x: 0, y: 0)) { reply in
      self.property("_GTK_FRAME_EXTENTS", of: window.id) { extents in
        var window = window
        let shadow = extents?.propertyNumbers ?? []
        window.origin = Point(
          x: Double(reply?.signed16(12) ?? 0) + Double(shadow.first ?? 0),
          y: Double(reply?.signed16(14) ?? 0) + Double(shadow.dropFirst(2).first ?? 0))
        then(window)
      }
    }
  }

  // MARK: The point

  private func place() {
    guard query.isWindowRelative else { return check(query.point) }
    guard let window = DisplayWindow.match(query, among: windows) else {
      return refuse(
        .notOnScreen,
        "its application does not know where its window is, and the window manager's list of "
          + "\(windows.count) windows has not exactly one that fits it")
    }
    check(Point(x: window.origin.x + query.point.x, y: window.origin.y + query.point.y))
  }

  /// Goes down from the root to the window that would get a click.
  private func check(_ point: Point) {
    let owned = windows.filter { window in
      query.processID.map { window.processID == UInt32(bitPattern: $0) } ?? false
    }
    // Without a window that says whose it is, there is nothing to compare with.
    guard !owned.isEmpty else { return end(.found(point)) }
    let clients = Set(owned.map { $0.id & ~connection.resourceMask })
    descend(connection.root, point, depth: 0, clients: clients)
  }

  private func descend(_ window: UInt32, _ point: Point, depth: Int, clients: Set<UInt32>) {
    let (x, y) = (Int16(saturating: point.x), Int16(saturating: point.y))
    connection.send(.translate(connection.root, to: window, x: x, y: y)) { reply in
      let child = reply?.number32(8) ?? 0
      if child == 0 || depth > 32 {
        return self.refuse(
          .notOnScreen,
          "at (\(x), \(y)) there is \(depth == 0 ? "no window" : "a window of another application")"
        )
      }
      if clients.contains(child & ~self.connection.resourceMask) { return self.end(.found(point)) }
      self.descend(child, point, depth: depth + 1, clients: clients)
    }
  }

  private func forEach<Item>(
    _ items: [Item], from index: Int = 0, _ body: @escaping (Item, @escaping () -> Void) -> Void,
    then: @escaping () -> Void
  ) {
    guard index < items.count else { return then() }
    body(items[index]) { self.forEach(items, from: index + 1, body, then: then) }
  }
}
