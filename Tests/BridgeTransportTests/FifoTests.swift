import BridgeTransport
import Testing

struct FifoTests {
  @Test func `a queue behaves as an array does, for any order of operations`() {
    var queue = Fifo<Int>()
    var model: [Int] = []
    var dice = SystemRandomNumberGenerator()
    for number in 0..<50_000 {
      // Long phases of growing and shrinking, so that the queue moves its contents to the front.
      switch (Int.random(in: 0..<10, using: &dice), number / 5_000 % 2) {
      case (0..<7, 0), (0..<2, 1):
        queue.append(number)
        model.append(number)
      case (7, _):
        queue.prepend(number)
        model.insert(number, at: 0)
      default: #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count && queue.first == model.first)
      #expect(queue.isEmpty == model.isEmpty)
    }
    #expect(queue.removeAll() == model)
    #expect(queue.isEmpty && queue.popFirst() == nil && queue.removeAll() == [])
  }

  @Test func `the last elements that satisfy a condition are returned in order`() {
    var queue = Fifo<Int>()
    for number in 0..<100 { queue.append(number) }
    for _ in 0..<70 { _ = queue.popFirst() }
    #expect(queue.suffix(5) { $0 >= 90 } == [95, 96, 97, 98, 99])
    #expect(queue.suffix(50) { $0 >= 97 } == [97, 98, 99])
    #expect(queue.suffix(50) { $0 >= 0 } == Array(70..<100))
    #expect(queue.suffix(0) { _ in true } == [])
  }

  @Test func `removed elements are released`() {
    final class Thing {}
    var queue = Fifo<Thing>()
    weak var thing: Thing?
    do {
      let made = Thing()
      thing = made
      queue.append(made)
      queue.append(Thing())
    }
    _ = queue.popFirst()
    #expect(thing == nil)
  }
}
