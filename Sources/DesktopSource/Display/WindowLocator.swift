internal import AccessibilityTree
internal import BridgeTransport

/// Finds a window on the screen by asking the X server: where a click on a point of it would reach its application, or
/// to put it in front.
final class WindowLocator {
  let query: WindowQuery
  private let display: XDisplay?
  let connection: XConnection
  private var atoms: [String: UInt32] = [:]

  init(_ query: WindowQuery, on display: XDisplay?, loop: EventLoop) {
    self.query = query
    self.display = display
    connection = XConnection(loop: loop)
  }

  /// Returns the point in screen coordinates, where a click would reach the application. To be called once.
  func find() async throws(ActionRefusal) -> Point {
    defer { connection.close() }
    try await connect()
    let windows = await windows()
    let point = try point(among: windows)
    try await check(point, windows)
    return point
  }

  /// Asks the window manager to put the window in front and to make it active, by `_NET_ACTIVE_WINDOW` of the Extended
  /// Window Manager Hints, and waits up to a second until it is. To be called once.
  func activate() async throws(ActionRefusal) {
    defer { connection.close() }
    try await connect()
    guard let atom = atoms[Self.activeWindow], atom != 0, await isSupported(atom) else {
      throw ActionRefusal(.unsupported, "no window manager on its display activates windows")
    }
    let windows = await windows()
    guard let window = DisplayWindow.match(query, among: windows) else {
      throw ActionRefusal(
        .notOnScreen, "not exactly one of the window manager's \(windows.count) windows matches it")
    }
    connection.post(.activate(window.id, root: connection.root, atom))
    for triesLeft in (0...20).reversed() {
      if await activeID() == window.id { return }
      if triesLeft > 0 { await connection.pause(milliseconds: 50) }
    }
    throw ActionRefusal(.rejected, "the window manager did not activate it")
  }

  /// Returns the window that has the keyboard by the window manager, where that is not the window sought; `nil` where
  /// it is, or where either is not known. To be called once.
  func activeInstead() async -> DisplayWindow? {
    defer { connection.close() }
    guard (try? await connect()) != nil else { return nil }
    let active = await activeID()
    let windows = await windows()
    guard let own = DisplayWindow.match(query, among: windows), own.id != active else { return nil }
    return windows.first { $0.id == active }
  }

  /// Returns the application's windows, with whether they are modal; `nil` when the X server does not say. To be called once.
  func ownWindows() async -> [DisplayWindow]? {
    defer { connection.close() }
    guard let process = query.processID, (try? await connect()) != nil,
      let modal = await atom("\(Self.windowState)_MODAL")
    else { return nil }
    atoms[Self.windowState] = await atom(Self.windowState)
    var own: [DisplayWindow] = []
    for id in await listed() {
      guard await processID(of: id) == UInt32(bitPattern: process) else { continue }
      var window = await window(id)
      let states = await property(Self.windowState, of: id)?.propertyNumbers ?? []
      window.isModal = states.contains(modal)
      own.append(window)
    }
    return own
  }

  private static let windowState = "_NET_WM_STATE"

  /// Whether the application shows a menu, by the type that the Extended Window Manager Hints have for one. To be called once.
  func showsMenu() async -> Bool {
    defer { connection.close() }
    guard let process = query.processID, (try? await connect()) != nil else { return false }
    let kind = "_NET_WM_WINDOW_TYPE"
    var menus: [UInt32] = []
    for name in ["\(kind)_POPUP_MENU", "\(kind)_DROPDOWN_MENU"] {
      if let menu = await atom(name), menu != 0 { menus.append(menu) }
    }
    guard !menus.isEmpty else { return false }
    atoms[kind] = await atom(kind)
    for popup in await popups(of: process) {
      let types = await property(kind, of: popup)?.propertyNumbers ?? []
      if types.contains(where: menus.contains) { return true }
    }
    return false
  }

  /// Returns what the application shows outside the window manager's hands: menus, popovers and hints. To be called once.
  func popups() async -> [DisplayWindow] {
    defer { connection.close() }
    guard let process = query.processID, (try? await connect()) != nil else { return [] }
    var found: [DisplayWindow] = []
    for popup in await popups(of: process) { found.append(await window(popup)) }
    return found
  }

  /// The ids of an application's popups, with what opened last first.
  private func popups(of process: Int32) async -> [UInt32] {
    let windows = await connection.ask(.queryTree(connection.root))?.children ?? []
    var own: [UInt32] = []
    for window in windows.reversed().prefix(Self.maxPopups) {
      guard await connection.ask(.getWindowAttributes(window))?.isPopup == true,
        await processID(of: window) == UInt32(bitPattern: process)
      else { continue }
      own.append(window)
    }
    return own
  }

  /// The most windows that are looked at to find popups.
  private static let maxPopups = 32

  func activeID() async -> UInt32? {
    await property(Self.activeWindow, of: connection.root)?.propertyNumbers.first
  }

  /// Whether the window manager activates windows: it says so, or has done it. Some do not say which window is active
  /// before the first one is.
  private func isSupported(_ activation: UInt32) async -> Bool {
    let supported = await property(Self.supported, of: connection.root)?.propertyNumbers ?? []
    if supported.contains(activation) { return true }
    return await property(Self.activeWindow, of: connection.root)?.isProperty == true
  }

  private static let activeWindow = "_NET_ACTIVE_WINDOW"
  private static let supported = "_NET_SUPPORTED"

  func connect() async throws(ActionRefusal) {
    guard let display else {
      throw ActionRefusal(
        .unsupported,
        "synthesised input requires an X display, and DISPLAY does not name one on this machine"
      )
    }
    guard await connection.open(display) else {
      throw ActionRefusal(
        .unsupported, "the X server of display :\(display.number) refused the connection")
    }
    let names = [
      "_NET_CLIENT_LIST", "_NET_WM_PID", "_NET_WM_NAME", "_GTK_FRAME_EXTENTS", Self.activeWindow,
      Self.supported,
    ]
    for name in names { atoms[name] = await atom(name) }
  }

  private func atom(_ name: String) async -> UInt32? {
    await connection.ask(.internAtom(name))?.number32(8)
  }

  // MARK: The windows

  func windows() async -> [DisplayWindow] {
    var windows: [DisplayWindow] = []
    for id in await listed() { windows.append(await window(id)) }
    return windows
  }

  /// The ids of the windows in the window manager's list.
  private func listed() async -> [UInt32] {
    let ids = await property("_NET_CLIENT_LIST", of: connection.root)?.propertyNumbers ?? []
    return Array(ids.prefix(256))
  }

  private func processID(of window: UInt32) async -> UInt32? {
    await property("_NET_WM_PID", of: window)?.propertyNumbers.first
  }

  private func window(_ id: UInt32) async -> DisplayWindow {
    var window = DisplayWindow(id: id)
    window.processID = await processID(of: id)
    window.title = await property("_NET_WM_NAME", of: id)?.propertyText
    let size = await connection.ask(.getGeometry(id))
    window.width = Double(size?.number16(16) ?? 0)
    window.height = Double(size?.number16(18) ?? 0)
    let corner = await connection.ask(.translate(id, to: connection.root, x: 0, y: 0))
    let shadow = await property("_GTK_FRAME_EXTENTS", of: id)?.propertyNumbers ?? []
    window.origin = Point(
      x: Double(corner?.signed16(12) ?? 0) + Double(shadow.first ?? 0),
      y: Double(corner?.signed16(14) ?? 0) + Double(shadow.dropFirst(2).first ?? 0))
    return window
  }

  private func property(_ name: String, of window: UInt32) async -> XReply? {
    guard let atom = atoms[name], atom != 0 else { return nil }
    return await connection.ask(.getProperty(window, atom))
  }

  // MARK: The point

  private func point(among windows: [DisplayWindow]) throws(ActionRefusal) -> Point {
    guard query.isWindowRelative else { return query.point }
    guard let window = DisplayWindow.match(query, among: windows) else {
      throw ActionRefusal(
        .notOnScreen,
        "its application does not report the position of its window, and not exactly one of the "
          + "window manager's \(windows.count) windows matches it")
    }
    return Point(x: window.origin.x + query.point.x, y: window.origin.y + query.point.y)
  }

  /// Descends from the root to the window that would receive a click, which must be the application's.
  private func check(_ point: Point, _ windows: [DisplayWindow]) async throws(ActionRefusal) {
    let clients = ownClients(among: windows)
    guard !clients.isEmpty else { return }
    let (x, y) = (Int16(saturating: point.x), Int16(saturating: point.y))
    var window = connection.root
    for _ in 0...Self.maxDepth {
      let reply = await connection.ask(.translate(connection.root, to: window, x: x, y: y))
      guard let child = reply?.number32(8), child != 0 else { break }
      if clients.contains(client(of: child)) {
        return try checkPopup(child, x, y)
      }
      window = child
    }
    throw ActionRefusal(
      .notOnScreen,
      "at (\(x), \(y)) there is "
        + (window == connection.root ? "no window" : "a window of another application"))
  }

  /// Checks that the window that would receive a click is the popup that the point is in, or none.
  private func checkPopup(_ window: UInt32, _ x: Int16, _ y: Int16) throws(ActionRefusal) {
    let isRight = query.popup.map { $0 == window } ?? !query.popups.contains(window)
    guard isRight else {
      throw ActionRefusal(
        .notOnScreen,
        "at (\(x), \(y)) there is "
          + (query.popup == nil ? "a popup of its application" : "not the popup that it is in"))
    }
  }

  /// The maximum depth of nested windows that are examined.
  static let maxDepth = 32

  // MARK: Clients of the X server

  /// The clients that made the windows of the application; none where no window names its process, and there is nothing to compare with.
  func ownClients(among windows: [DisplayWindow]) -> Set<UInt32> {
    guard let process = query.processID.map(UInt32.init(bitPattern:)) else { return [] }
    return Set(windows.lazy.filter { $0.processID == process }.map { self.client(of: $0.id) })
  }

  /// The part of a window's id that identifies the client that made it.
  func client(of window: UInt32) -> UInt32 { window & ~connection.resourceMask }
}
