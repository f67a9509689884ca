internal import BridgeTransport

/// The reads of an application's objects that are pending or in flight: ordered by priority, and with one read
/// of a property of an object at a time. No object is taken while `maxInFlight` calls are in flight.
///
/// The queue makes no calls itself. The caller takes the next object (`next`) and the properties to read
/// (`takeAspects`), and reports each call that begins (`begin`) and ends (`end`).
final class ReadQueue: ApplicationPart {
  let application: MirroredApplication
  /// Objects with pending reads, one queue for each `WorkLane`.
  private var lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
  /// Calls in flight in all lanes but `extras`.
  private(set) var outstanding = 0
  /// Calls in flight that events or actions made necessary.
  private(set) var outstandingFirst = 0
  private(set) var outstandingExtras = 0
  /// Calls in flight for children in all lanes but `extras`, and other work that has to finish before lists of
  /// children are complete.
  var outstandingChildren = 0
  /// The number of calls of `mark` so far.
  private(set) var marks = 0

  /// The number of calls in flight, sent or about to be, from which on no further object is taken.
  static let maxInFlight = 192

  init(_ application: MirroredApplication) {
    self.application = application
  }

  func close() {
    lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
  }

  /// Adds properties of an object to the pending reads. Those that are being read now are read again
  /// afterwards.
  func mark(_ object: MirroredObject, _ aspects: ObjectProperties, _ lane: WorkLane) {
    guard object.stage != .gone else { return }
    marks &+= 1
    object.stale.formUnion(aspects.intersection(object.reading))
    object.dirty.formUnion(aspects.subtracting(object.reading))
    guard !object.dirty.isEmpty else { return }
    if let present = object.lane, present.rawValue <= lane.rawValue { return schedule() }
    object.lane = lane
    // Shown objects go before new ones: the change may be that all the new ones are gone again.
    if lane == .first, object.stage == .shown {
      lanes[lane.rawValue].prepend(object)
    } else {
      lanes[lane.rawValue].append(object)
    }
    schedule()
  }

  // MARK: Taking turns

  /// Takes the object to be read next; `nil` if there is none, or if enough calls are in flight.
  ///
  /// - Parameter withoutFirst: Skips the lane `first`, whose objects wait for one answer about all of them.
  func next(withoutFirst: Bool = false) -> (object: MirroredObject, lane: WorkLane)? {
    guard outstanding + outstandingExtras < Self.maxInFlight else { return nil }
    for lane in WorkLane.allCases {
      if lane == .first, withoutFirst { continue }
      if lane == .extras, !isComplete { continue }
      while let object = lanes[lane.rawValue].popFirst() {
        // Skips objects that were moved to a lane of higher priority, or are gone.
        guard object.lane == lane, object.stage != .gone else { continue }
        object.lane = nil
        return (object, lane)
      }
    }
    return nil
  }

  /// Takes the properties to read now from an object that `next` returned: only the basics until they are
  /// known, and extras only in their own lane.
  func takeAspects(of object: MirroredObject, in lane: WorkLane) -> ObjectProperties {
    var wanted = object.dirty
    if lane != .extras { wanted.subtract(.extras) }
    if !object.known.isSuperset(of: .basics) { wanted.formIntersection(.basics) }
    wanted.subtract(object.reading)
    object.dirty.subtract(wanted)
    return wanted
  }

  /// Queues what was not taken from an object's pending reads in the lane `extras`.
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

  /// Ends a read, with or without an answer.
  func end(_ aspect: ObjectProperties, of object: MirroredObject, in lane: WorkLane) {
    count(aspect, lane, -1)
    object.reading.remove(aspect)
  }

  /// Has a property read again if it changed while it was being read.
  func markIfStale(_ object: MirroredObject, _ aspect: ObjectProperties) {
    guard object.stale.contains(aspect) else { return }
    object.stale.remove(aspect)
    mark(object, aspect, .first)
  }

  /// Adds `change` to the numbers of calls in flight.
  func count(_ aspect: ObjectProperties, _ lane: WorkLane, _ change: Int) {
    if lane == .extras { outstandingExtras += change } else { outstanding += change }
    if lane == .first { outstandingFirst += change }
    if aspect == .children, lane != .extras { outstandingChildren += change }
  }

  // MARK: How far reading is

  /// The number of entries in a lane, including objects that have since moved to another one.
  func waiting(in lane: WorkLane) -> Int { lanes[lane.rawValue].count }

  /// Whether reads that events or actions made necessary are pending or in flight.
  var isFirstUnderWay: Bool { outstandingFirst > 0 || !lanes[WorkLane.first.rawValue].isEmpty }

  /// Whether no call outside the lane `extras` is in flight, and no read of details is pending.
  var isDetailRead: Bool {
    outstanding == 0 && lanes[WorkLane.visible.rawValue].isEmpty
      && lanes[WorkLane.rest.rawValue].isEmpty
  }

  /// Whether reads in the lane `extras` are pending or in flight.
  var isReadingExtras: Bool {
    outstandingExtras > 0 || !lanes[WorkLane.extras.rawValue].isEmpty
  }
}
