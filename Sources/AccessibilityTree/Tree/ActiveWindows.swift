/// Which windows are in front. Applications say it of what stands directly in their root, whatever its role.
extension Tree {
  /// Returns the windows of an application that are active, in order. More than one may claim to be.
  ///
  /// - Parameter limit: The number of windows that are looked at.
  package func activeWindows(of root: ElementID, amongFirst limit: Int = .max) -> [ElementID] {
    let windows = read(root) { $0.children } ?? []
    return windows.prefix(limit).filter { read($0) { $0.states.contains(.active) } == true }
  }

  /// The active windows of all applications, in order.
  package var activeWindows: [ElementID] { roots.flatMap { activeWindows(of: $0) } }
}
