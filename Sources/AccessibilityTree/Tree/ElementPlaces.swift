/// Finds elements in a list by their ids: a hash table of places alone. The list itself has the ids, which `idAt` returns by
/// place, so that a slot takes four bytes.
///
/// Open addressing with linear probing; removal closes the gap, so that there are no tombstones. Ids are assigned in
/// ascending order, and multiples of the golden ratio spread such numbers evenly: a better hash would cost more than the
/// search. A server that made up ids that collide would slow down only those who replicate its tree.
package struct ElementPlaces: Sendable {
  /// Places, −1 for an empty slot. The number of slots is a power of two; at most two thirds of them are used.
  @usableFromInline var slots: [Int32] = [-1, -1, -1, -1]
  @usableFromInline package private(set) var count = 0

  package init() {}

  @inlinable package func find(_ id: ElementID, _ idAt: (Int) -> ElementID) -> Int? {
    var slot = homeSlot(id)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if idAt(place) == id { return place }
      slot = next(slot)
    }
    return nil
  }

  /// Adds an element that is not in the table. The list has it at `place` already.
  package mutating func insert(_ id: ElementID, at place: Int, _ idAt: (Int) -> ElementID) {
    reserveCapacity(count + 1, idAt)
    count += 1
    put(id, place)
  }

  /// Changes where the list has an element.
  package mutating func move(_ id: ElementID, from place: Int, to other: Int) {
    slots[slot(id, place)] = Int32(other)
  }

  /// Removes an element. The list still has it at `place`.
  package mutating func remove(_ id: ElementID, at place: Int, _ idAt: (Int) -> ElementID) {
    count -= 1
    var empty = slot(id, place)
    slots[empty] = -1
    // Those that probing put after the gap move back into it.
    var slot = next(empty)
    while slots[slot] >= 0 {
      let home = homeSlot(idAt(Int(slots[slot])))
      if distance(from: home, to: slot) >= distance(from: empty, to: slot) {
        slots.swapAt(slot, empty)
        empty = slot
      }
      slot = next(slot)
    }
  }

  /// Makes room for a number of elements.
  package mutating func reserveCapacity(_ capacity: Int, _ idAt: (Int) -> ElementID) {
    guard capacity * 3 > slots.count * 2 else { return }
    let places = slots.filter { $0 >= 0 }
    var size = slots.count
    while capacity * 3 > size * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for place in places { put(idAt(Int(place)), Int(place)) }
  }

  private mutating func put(_ id: ElementID, _ place: Int) {
    var slot = homeSlot(id)
    while slots[slot] >= 0 { slot = next(slot) }
    slots[slot] = Int32(place)
  }

  /// The slot of an element that is in the table.
  private func slot(_ id: ElementID, _ place: Int) -> Int {
    var slot = homeSlot(id)
    while slots[slot] != Int32(place) { slot = next(slot) }
    return slot
  }

  @inlinable func homeSlot(_ id: ElementID) -> Int {
    let product = id.rawValue &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> UInt64(64 - slots.count.trailingZeroBitCount))
  }

  @inlinable func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func distance(from: Int, to: Int) -> Int { (to - from) & (slots.count - 1) }
}
