internal import AccessibilityTree

/// Which program gets what is typed.
extension WindowLocator {
  /// Returns the window that has the keyboard by the X server, where that is of another program than the application; `nil` where it is of
  /// the application, or neither is known. To be called once.
  func keyboardOfOther() async -> DisplayWindow? {
    defer { close() }
    guard let process = query.processID, (try? await connect()) != nil else { return nil }
    let windows = await windows()
    let own = windows.filter { $0.processID == UInt32(bitPattern: process) }
    // Where no window names the application's process, there is nothing to compare with.
    guard !own.isEmpty, let line = await focusLine() else { return nil }
    let clients = Set(own.map { client(of: $0.id) })
    if line.contains(where: { clients.contains(client(of: $0)) }) { return nil }
    var holder = windows.first { line.contains($0.id) }
    if holder == nil, let active = await activeID() { holder = windows.first { $0.id == active } }
    guard var other = holder, !own.contains(other) else { return nil }
    if other.title == nil { other.title = await plainTitle(of: other.id) }
    return other
  }

  /// The window with the focus and those that it is in, without the root; `nil` where none has it.
  private func focusLine() async -> [UInt32]? {
    guard let focus = await ask(.getInputFocus())?.focus else { return nil }
    var line: [UInt32] = []
    var window: UInt32? = focus
    while let next = window, next != root, line.count < Self.maxDepth {
      line.append(next)
      window = await ask(.queryTree(next))?.parent
    }
    return line
  }
}
