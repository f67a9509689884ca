internal import AccessibilityTree
internal import BridgeTransport

/// Tells what an application says of its own accord from what it says because it was asked.
///
/// Some toolkits send events when they are asked: GTK 3 says `checked` of a menu button each time that its
/// state is read. What follows from an event is more questions, so such an application would be asked
/// for ever. An event that comes while calls are on their way, or shortly after, may be an echo of
/// them. It is taken in as any other, but what follows from echoes alone is bounded, per object
/// and in all, until the application speaks without having been asked. Beyond that an event waits, and those
/// like it are joined with it, for a pause that doubles each time: whether it was an echo or true, it
/// is followed in the end, and an application that always echoes is asked less and less.
struct Echoes {
  /// An event so soon after an answer may be due to the question.
  static let reach = Duration.milliseconds(100)
  /// Echoes of one kind that an object's questions may follow from, before they are put off.
  static let maxOfObject = 8
  /// The same while the application is read for the first time, of what has more read than itself.
  static let maxOfObjectWhileLoading = 32
  /// Echoes of all objects that questions may follow from.
  static let maxOfAll = 2000
  /// How long events are put off at most.
  static let maxPause = Duration.seconds(600)
  /// Events that wait to be taken in. With more than that everything is read anew in their place.
  static let maxHeld = 256
  /// How often everything is read anew because too much was said.
  static let maxRecoveries = 3

  struct Key: Hashable {
    var element: ElementID?
    /// Where an object is that is not mirrored.
    var path: String?
    var event: AtspiEvent
  }

  struct Held {
    var signal: AccessibilitySignal
    var object: MirroredObject?
  }

  /// What an event may follow from.
  enum Cause {
    case ownAccord
    /// The questions that read the application for the first time.
    case loading
    /// Any other questions.
    case asking
  }

  /// What the event that is being taken in may follow from.
  var cause = Cause.ownAccord
  /// Whether it may be an echo.
  var isEcho: Bool { cause == .asking }
  private var counts: [Key: Int] = [:]
  private var total = 0
  /// How often what was put off was taken in.
  private var releases = 0
  /// More was put off than is kept.
  private var isOverfull = false
  private var recoveries = 0
  private(set) var held: [Key: Held] = [:]

  /// Whether anything waits to be taken in.
  var isHolding: Bool { isOverfull || !held.isEmpty }

  /// How long what is put off now has to wait.
  var pause: Duration {
    min(Self.maxPause, Self.reach * (1 << min(releases, 16)))
  }

  /// The application spoke of its own accord.
  mutating func reset() {
    releases = 0
    guard total > 0 || recoveries > 0 else { return }
    counts = [:]
    total = 0
    recoveries = 0
  }

  /// Questions followed from an echo.
  mutating func count(_ key: Key) {
    total += 1
    counts[key, default: 0] += 1
  }

  func isWornOut(_ key: Key) -> Bool {
    let count = counts[key] ?? 0
    if cause == .loading {
      // What is not kept would have to be read anew, and is being read.
      return count >= Self.maxOfObjectWhileLoading
        && (held[key] != nil || held.count < Self.maxHeld)
    }
    return total >= Self.maxOfAll || count >= Self.maxOfObject
  }

  /// Keeps an event for later, in the place of one like it.
  mutating func hold(_ key: Key, _ event: Held) {
    if held[key] != nil || held.count < Self.maxHeld {
      held[key] = event
    } else {
      isOverfull = true
    }
  }

  /// What was put off, to be taken in now; `nil` when it was more than is kept.
  mutating func release() -> [Key: Held]? {
    let released = held
    let isWhole = !isOverfull
    held = [:]
    isOverfull = false
    releases += 1
    return isWhole ? released : nil
  }

  /// Whether everything may be read anew after too many events.
  mutating func admitsRecovery() -> Bool {
    recoveries += 1
    return recoveries <= Self.maxRecoveries
  }
}

extension AtspiEvent {
  /// Whether what follows from it is asked some time later.
  var isReadLater: Bool {
    switch self {
    case .bounds, .childrenAdded, .childrenRemoved, .rows, .model, .visibleData: true
    default: false
    }
  }
}
