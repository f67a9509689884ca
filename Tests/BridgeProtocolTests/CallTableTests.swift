import BridgeProtocol
import Testing

@Suite
struct `The table of calls` {
  @Test(arguments: 1...20)
  func `the table agrees with a dictionary for any order of insertions and removals`(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var table = CallTable<Int>()
    var model: [CallID: Int] = [:]
    for step in 0..<2_000 {
      let id = CallID(rawValue: .random(in: 0..<40, using: &dice))
      switch Int.random(in: 0..<4, using: &dice) {
      case 0, 1:
        table.set(step, for: id)
        model[id] = step
      case 2: #expect(table.remove(id) == model.removeValue(forKey: id))
      default:
        if let index = table.index(of: id) { table[index] += 1 }
        model[id]? += 1
      }
      #expect(table[id] == model[id])
    }
    #expect(table.ids == model.keys.sorted())
    #expect(table.values == model.sorted { $0.key < $1.key }.map(\.value))
    #expect(table.count == model.count && table.isEmpty == model.isEmpty)
    table.removeAll()
    #expect(table.isEmpty && table.index(of: CallID(rawValue: 1)) == nil)
  }
}
