/// The screen that applications share. One of them is in front: its window is active, and only
/// it has the keyboard focus.
///
/// Initially the first application that starts is in front, later the one used last. Confined to one thread.
public final class SharedScreen {
  private weak var front: ViewHost?
  /// The application that the pointer is over.
  private weak var pointed: ViewHost?

  public init() {}

  func isInFront(_ host: ViewHost) -> Bool { front === host }

  func add(_ host: ViewHost) {
    if front == nil { front = host }
  }

  func remove(_ host: ViewHost) {
    if front === host { front = nil }
  }

  /// Moves the pointer away from the application that it is over, unless that is `host`.
  func takePointer(for host: ViewHost) {
    guard pointed !== host else { return }
    let last = pointed
    pointed = host
    last?.transaction { last?.point(at: nil) }
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
  /// Whether the application is in front on its screen.
  var isInFront: Bool { screen.isInFront(self) }

  /// Updates what depends on whether the application is in front: its windows and dialogs, and the focused element.
  fileprivate func changedPlace() {
    transaction {
      focused?.markMoved()
      for window in root?.element?.children ?? [] { window.markContainersMoved() }
    }
  }
}
