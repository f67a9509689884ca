package import AccessibilityTree

extension JSONWriter {
  package mutating func value(_ value: some JSONRepresentable) {
    object { value.writeFields(to: &$0) }
  }

  /// Writes nothing for `nil`.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes nothing for `nil`.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  /// Writes nothing for `nil`.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }

  @inline(__always)
  package mutating func field(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// Writes an id as a number, with the same digits as everywhere. Writes nothing for `nil`.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ id: ElementID?) {
    field(key, id?.rawValue)
  }

  /// Writes a revision or epoch as text, because it may exceed the numbers of JSON.
  package mutating func field(_ key: StaticString, revision: UInt64) {
    self.key(key)
    digits(revision)
  }

  /// Writes nothing for an empty array.
  @inline(__always)
  package mutating func field(_ key: StaticString, ids: [ElementID]) {
    guard !ids.isEmpty else { return }
    self.key(key)
    array { for id in ids { $0.integer(id.rawValue) } }
  }

  /// Writes texts that a function hands over one after another.
  @inline(__always)
  mutating func field(_ key: StaticString, names forEachName: ((String) -> Void) -> Void) {
    self.key(key)
    beginArray()
    forEachName { string($0) }
    endArray()
  }

  /// Writes nothing for an empty array.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    self.key(key)
    array { for value in values { $0.string(value) } }
  }

  /// Writes nothing for `nil`.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ value: (some JSONRepresentable)?) {
    guard let value else { return }
    self.key(key)
    self.value(value)
  }

  /// Writes nothing for an empty array.
  @inline(__always)
  package mutating func field(_ key: StaticString, _ values: [some JSONRepresentable]) {
    guard !values.isEmpty else { return }
    self.key(key)
    // Through a span, which does not count references to what each value has.
    let values = values.span
    beginArray()
    for index in values.indices { value(values[index]) }
    endArray()
  }
}
