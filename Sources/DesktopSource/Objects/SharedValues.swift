/// Keeps one copy of values that many objects have, such as lists, so that these objects share its memory.
struct SharedValues<Value: Hashable> {
  private var values: Set<Value> = []

  /// How many different values are kept. Values beyond these begin a new set.
  private static var maxCount: Int { 2048 }

  /// Returns the copy that is kept of a value.
  mutating func shared(_ value: Value) -> Value {
    if values.count == Self.maxCount { values = [] }
    return values.insert(value).memberAfterInsert
  }
}
