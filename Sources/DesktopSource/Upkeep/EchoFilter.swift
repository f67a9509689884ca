internal import AccessibilityTree
internal import BridgeTransport

/// Distinguishes events that an application sends of its own accord from echoes, which it sends because it was
/// called.
///
/// Some toolkits send events when they are called: GTK 3 sends `checked` for a menu button each time that its
/// state is read. Since events lead to further calls, such an application would be called for ever. An event
/// that comes while calls are in flight, or shortly after, may be an echo. It is handled like any other, but
/// the number of such events that lead to calls is limited, per object and in total, until the application
/// sends an event without having been called. Beyond the limit an event is held back, and those of the same
/// kind and object are merged with it, for a pause that doubles each time. So every event is handled in the
/// end, echo or not, and an application that always sends echoes is called less and less.
struct EchoFilter {
  /// An event that comes within this time after an answer may be an echo.
  static let echoWindow = Duration.milliseconds(100)
  /// The maximum number of echoes of one kind and object that lead to calls before they are held back.
  static let maxPerObject = 8
  /// The same limit while the application is loading, when it applies only to events with `isReadDeferred`.
  static let maxPerObjectWhileLoading = 32
  /// The maximum number of echoes of all objects that lead to calls.
  static let maxTotal = 2000
  /// The maximum time for which events are held back.
  static let maxPause = Duration.seconds(600)
  /// The maximum number of events that are held back. If there are more, everything is read again instead.
  static let maxHeldEvents = 256
  /// The maximum number of times that objects are read again because events were dropped.
  static let maxRecoveries = 3

  struct Key: Hashable {
    var element: ElementID?
    /// The path of an object that is not mirrored.
    var path: String?
    var event: AtspiEvent
  }

  struct HeldEvent {
    var signal: AccessibilitySignal
    var object: MirroredObject?
    var path: String?
  }

  /// What may have caused an event.
  enum Cause {
    case unprompted
    /// The calls that read the application for the first time.
    case loading
    /// Any other calls.
    case calls
  }

  /// What may have caused the event that is being handled.
  var cause = Cause.unprompted
  /// Whether the event may be an echo.
  var isEcho: Bool { cause == .calls }
  private var counts: [Key: Int] = [:]
  private var total = 0
  /// The number of times that events were released.
  private var releaseCount = 0
  /// Whether more events were held back than are kept.
  private var hasOverflowed = false
  private var recoveryCount = 0
  private(set) var heldEvents: [Key: HeldEvent] = [:]

  /// Whether any events are held back.
  var isHolding: Bool { hasOverflowed || !heldEvents.isEmpty }

  /// How long an event that is held back now has to wait.
  var pause: Duration {
    min(Self.maxPause, Self.echoWindow * (1 << min(releaseCount, 16)))
  }

  /// Handles that the application sent an event of its own accord.
  mutating func reset() {
    releaseCount = 0
    guard total > 0 || recoveryCount > 0 else { return }
    counts = [:]
    total = 0
    recoveryCount = 0
  }

  /// Counts an event that may be an echo and led to calls.
  mutating func count(_ key: Key) {
    total += 1
    counts[key, default: 0] += 1
  }

  func isOverLimit(_ key: Key) -> Bool {
    let count = counts[key] ?? 0
    if cause == .loading {
      // While loading, an event that cannot be kept is handled: else everything would have to be read again.
      return count >= Self.maxPerObjectWhileLoading
        && (heldEvents[key] != nil || heldEvents.count < Self.maxHeldEvents)
    }
    return total >= Self.maxTotal || count >= Self.maxPerObject
  }

  /// Holds an event back, in place of an earlier one with the same key.
  mutating func hold(_ key: Key, _ event: HeldEvent) {
    if heldEvents[key] != nil || heldEvents.count < Self.maxHeldEvents {
      heldEvents[key] = event
    } else {
      hasOverflowed = true
    }
  }

  /// Returns the events that were held back, to be handled now; `nil` if there were more than are kept.
  mutating func release() -> [Key: HeldEvent]? {
    let released = heldEvents
    let isComplete = !hasOverflowed
    heldEvents = [:]
    hasOverflowed = false
    releaseCount += 1
    return isComplete ? released : nil
  }

  /// Counts a recovery from dropped events, and returns whether it may take place.
  mutating func registerRecovery() -> Bool {
    recoveryCount += 1
    return recoveryCount <= Self.maxRecoveries
  }
}

extension AtspiEvent {
  /// Whether the calls that follow from the event are made some time later.
  var isReadDeferred: Bool {
    switch self {
    case .bounds, .childrenAdded, .childrenRemoved, .rows, .model, .visibleData: true
    default: false
    }
  }
}
