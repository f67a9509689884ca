/// The screen that applications share. One of them is in front: its window is the active one, and it
/// alone has the keyboard focus.
///
/// The first that starts is in front, then whichever was used last. Confined to one thread.
public final class SharedScreen {
  private weak var front: ViewHost?

  public init() {}

  func isInFront(_ host: ViewHost) -> Bool { front === host }

  func add(_ host: ViewHost) {
    if front == nil { front = host }
  }

  func remove(_ host: ViewHost) {
    if front === host { front = nil }
  }

  func bringToFront(_ host: ViewHost) {
    guard front !== host else { return }
    let last = front
    front = host
    last?.changedPlace()
    host.changedPlace()
  }
}

extension ViewHost {
  /// Whether the application is the one that is used.
  var isInFront: Bool { screen.isInFront(self) }

  /// Tells anew what depends on whether the application is in front: its windows and dialogs, and
  /// what has the focus.
  fileprivate func changedPlace() {
    transaction {
      // Who uses something else has left what takes touches.
      if !isInFront { activateTouch(of: nil) }
      focused?.markMoved()
      var pending = [root?.element].compactMap(\.self)
      while let container = pending.popLast() {
        for child in container.children where child.kind == .container {
          child.markMoved()
          pending.append(child)
        }
      }
    }
  }
}
