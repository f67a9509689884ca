internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// What the mirrors of all applications share for as long as one accessibility bus lasts.
final class MirrorContext {
  let store: TreeStore
  let loop: EventLoop
  let calls: BusConnection
  let configuration: DesktopConfiguration
  let table = ObjectTable()
  /// The name that `Application.source` carries.
  let sourceName: String
  /// By the bus names of the applications.
  var applications: [String: ApplicationMirror] = [:]
  /// Differences that background checks found and repaired.
  var repairs = 0

  private var scheduled: [ApplicationMirror] = []

  init(
    store: TreeStore, loop: EventLoop, calls: BusConnection, configuration: DesktopConfiguration,
    sourceName: String
  ) {
    self.store = store
    self.loop = loop
    self.calls = calls
    self.configuration = configuration
    self.sourceName = sourceName
  }

  var limits: DesktopLimits { configuration.limits }

  /// Has `application` take its next step at the end of this turn of the loop.
  func schedule(_ application: ApplicationMirror) {
    guard !application.isScheduled else { return }
    application.isScheduled = true
    if scheduled.isEmpty {
      loop.atEndOfTurn { [weak self] in self?.step() }
    }
    scheduled.append(application)
  }

  private func step() {
    let applications = scheduled
    scheduled.removeAll(keepingCapacity: true)
    for application in applications {
      application.isScheduled = false
      application.step()
    }
  }
}
