internal import AccessibilityTree
internal import BridgeTransport

/// The connection that carries one action alone, to an application that stays in the action's message while it waits for a
/// dialog which the action opened.
///
/// at-spi2-atk (2.46) asks the registry about each key in a loop of its own, into which it takes all its connections. If one
/// that it is dispatching has another message there, or has ended, libdbus waits for that dispatch, and so for ever. So
/// nothing is sent behind the action, and the connection is closed only when no window is left that opened after it: while
/// one is, the application may still be in the action. Nothing else tells, since it answers before it acts.
final class ActionLine {
  let connection: BusConnection
  private let application: MirroredApplication
  /// The windows that the application had before the action.
  private let windows: Set<ObjectReference>

  /// How long the windows are looked at again after they were looked at.
  private static let pause = Duration.seconds(2)

  init(_ connection: BusConnection, to application: MirroredApplication) {
    self.connection = connection
    self.application = application
    windows = Set(application.windows.map(\.reference))
  }

  /// Whether the connection has ended, and the application is not in the action any more.
  var isClosed: Bool { connection.state == .closed }

  /// Says what stops the application when the connection ends now, as with the server; `nil`: nothing does.
  var warning: String? {
    guard !isClosed, hasOpenedWindow, let root = application.root else { return nil }
    let known = application.context.store.applications[root.id]
    let process = known?.processID.map { " (process \($0))" } ?? ""
    return
      "\(application.title.quoted(limit: 60))\(process) waits for a window that an action opened: the next key there stops "
      + "the program for ever. Close the window by a press of its buttons first"
  }

  /// Closes the connection as soon as the application cannot be in the action any more.
  func release() {
    application.context.loop.schedule(after: Self.pause) { self.closeIfUnused() }
  }

  private func closeIfUnused() {
    guard !isClosed else { return }
    guard !application.isClosed, let root = application.root else { return connection.close() }
    guard !hasOpenedWindow else { return release() }
    // An application that is busy may be about to open one.
    root.peer.queue.call(
      root.path, "org.a11y.atspi.Accessible", "GetState", lane: .background
    ) { answer in
      guard case .success = answer, !self.hasOpenedWindow else { return self.release() }
      self.connection.close()
    }
  }

  private var hasOpenedWindow: Bool {
    application.windows.contains { !windows.contains($0.reference) }
  }
}

extension MirroredApplication {
  fileprivate var windows: [MirroredObject] { root?.children ?? [] }
}
