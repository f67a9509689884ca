internal import BridgeTransport

/// The objects of an application whose events were dropped, so that they have to be read again.
struct MissedEvents {
  /// The maximum number of objects that are recorded individually. Beyond it the whole application is read
  /// again.
  static let maxObjects = 8192

  private(set) var objects: [ObjectIdentifier: MirroredObject] = [:]
  /// Whether the whole application has to be read again.
  private(set) var includesAll = false

  mutating func insert(_ object: MirroredObject) {
    guard !includesAll else { return }
    objects[ObjectIdentifier(object)] = object
    if objects.count > Self.maxObjects { insertAll() }
  }

  mutating func insertAll() {
    objects = [:]
    includesAll = true
  }
}
