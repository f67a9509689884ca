import Testing

@testable import BridgeProtocol

@Suite
struct `Queues of events` {
  @Test
  func `Handled events take no memory, also when more are added before all are handled`() {
    var queue = EventQueue<[UInt8]>()
    #expect(queue.memory == 0)
    var first = EventQueue<[UInt8]>()
    first.append([0], payload: 100)
    let one = first.memory
    var (next, added) = (0, 0)
    for round in 0..<20_000 {
      for _ in 0..<(round < 100 ? 2 : 1) {
        queue.append([UInt8(truncatingIfNeeded: added)], payload: 100)
        added += 1
      }
      #expect(queue.next() == [UInt8(truncatingIfNeeded: next)])
      next += 1
      #expect(queue.memory == (added - next) * one)
    }
    while queue.next() != nil { next += 1 }
    #expect(next == added && queue.memory == 0)
  }
}
