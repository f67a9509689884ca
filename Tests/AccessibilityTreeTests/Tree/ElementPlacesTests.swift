import AccessibilityTree
import Testing

@Suite struct ElementPlacesTests {
  @Test func `random insertions, moves and removals agree with a dictionary`() {
    var random = SeededRandom(seed: 7)
    var list: [ElementID] = []
    var places = ElementPlaces()
    var model: [ElementID: Int] = [:]
    for round in 0..<30_000 {
      // In sequence as a server assigns them, and now and then any other.
      let id = ElementID(
        rawValue: round % 5 == 0 ? .random(in: 1...50, using: &random) : UInt64(900 + round))
      if let place = model[id] ?? (Bool.random(using: &random) ? list.indices.last : nil) {
        // The last one takes the place of the one that is removed, as in a tree.
        let (removed, last) = (list[place], list.count - 1)
        places.remove(removed, at: place) { list[$0] }
        model[removed] = nil
        if place != last {
          places.move(list[last], from: last, to: place)
          model[list[last]] = place
          list[place] = list[last]
        }
        list.removeLast()
      } else {
        list.append(id)
        places.insert(id, at: list.count - 1) { list[$0] }
        model[id] = list.count - 1
      }
    }
    #expect(places.count == model.count)
    for (id, place) in model { #expect(places.find(id) { list[$0] } == place) }
    for number in 1...40_000 where model[ElementID(rawValue: UInt64(number))] == nil {
      #expect(places.find(ElementID(rawValue: UInt64(number))) { list[$0] } == nil)
    }
  }
}
