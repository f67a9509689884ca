internal import AccessibilityTree

/// A connection on the accessibility bus that owns mirrored objects, and how calls to it are made.
final class Peer {
  let name: String
  let queue: CallQueue
  var dialect = AtspiDialect()
  var learnedActions = LearnedActions()
  /// The attributes and the actions that many of its objects have.
  var sharedAttributes = SharedValues<AtspiAttributes>()
  var sharedActions = SharedValues<[Action]>()
  /// Whether it sends events when elements move.
  var reportsBounds = false

  init(_ name: String, queue: CallQueue) {
    self.name = name
    self.queue = queue
  }
}

extension Peer {
  /// Returns the path of the object in whose text a link has its name: the one around it, where it is of the same peer and has a
  /// text; otherwise `nil`.
  func textAroundLink(
    in parent: (peer: Peer, path: String, interfaces: AtspiInterfaces)?
  ) -> String? {
    guard let parent, parent.peer === self, parent.interfaces.contains(.text) else { return nil }
    return parent.path
  }
}
