internal import BridgeTransport

/// What is to be read of an application's objects, and what is being read: the important first, each aspect of
/// an object once at a time, and no more calls under way than the application keeps up with.
///
/// It asks nothing itself. Who does takes the next object (`next`), what is asked of it (`takeAspects`), and says
/// what is asked (`begin`) and answered (`end`).
final class ReadQueue: ApplicationPart {
  let application: MirroredApplication
  /// Objects with something to read, in the order of `WorkLane`.
  private var lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
  /// Calls under way for anything but extras.
  private(set) var outstanding = 0
  /// Calls under way that events or actions made necessary.
  private(set) var outstandingFirst = 0
  private(set) var outstandingExtras = 0
  /// Calls under way for children, but for those of a second reading.
  var outstandingChildren = 0
  /// How often something was marked to be read.
  private(set) var marks = 0

  /// Calls on their way, sent or about to be, past which more reading waits.
  static let maxInFlight = 192

  init(_ application: MirroredApplication) {
    self.application = application
  }

  func close() {
    lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
  }

  /// Has aspects of an object read.
  func mark(_ object: MirroredObject, _ aspects: ObjectProperties, _ lane: WorkLane) {
    guard object.stage != .gone else { return }
    marks &+= 1
    object.stale.formUnion(aspects.intersection(object.reading))
    object.dirty.formUnion(aspects.subtracting(object.reading))
    guard !object.dirty.isEmpty else { return }
    if let present = object.lane, present.rawValue <= lane.rawValue { return schedule() }
    object.lane = lane
    // What is shown goes before what is new: a change may be that all of the new is gone again.
    if lane == .first, object.stage == .shown {
      lanes[lane.rawValue].prepend(object)
    } else {
      lanes[lane.rawValue].append(object)
    }
    schedule()
  }

  // MARK: Taking turns

  /// Takes the object that is to be read next; `nil` where there is none, or enough is under way.
  ///
  /// - Parameter withoutFirst: what stands first waits for an answer about all of it.
  func next(withoutFirst: Bool = false) -> (object: MirroredObject, lane: WorkLane)? {
    guard outstanding + outstandingExtras < Self.maxInFlight else { return nil }
    for lane in WorkLane.allCases {
      if lane == .first, withoutFirst { continue }
      if lane == .extras, !isComplete { continue }
      while let object = lanes[lane.rawValue].popFirst() {
        // Marked again for a better lane, or gone.
        guard object.lane == lane, object.stage != .gone else { continue }
        object.lane = nil
        return (object, lane)
      }
    }
    return nil
  }

  /// Takes what is asked of an object that has its turn: until enough is known to show it nothing else, and
  /// extras last.
  func takeAspects(of object: MirroredObject, in lane: WorkLane) -> ObjectProperties {
    var wanted = object.dirty
    if lane != .extras { wanted.subtract(.extras) }
    if !object.known.isSuperset(of: .basics) { wanted.formIntersection(.basics) }
    wanted.subtract(object.reading)
    object.dirty.subtract(wanted)
    return wanted
  }

  /// An object has had its turn: what was not taken is read last.
  func putOffRest(of object: MirroredObject) {
    guard !object.dirty.isEmpty, object.lane == nil, object.known.isSuperset(of: .basics)
    else { return }
    object.lane = .extras
    lanes[WorkLane.extras.rawValue].append(object)
  }

  // MARK: Calls under way

  func begin(_ aspect: ObjectProperties, of object: MirroredObject, in lane: WorkLane) {
    object.reading.insert(aspect)
    count(aspect, lane, 1)
  }

  /// An answer came, or will not.
  func end(_ aspect: ObjectProperties, of object: MirroredObject, in lane: WorkLane) {
    count(aspect, lane, -1)
    object.reading.remove(aspect)
  }

  /// Has an aspect read again that changed while it was being read.
  func markIfStale(_ object: MirroredObject, _ aspect: ObjectProperties) {
    guard object.stale.contains(aspect) else { return }
    object.stale.remove(aspect)
    mark(object, aspect, .first)
  }

  /// Counts calls for an aspect that are under way.
  func count(_ aspect: ObjectProperties, _ lane: WorkLane, _ change: Int) {
    if lane == .extras { outstandingExtras += change } else { outstanding += change }
    if lane == .first { outstandingFirst += change }
    if aspect == .children, lane != .extras { outstandingChildren += change }
  }

  // MARK: How far reading is

  /// How many objects stand in a lane, those among them that have moved to a better one.
  func waiting(in lane: WorkLane) -> Int { lanes[lane.rawValue].count }

  /// Whether what events or actions made necessary is being read, or waits.
  var isFirstUnderWay: Bool { outstandingFirst > 0 || !lanes[WorkLane.first.rawValue].isEmpty }

  /// Whether frames and other details that were asked for have come.
  var isDetailRead: Bool {
    outstanding == 0 && lanes[WorkLane.visible.rawValue].isEmpty
      && lanes[WorkLane.rest.rawValue].isEmpty
  }

  /// Whether what was marked to be read last is still being read.
  var isReadingExtras: Bool {
    outstandingExtras > 0 || !lanes[WorkLane.extras.rawValue].isEmpty
  }
}
