import AccessibilityTree
import BridgeTransport
import Testing

@testable import DesktopSource

/// The order in which objects are read, and how many at once.
struct ReadQueueTests {
  private let made: MadeApplication
  private let queue: ReadQueue

  init() throws {
    made = try MadeApplication()
    made.application.load = .complete
    queue = ReadQueue(made.application)
  }

  /// Creates objects that are shown, with all their properties known.
  private func objects(_ names: String...) -> [MirroredObject] {
    let objects = names.map { made.add($0, under: made.root) }
    for object in objects { object.stage = .shown }
    return objects
  }

  /// Takes all queued objects and returns them.
  private func takeAll() -> [String] {
    var taken: [String] = []
    while let (object, lane) = queue.next() {
      taken.append("\(lane) \(object.path)")
    }
    return taken
  }

  /// Takes an object's turn, and begins all its reads.
  @discardableResult
  private func begin() throws -> (MirroredObject, ObjectProperties, ReadPriority) {
    let (object, lane) = try #require(queue.next())
    let wanted = queue.takeProperties(of: object, in: lane)
    for aspect in ObjectProperties.all where wanted.contains(aspect) {
      queue.begin(aspect, of: object, in: lane)
    }
    queue.deferRest(of: object)
    return (object, wanted, lane)
  }

  @Test func `lanes are served in order, and within a lane the first object comes first`() {
    let all = objects("a", "b", "c", "d", "e")
    queue.mark(all[0], .attributes, .background)
    queue.mark(all[1], .frame, .normal)
    queue.mark(all[2], .frame, .visible)
    queue.mark(all[3], .frame, .visible)
    queue.mark(all[4], .states, .high)
    #expect(takeAll().prefix(4) == ["high /e", "visible /c", "visible /d", "normal /b"])
  }

  @Test func `what is out of sight comes after what is in objects that were read`() {
    let all = objects("entry", "text", "details", "hidden")
    all[0].stage = .fresh
    queue.mark(all[0], .states, .outOfSight)
    queue.mark(all[3], .frame, .normal)
    queue.mark(all[2], .frame, .visible)
    queue.mark(all[1], .states, .high)
    #expect(queue.isHighPriorityActive)
    let taken = takeAll()
    #expect(taken == ["high /text", "visible /details", "outOfSight /entry", "normal /hidden"])
    #expect(!queue.isHighPriorityActive)
  }

  @Test func `visible objects come before new ones`() {
    let all = objects("new", "shown")
    all[0].stage = .fresh
    queue.mark(all[0], .states, .high)
    queue.mark(all[1], .states, .high)
    #expect(takeAll().first == "high /shown")
  }

  @Test func `an object moves to a better lane, and not to a worse one`() {
    let all = objects("a", "b")
    queue.mark(all[0], .frame, .normal)
    queue.mark(all[1], .frame, .visible)
    queue.mark(all[0], .states, .high)
    queue.mark(all[1], .states, .normal)
    let taken = takeAll()
    #expect(taken.prefix(2) == ["high /a", "visible /b"])
    // Its former position in the queue is skipped.
    #expect(!taken.contains("normal /a"))
  }

  @Test func `a removed object has no turn, and cannot be marked`() {
    let all = objects("a", "b")
    queue.mark(all[0], .frame, .high)
    all[0].stage = .gone
    all[1].stage = .gone
    let marks = queue.markCount
    queue.mark(all[1], .frame, .high)
    #expect(queue.markCount == marks && all[1].dirty.isEmpty)
    #expect(queue.next() == nil)
  }

  @Test func `extras wait until the application is complete`() {
    let all = objects("a")
    made.application.load = .structure
    queue.mark(all[0], .attributes, .background)
    #expect(queue.next() == nil && queue.isBackgroundActive)
    made.application.load = .complete
    #expect(takeAll() == ["background /a"])
  }

  @Test func `properties that are read all at once are not read separately`() {
    let all = objects("a", "b")
    queue.mark(all[0], .states, .high)
    queue.mark(all[1], .frame, .normal)
    #expect(queue.next(skippingHigh: true)?.lane == .normal)
    #expect(queue.next(skippingHigh: true) == nil)
    #expect(queue.waiting(in: .high) == 1)
  }

  @Test func `what is off screen can be left waiting`() {
    let all = objects("shown", "other")
    queue.mark(all[0], .frame, .visible)
    queue.mark(all[1], .frame, .normal)
    #expect(queue.next(skippingNormal: true)?.lane == .visible)
    #expect(queue.next(skippingNormal: true) == nil)
    #expect(queue.next()?.lane == .normal)
  }

  @Test func `only the basics are read before an object can be shown`() throws {
    let object = objects("a")[0]
    object.known = []
    queue.mark(object, ObjectProperties.structure.union(.details).union(.extras), .high)
    #expect(try begin().1 == .basics)
    // Nor does it get another turn before the basics have been read.
    #expect(queue.next() == nil)
    for aspect in ObjectProperties.all where ObjectProperties.basics.contains(aspect) {
      _ = queue.end(aspect, of: object, in: .high)
      object.known.insert(aspect)
    }
    queue.mark(object, .children, .visible)
    #expect(try begin().1 == ObjectProperties.details.union([.children, .attributes]))
    #expect(try begin().1 == .relations)
  }

  @Test func `attributes are read at once of what is on screen, and last of all else`() throws {
    let all = objects("shown", "other")
    queue.mark(all[0], ObjectProperties.extras.union(.frame), .visible)
    queue.mark(all[1], ObjectProperties.extras.union(.frame), .normal)
    #expect(try begin().1 == [.frame, .attributes])
    #expect(try begin().1 == .frame)
    #expect(try begin().1 == .relations)
    #expect(try begin().1 == .extras)
  }

  @Test func `an object that is marked while it is read is read again, once`() throws {
    let object = objects("a")[0]
    queue.mark(object, .states, .high)
    try begin()
    for _ in 0..<3 { queue.mark(object, .states, .high) }
    #expect(queue.next() == nil && object.stale == .states)
    #expect(queue.end(.states, of: object, in: .high))
    queue.mark(object, .states, .high)
    #expect(object.stale.isEmpty)
    let again = try begin()
    #expect(again.1 == .states && again.2 == .high)
    #expect(!queue.end(.states, of: object, in: .high))
    #expect(queue.next() == nil)
  }

  @Test func `what changes while it is read at leisure is awaited like any change`() throws {
    let object = objects("a")[0]
    queue.mark(object, [.states, .frame], .visible)
    try begin()
    #expect(!queue.isHighPriorityActive)
    queue.mark(object, .states, .high)
    queue.outdateReads(of: [.states, .frame, .children], of: object)
    #expect(queue.isHighPriorityActive)
    #expect(queue.end(.frame, of: object, in: .visible) && queue.isHighPriorityActive)
    #expect(queue.end(.states, of: object, in: .visible) && !queue.isHighPriorityActive)
    // Nor is anything counted of an object that goes meanwhile.
    queue.mark(object, .states, .visible)
    try begin()
    queue.mark(object, .states, .high)
    object.stage = .gone
    #expect(queue.end(.states, of: object, in: .visible) && !queue.isHighPriorityActive)
  }

  @Test func `the number of reads under way is limited`() throws {
    for number in 0..<300 {
      let object = made.add("\(number)", under: made.root)
      object.stage = .shown
      queue.mark(object, .frame, .visible)
    }
    var begun: [MirroredObject] = []
    while let (object, lane) = queue.next() {
      for _ in [queue.takeProperties(of: object, in: lane)] {
        queue.begin(.frame, of: object, in: lane)
      }
      begun.append(object)
    }
    #expect(begun.count == ReadQueue.maxInFlight && queue.outstanding == begun.count)
    _ = queue.end(.frame, of: begun[0], in: .visible)
    #expect(queue.next() != nil && queue.next() != nil)
    queue.begin(.attributes, of: begun[0], in: .background)
    #expect(queue.next() == nil)
  }

  @Test func `the queue counts the reads under way by their purpose`() throws {
    let object = objects("a")[0]
    queue.mark(object, [.children, .states], .high)
    try begin()
    #expect(queue.outstanding == 2 && queue.outstandingHigh == 2)
    #expect(queue.outstandingChildren == 1 && queue.isHighPriorityActive && !queue.areDetailsRead)
    _ = queue.end(.states, of: object, in: .high)
    _ = queue.end(.children, of: object, in: .high)
    #expect(queue.outstandingChildren == 0 && !queue.isHighPriorityActive && queue.areDetailsRead)
    // A second reading of children counts as an extra, and delays nothing.
    queue.mark(object, .children, .background)
    try begin()
    #expect(
      queue.outstandingBackground == 1 && queue.outstandingChildren == 0 && queue.areDetailsRead)
    _ = queue.end(.children, of: object, in: .background)
    #expect(!queue.isBackgroundActive)
  }

  @Test func `a mark schedules the next step`() {
    let object = objects("a")[0]
    made.settle()
    queue.mark(object, .frame, .normal)
    #expect(made.application.isScheduled)
  }
}
