/// A model: a class whose `@Published` properties are state. A view depends only on the properties that it reads.
public protocol ObservableObject: AnyObject {}

/// A property of a model that views can depend on.
@propertyWrapper
public struct Published<Value> {
  private let cell: TrackedValue<Value>

  public init(wrappedValue: Value) {
    cell = TrackedValue(wrappedValue)
  }

  public init(initialValue: Value) {
    self.init(wrappedValue: initialValue)
  }

  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
    nonmutating _modify {
      var value = cell.value
      defer { cell.value = value }
      yield &value
    }
  }

  /// A binding to the property.
  public var projectedValue: Binding<Value> {
    let cell = cell
    return Binding(tracked: { cell.value }, write: { cell.value = $0 })
  }
}

/// A model passed to a view, with bindings to its properties: `$model.name`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Model: AnyObject> {
  public var wrappedValue: Model

  public init(wrappedValue: Model) {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Model) {
    self.wrappedValue = wrappedValue
  }

  public var projectedValue: Bindable<Model> { self }

  public subscript<Value>(
    dynamicMember path: ReferenceWritableKeyPath<Model, Value>
  ) -> Binding<Value> {
    let model = wrappedValue
    return Binding {
      model[keyPath: path]
    } set: {
      model[keyPath: path] = $0
    }
  }
}
