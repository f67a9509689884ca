internal import AccessibilitySpeech
package import AccessibilityTree

/// Decides which announcements a client says, and when (N3).
///
/// Each client hears for itself. What an action of the client caused is said when the action has finished. What the
/// application announces at other times waits until somebody listens. What other applications announce is not said.
///
/// Priorities decide between announcements by their order alone, so that the same announcements always give the same
/// words.
package struct Hearing: Sendable {
  private struct Announcement: Hashable {
    let text: String
    let priority: AnnouncementPriority
    let element: ElementID?

    init?(_ notification: Notification) {
      guard case .announcement(let text, let priority, let element) = notification else {
        return nil
      }
      (self.text, self.priority, self.element) = (text, priority, element)
    }
  }

  /// The maximum number of announcements that wait; the oldest are dropped first.
  private static let maxWaiting = 1000

  /// What nobody has listened to yet, in order.
  private var waiting: [Announcement] = []
  /// The application that the client has acted on last.
  private var used: ElementID?
  /// What was announced since the action in progress began.
  private var fresh: [Announcement] = []
  /// Orders the announcements of the action in progress; `nil` while there is none.
  private var queue: AnnouncementQueue?
  /// What was said while the action was in progress.
  private var said: [Announcement] = []

  package init() {}

  /// Takes the announcements out of what happened, and keeps those of the application that the client uses.
  ///
  /// - Parameter front: The application that the client hears before it has acted on any.
  /// - Returns: The notifications that are not about speech.
  package mutating func take(
    _ notifications: [Notification], in tree: Tree, front: ElementID?
  ) -> [Notification] {
    notifications.filter { notification in
      if case .speech = notification { return false }
      guard let announcement = Announcement(notification) else { return true }
      guard isHeard(announcement, in: tree, front) else { return false }
      if queue == nil { keep([announcement]) } else { fresh.append(announcement) }
      return false
    }
  }

  private mutating func keep(_ announcements: [Announcement]) {
    waiting = (waiting + announcements).suffix(Self.maxWaiting)
  }

  private func isHeard(
    _ announcement: Announcement, in tree: Tree, _ front: ElementID?
  ) -> Bool {
    guard let element = announcement.element else { return true }
    guard let application = tree.read(element, { $0.application }) else { return false }
    return application == used || application == front
  }

  // MARK: Actions

  /// Begins an action on an element.
  package mutating func begin(_ element: ElementID, in tree: Tree) {
    used = tree.read(element) { $0.application } ?? used
    queue = AnnouncementQueue(limit: .max)
    (fresh, said) = ([], [])
  }

  /// Returns the announcements to say while the action is in progress.
  package mutating func during(in tree: Tree) -> [Notification] {
    let isOwn = { [used] (announcement: Announcement) in
      announcement.element.map { tree.read($0) { $0.application } == used } ?? false
    }
    let own = fresh.filter(isOwn)
    fresh.removeAll(where: isOwn)
    said += own
    return enqueue(own.map { [$0] })
  }

  /// Ends the action.
  ///
  /// - Parameter groups: What the action caused; what happened at the same time is a group.
  /// - Returns: The announcements to say now, in order. One that another one of its group interrupts is followed by
  ///   the event that it was.
  package mutating func finish(_ groups: [[Notification]]) -> [Notification] {
    let own = groups.map { takeNew($0.compactMap(Announcement.init)) }
    keep(fresh)
    let first = enqueue(own)
    return first + drain()
  }

  /// Returns those announcements of the action in progress that were not said yet.
  private mutating func takeNew(_ announcements: [Announcement]) -> [Announcement] {
    var new: [Announcement] = []
    for announcement in announcements {
      if let place = said.firstIndex(of: announcement) {
        said.remove(at: place)
        continue
      }
      new.append(announcement)
      if let place = fresh.firstIndex(of: announcement) { fresh.remove(at: place) }
    }
    return new
  }

  // MARK: Listening

  /// Returns the announcements to say to somebody who listens, in order.
  package mutating func listen() -> [Notification] {
    guard !waiting.isEmpty, queue == nil else { return [] }
    queue = AnnouncementQueue(limit: .max)
    // How much time passed between them is not known.
    let first = enqueue(waiting.map { [$0] })
    waiting = []
    return first + drain()
  }

  // MARK: Priorities

  private mutating func enqueue(_ groups: [[Announcement]]) -> [Notification] {
    var result: [Notification] = []
    for group in groups {
      // An announcement that was spoken at another time may have been spoken to its end.
      var begun: Set<UInt64> = []
      for announcement in group {
        let events = queue?.enqueue(
          announcement.text, announcement.priority, element: announcement.element, at: 0)
        for event in events ?? [] {
          if event.decision == .spoken { begun.insert(event.utterance) }
          if event.decision == .interrupted, begun.contains(event.utterance) {
            result.append(.speech(event))
          }
          if let announcement = event.announcement { result.append(announcement) }
        }
      }
    }
    return result
  }

  /// Lets the queue say everything that still waits.
  private mutating func drain() -> [Notification] {
    let events = queue?.advance(to: .max) ?? []
    queue = nil
    return events.compactMap(\.announcement)
  }
}

extension SpeechEvent {
  /// The announcement, if it is spoken now.
  fileprivate var announcement: Notification? {
    guard decision == .spoken else { return nil }
    return .announcement(text: text, priority: priority, element: element)
  }
}
