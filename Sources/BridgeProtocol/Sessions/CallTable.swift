/// What belongs to each call under way on a connection, in the order of the calls' ids.
///
/// Ids ascend, so a call is added at the end in constant time and found by halving, without hashing.
/// Removing moves what is behind. Public, because only then other targets get a version for their values.
public struct CallTable<Value> {
  @usableFromInline typealias Entry = (id: UInt64, value: Value)

  @usableFromInline var entries: [Entry] = []

  @inlinable public init() {}

  @inlinable public var count: Int { entries.count }
  @inlinable public var isEmpty: Bool { entries.isEmpty }
  /// In ascending order.
  @inlinable public var ids: [CallID] { entries.map { CallID(rawValue: $0.id) } }
  /// In the order of the ids.
  @inlinable public var values: [Value] { entries.map(\.value) }

  /// Where a call is; `nil` when there is none of that id.
  @inlinable public func index(of call: CallID) -> Int? {
    guard let last = entries.last else { return nil }
    if last.id == call.rawValue { return entries.count - 1 }
    let place = place(of: call.rawValue)
    return place < entries.count && entries[place].id == call.rawValue ? place : nil
  }

  @inlinable public subscript(index: Int) -> Value {
    get { entries[index].value }
    _modify { yield &entries[index].value }
  }

  @inlinable public subscript(call: CallID) -> Value? {
    index(of: call).map { entries[$0].value }
  }

  /// Adds a call, or gives one another value.
  @inlinable public mutating func set(_ value: Value, for call: CallID) {
    guard let last = entries.last, last.id >= call.rawValue else {
      return entries.append((call.rawValue, value))
    }
    let place = place(of: call.rawValue)
    if entries[place].id == call.rawValue {
      entries[place].value = value
    } else {
      entries.insert((call.rawValue, value), at: place)
    }
  }

  @inlinable @discardableResult
  public mutating func remove(_ call: CallID) -> Value? {
    guard let index = index(of: call) else { return nil }
    let removed = entries.remove(at: index).value
    // A connection that had a thousand calls once does not keep the memory for as many.
    if entries.isEmpty, entries.capacity > 64 { entries = [] }
    return removed
  }

  @inlinable public mutating func removeAll() {
    entries.removeAll()
  }

  /// Where a call stands, or would.
  @usableFromInline func place(of id: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension CallTable: Sendable where Value: Sendable {}
