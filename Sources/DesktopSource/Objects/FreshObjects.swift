/// The objects that are being read before they are shown. Adding, removing and counting take constant time on
/// average.
struct FreshObjects {
  private var listed: [MirroredObject] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The objects, in the order in which they were added.
  var all: [MirroredObject] { listed.filter(\.isInFreshObjects) }

  mutating func append(_ object: MirroredObject) {
    guard !object.isInFreshObjects else { return }
    object.isInFreshObjects = true
    listed.append(object)
    count += 1
  }

  mutating func remove(_ object: MirroredObject) {
    guard object.isInFreshObjects else { return }
    object.isInFreshObjects = false
    count -= 1
    if listed.count > 2 * count + 64 { listed.removeAll { !$0.isInFreshObjects } }
  }

  mutating func removeAll() {
    for object in listed { object.isInFreshObjects = false }
    self = FreshObjects()
  }
}
