/// A reference to a value that is stored elsewhere, for reading and writing.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    read = {
      guard let reader = StateContext.current?.reader else { return get() }
      return reader.observing(get)
    }
    write = set
  }

  /// Creates a binding to state of this library, which readers depend on anyway.
  init(tracked get: @escaping () -> Value, write set: @escaping (Value) -> Void) {
    read = get
    write = set
  }

  /// Creates a binding from another one, as parameters of closures that begin with `$` do.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Returns a binding to a constant, which ignores writes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding {
      value
    } set: { _ in
    }
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Part>(
    dynamicMember path: WritableKeyPath<Value, Part>
  ) -> Binding<Part> {
    let path = path
    return Binding<Part> {
      read()[keyPath: path]
    } set: { part in
      var value = read()
      value[keyPath: path] = part
      write(value)
    }
  }
}
