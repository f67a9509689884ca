internal import AccessibilityTree

/// Which program gets what is typed.
extension WindowLocator {
  /// Returns the window that has the keyboard by the X server, where that is of another program than the application; `nil` where it is of
  /// the application, or neither is known. To be called once.
  func keyboardOfOther() async -> DisplayWindow? {
    defer { connection.close() }
    guard query.processID != nil, (try? await connect()) != nil else { return nil }
    let windows = await windows()
    let clients = ownClients(among: windows)
    guard !clients.isEmpty, let line = await focusLine(),
      !line.contains(where: { clients.contains(client(of: $0)) })
    else { return nil }
    var holder = windows.first { line.contains($0.id) }
    if holder == nil, let active = await activeID() { holder = windows.first { $0.id == active } }
    guard var other = holder, !clients.contains(client(of: other.id)) else { return nil }
    if other.title == nil { other.title = await plainTitle(of: other.id) }
    return other
  }

  /// The window with the focus and those that it is in, without the root; `nil` where none has it.
  private func focusLine() async -> [UInt32]? {
    guard let focus = await connection.ask(.getInputFocus())?.focus else { return nil }
    var line: [UInt32] = []
    var window: UInt32? = focus
    while let next = window, next != connection.root, line.count < Self.maxDepth {
      line.append(next)
      window = await connection.ask(.queryTree(next))?.parent
    }
    return line
  }

  /// The title of a window that has none in UTF-8.
  private func plainTitle(of window: UInt32) async -> String? {
    let name: UInt32 = 39
    return await connection.ask(.getProperty(window, name))?.propertyText
  }
}
