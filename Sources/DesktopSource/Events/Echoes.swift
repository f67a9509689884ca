internal import AccessibilityTree
internal import BridgeTransport

/// Tells what an application says of its own accord from what it says because it was asked.
///
/// Some toolkits send events when they are asked: GTK 3 says `checked` of a menu button each time that its
/// state is read. What follows from an event is more questions, so such an application would be asked
/// for ever. An event that comes while calls are on their way, or shortly after, may be an echo of
/// them. It is taken in as any other, but what follows from echoes alone is bounded, per object
/// and in all, until the application speaks without having been asked.
struct Echoes {
  /// An event so soon after an answer may be due to the question.
  static let reach = Duration.milliseconds(100)
  /// Echoes of one kind that an object's questions may follow from, before they are put off.
  static let mostOfObject = 8
  /// Echoes of all objects that questions may follow from.
  static let mostOfAll = 2000
  /// How often what was put off is taken in after all.
  static let mostReplays = 2
  /// Events that wait to be taken in.
  static let mostHeld = 256
  /// How often everything is read anew because too much was said.
  static let mostRecoveries = 3

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

  private struct Count {
    var heard = 0
    var replays = 0
  }

  /// Whether the event that is being taken in may be an echo.
  var isEcho = false
  private var counts: [Key: Count] = [:]
  private var total = 0
  private var recoveries = 0
  private(set) var held: [Key: Held] = [:]

  /// The application spoke of its own accord.
  mutating func reset() {
    guard total > 0 || recoveries > 0 else { return }
    counts = [:]
    total = 0
    recoveries = 0
  }

  /// Questions followed from an echo.
  mutating func count(_ key: Key) {
    total += 1
    counts[key, default: Count()].heard += 1
  }

  func isWornOut(_ key: Key) -> Bool {
    total >= Self.mostOfAll || counts[key].map { $0.heard >= Self.mostOfObject } ?? false
  }

  /// Keeps an event for when nothing is asked; `false` when it is not taken in any more.
  mutating func hold(_ key: Key, _ event: Held) -> Bool {
    guard counts[key].map({ $0.replays < Self.mostReplays }) ?? true,
      held[key] != nil || held.count < Self.mostHeld
    else { return false }
    held[key] = event
    return true
  }

  /// What was put off, to be taken in now.
  mutating func release() -> [Key: Held] {
    let released = held
    held = [:]
    for key in released.keys {
      total += 1
      counts[key, default: Count()].replays += 1
    }
    return released
  }

  /// Whether everything may be read anew after too many events.
  mutating func admitsRecovery() -> Bool {
    recoveries += 1
    return recoveries <= Self.mostRecoveries
  }
}

extension ApplicationMirror {
  /// Whether the application is being asked, or has just been.
  private func isBeingAsked(at now: MonotonicTime) -> Bool {
    peers.values.contains { peer in
      peer.queue.inFlight > 0
        || now.since(MonotonicTime(nanoseconds: peer.queue.lastAnswerAt)) < Echoes.reach
    }
  }

  /// An event comes: finds out whether it may be an echo. While somebody watches it is never taken for
  /// one: what is watched is asked all the time, and each event counts.
  func listen(at now: MonotonicTime) {
    echoes.isEcho = isComplete && !context.isWatched && isBeingAsked(at: now)
    if !echoes.isEcho { echoes.reset() }
  }

  /// Takes in a signal of one of the application's objects, or of a stranger at `path`.
  func receive(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    guard echoes.isEcho, signal.event != .announcement else {
      return take(signal, from: object, path: path)
    }
    let key = Echoes.Key(
      element: object?.id, path: object == nil ? path : nil, event: signal.event)
    if echoes.isWornOut(key) {
      if echoes.hold(key, Echoes.Held(signal: signal, object: object)) {
        if echoTimer == nil { awaitSilence(since: .now()) }
      } else {
        activity.note(self, .all)
      }
      return
    }
    let before = marks
    take(signal, from: object, path: path)
    if marks != before || object == nil || signal.event.isReadLater { echoes.count(key) }
  }

  private func take(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    if let object {
      receive(signal, from: object)
    } else {
      receive(signal, fromStranger: path)
    }
  }

  /// Takes in what was put off as soon as nothing is asked, or after a while.
  private func awaitSilence(since start: MonotonicTime) {
    echoTimer = context.loop.schedule(after: Echoes.reach) { [weak self] in
      guard let self else { return }
      echoTimer = nil
      guard !isClosed else { return }
      let now = MonotonicTime.now()
      if isBeingAsked(at: now), now.since(start) < Echoes.reach * 20 {
        return awaitSilence(since: start)
      }
      for (key, event) in echoes.release() {
        echoes.isEcho = true
        take(event.signal, from: event.object, path: key.path)
      }
      echoes.isEcho = false
      schedule()
    }
  }
}

extension AtspiEvent {
  /// Whether what follows from it is asked some time later.
  fileprivate var isReadLater: Bool {
    switch self {
    case .bounds, .childrenAdded, .childrenRemoved, .rows, .model, .visibleData: true
    default: false
    }
  }
}
