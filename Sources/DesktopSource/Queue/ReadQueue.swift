internal import BridgeTransport

/// The reads of an application's objects that are pending or in flight: ordered by priority, and with one read
/// of a property of an object at a time. No object is taken while `maxInFlight` calls are in flight.
///
/// The queue makes no calls itself. The caller takes the next object (`next`) and the properties to read
/// (`takeProperties`), and reports each call that begins (`begin`) and ends (`end`).
final class ReadQueue: ApplicationPart {
  let application: MirroredApplication
  /// Objects with pending reads, one queue for each `ReadPriority`.
  private var queues = ReadPriority.allCases.map { _ in Fifo<MirroredObject>() }
  /// Calls in flight in all lanes but `background`.
  private(set) var outstanding = 0
  /// Calls in flight that events or actions made necessary.
  private(set) var outstandingHigh = 0
  private(set) var outstandingBackground = 0
  /// Calls in flight, in any lane, that will be made again since what they ask for changed.
  private var outstandingStale = 0
  /// Calls in flight for children in all lanes but `background`, and other work that has to finish before lists of
  /// children are complete.
  var outstandingChildren = 0
  /// The number of calls of `mark` so far.
  private(set) var markCount = 0

  /// The number of calls in flight, sent or about to be, from which on no further object is taken.
  static let maxInFlight = 192

  init(_ application: MirroredApplication) {
    self.application = application
  }

  func close() {
    queues = ReadPriority.allCases.map { _ in Fifo<MirroredObject>() }
  }

  /// Adds properties of an object to the pending reads. Those that are being read now are read again
  /// afterwards.
  func mark(_ object: MirroredObject, _ properties: ObjectProperties, _ priority: ReadPriority) {
    guard object.stage != .gone else { return }
    markCount &+= 1
    outdateReads(of: properties, of: object)
    object.dirty.formUnion(properties.subtracting(object.reading))
    guard !object.dirty.isEmpty else { return }
    if let current = object.readPriority, current.rawValue <= priority.rawValue {
      return schedule()
    }
    object.readPriority = priority
    // Shown objects go before new ones: the change may be that all the new ones are gone again.
    if priority == .high, object.stage == .shown {
      queues[priority.rawValue].prepend(object)
    } else {
      queues[priority.rawValue].append(object)
    }
    schedule()
  }

  // MARK: Taking turns

  /// Takes the object to be read next; `nil` if there is none, or if enough calls are in flight.
  ///
  /// - Parameters:
  ///   - skippingHigh: Skips the priorities `high` and `outOfSight`, whose objects wait for one answer about all of them.
  ///   - skippingNormal: Skips the priority `normal`, whose objects wait until the structure is shown.
  func next(
    skippingHigh: Bool = false, skippingNormal: Bool = false
  ) -> (object: MirroredObject, lane: ReadPriority)? {
    guard outstanding + outstandingBackground < Self.maxInFlight else { return nil }
    for priority in ReadPriority.allCases {
      if priority == .high || priority == .outOfSight, skippingHigh { continue }
      if priority == .normal, skippingNormal { continue }
      if priority == .background, !isComplete { continue }
      while let object = queues[priority.rawValue].popFirst() {
        // Skips objects that were moved to a lane of higher priority, or are gone.
        guard object.readPriority == priority, object.stage != .gone else { continue }
        object.readPriority = nil
        return (object, priority)
      }
    }
    return nil
  }

  /// Takes the properties to read now from an object that `next` returned: only the basics until they are
  /// known, and extras only in their own lane. Attributes of what is on screen are no extras, since they refine its role
  /// and states; nor are the relations of a password field.
  func takeProperties(of object: MirroredObject, in priority: ReadPriority) -> ObjectProperties {
    var wanted = object.dirty
    switch priority {
    case .background: break
    // What describes a password may repeat it, and must be known before anything is entered.
    case _ where object.holdsPassword: wanted.subtract(.attributes)
    case .visible: wanted.subtract(.relations)
    case .high, .outOfSight, .normal: wanted.subtract(.extras)
    }
    if !object.known.isSuperset(of: .basics) { wanted.formIntersection(.basics) }
    wanted.subtract(object.reading)
    object.dirty.subtract(wanted)
    return wanted
  }

  /// Queues what was not taken from an object's pending reads in the lane `background`.
  func deferRest(of object: MirroredObject) {
    guard !object.dirty.isEmpty, object.readPriority == nil, object.known.isSuperset(of: .basics)
    else { return }
    object.readPriority = .background
    queues[ReadPriority.background.rawValue].append(object)
  }

  // MARK: Calls under way

  func begin(_ property: ObjectProperties, of object: MirroredObject, in priority: ReadPriority) {
    object.reading.insert(property)
    adjustCounts(property, priority, 1)
  }

  /// Ends a read, with or without an answer. Returns whether the property is to be read again, since it changed meanwhile.
  func end(
    _ property: ObjectProperties, of object: MirroredObject, in priority: ReadPriority
  ) -> Bool {
    adjustCounts(property, priority, -1)
    object.reading.remove(property)
    guard object.stale.remove(property) != nil else { return false }
    outstandingStale -= 1
    return true
  }

  /// Has those of the properties that are being read now read again afterwards.
  func outdateReads(of properties: ObjectProperties, of object: MirroredObject) {
    let outdated = properties.intersection(object.reading).subtracting(object.stale)
    object.stale.formUnion(outdated)
    outstandingStale += outdated.rawValue.nonzeroBitCount
  }

  /// Adds `change` to the numbers of calls in flight.
  func adjustCounts(_ property: ObjectProperties, _ priority: ReadPriority, _ change: Int) {
    if priority == .background { outstandingBackground += change } else { outstanding += change }
    if priority == .high || priority == .outOfSight { outstandingHigh += change }
    if property == .children, priority != .background { outstandingChildren += change }
  }

  // MARK: How far reading is

  /// The number of entries in a lane, including objects that have since moved to another one.
  func waiting(in priority: ReadPriority) -> Int { queues[priority.rawValue].count }

  /// Whether reads that events or actions made necessary are pending or in flight.
  var isHighPriorityActive: Bool {
    outstandingHigh > 0 || outstandingStale > 0
      || waiting(in: .high) > 0 || waiting(in: .outOfSight) > 0
  }

  /// Whether no call outside the lane `background` is in flight, and no read of details is pending.
  var areDetailsRead: Bool {
    outstanding == 0 && queues[ReadPriority.visible.rawValue].isEmpty
      && queues[ReadPriority.normal.rawValue].isEmpty
  }

  /// Whether reads in the lane `background` are pending or in flight.
  var isBackgroundActive: Bool {
    outstandingBackground > 0 || !queues[ReadPriority.background.rawValue].isEmpty
  }
}
