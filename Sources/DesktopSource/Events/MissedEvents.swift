internal import BridgeTransport

/// What an application told by events that were passed over, as far as it has to be read again.
struct MissedEvents {
  /// Objects that are remembered one by one; beyond, all of the application is read again.
  static let maxObjects = 8192

  private(set) var objects: [ObjectIdentifier: MirroredObject] = [:]
  /// So many, or of such a kind, that everything is to be read again.
  private(set) var isEverything = false

  mutating func insert(_ object: MirroredObject) {
    guard !isEverything else { return }
    objects[ObjectIdentifier(object)] = object
    if objects.count > Self.maxObjects { insertEverything() }
  }

  mutating func insertEverything() {
    objects = [:]
    isEverything = true
  }
}
