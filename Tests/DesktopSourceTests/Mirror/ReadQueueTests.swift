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
  private func begin() throws -> (MirroredObject, ObjectProperties, WorkLane) {
    let (object, lane) = try #require(queue.next())
    let wanted = queue.takeAspects(of: object, in: lane)
    for aspect in ObjectProperties.all where wanted.contains(aspect) {
      queue.begin(aspect, of: object, in: lane)
    }
    queue.putOffRest(of: object)
    return (object, wanted, lane)
  }

  @Test func `lanes are served in order, and within a lane the first object comes first`() {
    let all = objects("a", "b", "c", "d", "e")
    queue.mark(all[0], .attributes, .extras)
    queue.mark(all[1], .frame, .rest)
    queue.mark(all[2], .frame, .visible)
    queue.mark(all[3], .frame, .visible)
    queue.mark(all[4], .states, .first)
    #expect(takeAll().prefix(4) == ["first /e", "visible /c", "visible /d", "rest /b"])
  }

  @Test func `visible objects come before new ones`() {
    let all = objects("new", "shown")
    all[0].stage = .fresh
    queue.mark(all[0], .states, .first)
    queue.mark(all[1], .states, .first)
    #expect(takeAll().first == "first /shown")
  }

  @Test func `an object moves to a better lane, and not to a worse one`() {
    let all = objects("a", "b")
    queue.mark(all[0], .frame, .rest)
    queue.mark(all[1], .frame, .visible)
    queue.mark(all[0], .states, .first)
    queue.mark(all[1], .states, .rest)
    let taken = takeAll()
    #expect(taken.prefix(2) == ["first /a", "visible /b"])
    // Its former position in the queue is skipped.
    #expect(!taken.contains("rest /a"))
  }

  @Test func `a removed object has no turn, and cannot be marked`() {
    let all = objects("a", "b")
    queue.mark(all[0], .frame, .first)
    all[0].stage = .gone
    all[1].stage = .gone
    let marks = queue.marks
    queue.mark(all[1], .frame, .first)
    #expect(queue.marks == marks && all[1].dirty.isEmpty)
    #expect(queue.next() == nil)
  }

  @Test func `extras wait until the application is complete`() {
    let all = objects("a")
    made.application.load = .structure
    queue.mark(all[0], .attributes, .extras)
    #expect(queue.next() == nil && queue.isReadingExtras)
    made.application.load = .complete
    #expect(takeAll() == ["extras /a"])
  }

  @Test func `properties that are read all at once are not read separately`() {
    let all = objects("a", "b")
    queue.mark(all[0], .states, .first)
    queue.mark(all[1], .frame, .rest)
    #expect(queue.next(withoutFirst: true)?.lane == .rest)
    #expect(queue.next(withoutFirst: true) == nil)
    #expect(queue.waiting(in: .first) == 1)
  }

  @Test func `only the basics are read before an object can be shown`() throws {
    let object = objects("a")[0]
    object.known = []
    queue.mark(object, ObjectProperties.structure.union(.details).union(.extras), .first)
    #expect(try begin().1 == .basics)
    // Nor does it get another turn before the basics have been read.
    #expect(queue.next() == nil)
    for aspect in ObjectProperties.all where ObjectProperties.basics.contains(aspect) {
      queue.end(aspect, of: object, in: .first)
      object.known.insert(aspect)
    }
    queue.mark(object, .children, .visible)
    #expect(try begin().1 == ObjectProperties.details.union(.children))
    #expect(try begin().1 == .extras)
  }

  @Test func `an object that is marked while it is read is read again, once`() throws {
    let object = objects("a")[0]
    queue.mark(object, .states, .first)
    try begin()
    for _ in 0..<3 { queue.mark(object, .states, .first) }
    #expect(queue.next() == nil && object.stale == .states)
    queue.end(.states, of: object, in: .first)
    queue.markIfStale(object, .states)
    #expect(object.stale.isEmpty)
    let again = try begin()
    #expect(again.1 == .states && again.2 == .first)
    queue.end(.states, of: object, in: .first)
    queue.markIfStale(object, .states)
    #expect(queue.next() == nil)
  }

  @Test func `the number of reads under way is limited`() throws {
    for number in 0..<300 {
      let object = made.add("\(number)", under: made.root)
      object.stage = .shown
      queue.mark(object, .frame, .visible)
    }
    var begun: [MirroredObject] = []
    while let (object, lane) = queue.next() {
      for _ in [queue.takeAspects(of: object, in: lane)] {
        queue.begin(.frame, of: object, in: lane)
      }
      begun.append(object)
    }
    #expect(begun.count == ReadQueue.maxInFlight && queue.outstanding == begun.count)
    queue.end(.frame, of: begun[0], in: .visible)
    #expect(queue.next() != nil && queue.next() != nil)
    queue.begin(.attributes, of: begun[0], in: .extras)
    #expect(queue.next() == nil)
  }

  @Test func `the queue counts the reads under way by their purpose`() throws {
    let object = objects("a")[0]
    queue.mark(object, [.children, .states], .first)
    try begin()
    #expect(queue.outstanding == 2 && queue.outstandingFirst == 2)
    #expect(queue.outstandingChildren == 1 && queue.isFirstUnderWay && !queue.isDetailRead)
    queue.end(.states, of: object, in: .first)
    queue.end(.children, of: object, in: .first)
    #expect(queue.outstandingChildren == 0 && !queue.isFirstUnderWay && queue.isDetailRead)
    // A second reading of children counts as an extra, and delays nothing.
    queue.mark(object, .children, .extras)
    try begin()
    #expect(queue.outstandingExtras == 1 && queue.outstandingChildren == 0 && queue.isDetailRead)
    queue.end(.children, of: object, in: .extras)
    #expect(!queue.isReadingExtras)
  }

  @Test func `a mark schedules the next step`() {
    let object = objects("a")[0]
    made.settle()
    queue.mark(object, .frame, .rest)
    #expect(made.application.isScheduled)
  }
}
