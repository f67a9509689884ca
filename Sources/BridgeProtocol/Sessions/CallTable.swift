/// A value for each call under way on a connection, in the order of the calls' ids.
///
/// Ids ascend, so a call is added at the end in constant time and found by binary search, without hashing.
/// Removing a call moves those behind it. Public, because only then can other targets specialize the type.
public struct CallTable<Value> {
  @usableFromInline typealias Entry = (id: UInt64, value: Value)

  @usableFromInline var entries: [Entry] = []

  @inlinable public init() {}

  @inlinable public var count: Int { entries.count }
  @inlinable public var isEmpty: Bool { entries.isEmpty }
  /// The ids of the calls, in ascending order.
  @inlinable public var ids: [CallID] { entries.map { CallID(rawValue: $0.id) } }
  /// The values, in the order of the ids.
  @inlinable public var values: [Value] { entries.map(\.value) }

  /// Returns the index of a call, or `nil` when there is none with that id.
  @inlinable public func index(of call: CallID) -> Int? {
    guard let first = entries.first, let last = entries.last else { return nil }
    if last.id == call.rawValue { return entries.count - 1 }
    guard call.rawValue >= first.id, call.rawValue < last.id else { return nil }
    let (span, distance) = (last.id - first.id, call.rawValue - first.id)
    // Ids usually ascend evenly, by 1 or 2.
    if span <= UInt32.max {
      let guess = Int(distance * UInt64(entries.count - 1) / span)
      if entries[guess].id == call.rawValue { return guess }
    }
    let slot = slot(of: call.rawValue)
    return slot < entries.count && entries[slot].id == call.rawValue ? slot : nil
  }

  @inlinable public subscript(index: Int) -> Value {
    get { entries[index].value }
    _modify { yield &entries[index].value }
  }

  @inlinable public subscript(call: CallID) -> Value? {
    index(of: call).map { entries[$0].value }
  }

  /// Adds a call, or replaces the value of one.
  @inlinable public mutating func set(_ value: Value, for call: CallID) {
    guard let last = entries.last, last.id >= call.rawValue else {
      return entries.append((call.rawValue, value))
    }
    let slot = slot(of: call.rawValue)
    if entries[slot].id == call.rawValue {
      entries[slot].value = value
    } else {
      entries.insert((call.rawValue, value), at: slot)
    }
  }

  @inlinable @discardableResult
  public mutating func remove(_ call: CallID) -> Value? {
    guard let index = index(of: call) else { return nil }
    let removed = entries.remove(at: index).value
    // A connection that once had a thousand calls does not keep the memory for as many.
    if entries.isEmpty, entries.capacity > 128 { entries = [] }
    return removed
  }

  @inlinable public mutating func removeAll() {
    entries.removeAll()
  }

  /// Returns the index at which a call is, or would be inserted.
  @inlinable func slot(of id: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension CallTable: Sendable where Value: Sendable {}
