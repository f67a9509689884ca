internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Whether the application that is acted on leaves calls unanswered, as LibreOffice while it makes a dialog: it tells of nothing
/// meanwhile.
struct ApplicationSilence {
  private let application: ElementID
  private let store: TreeStore
  private let source: any TreeSource
  /// When the application was last found not to answer.
  private(set) var lastSeen: MonotonicTime?

  /// How long an application must have left a call unanswered before it counts as not responding.
  private static let minSilence = Duration.milliseconds(500)
  /// How long it must have before it may turn out not to respond.
  private static let minDoubt = Duration.milliseconds(100)
  /// How long it may take until it does, which is found out every quarter of a second.
  static let maxDoubt = Duration.milliseconds(700)

  init(of application: ElementID, in store: TreeStore, _ source: any TreeSource) {
    (self.application, self.store, self.source) = (application, store, source)
  }

  /// Whether the application has not answered calls for a while. It stays slow for some time after a late answer.
  var isNotResponding: Bool {
    guard let health = store.applications[application]?.health, health != .responsive,
      source.isReading(application)
    else { return false }
    return source.silence(of: application).map { $0 >= Self.minSilence } ?? true
  }

  /// Whether the application leaves a call unanswered, and may turn out not to respond.
  var mayBegin: Bool {
    guard source.isReading(application), let silence = source.silence(of: application) else {
      return false
    }
    return silence >= Self.minDoubt
  }

  /// Finds out whether the application responds.
  mutating func look(at now: MonotonicTime) -> Bool {
    guard isNotResponding else { return false }
    lastSeen = now
    return true
  }
}
