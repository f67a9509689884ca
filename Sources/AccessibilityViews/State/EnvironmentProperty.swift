/// A value of the environment: `@Environment(\.isEnabled)`, `@Environment(Model.self)`.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let link = EnvironmentLink()
  private let read: (EnvironmentValues) -> Value

  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    let path = path
    read = { $0[keyPath: path] }
  }

  /// Reads the model of a type that a view around passed by `.environment(_:)`. It is an error of the
  /// application when none did.
  public init(_ type: Value.Type) where Value: AnyObject {
    read = { $0.required(type) }
  }

  /// Reads the model of a type; `nil` when no view around passed one.
  public init<Model: AnyObject>(_ type: Model.Type) where Value == Model? {
    read = { $0[model: type] }
  }

  public var wrappedValue: Value { read(link.values) }
}

/// A model that a view around passed by `.environmentObject(_:)`.
@propertyWrapper
public struct EnvironmentObject<Model: ObservableObject>: DynamicProperty {
  private let link = EnvironmentLink()

  public init() {}

  public var wrappedValue: Model { link.values.required(Model.self) }

  public var projectedValue: Bindable<Model> { Bindable(wrappedValue: wrappedValue) }
}

/// Refers from the value of a view to the environment of its node.
final class EnvironmentLink {
  var values = EnvironmentValues()
}

extension EnvironmentValues {
  fileprivate func required<Model: AnyObject>(_ type: Model.Type) -> Model {
    guard let model = self[model: type] else {
      preconditionFailure("No view around passes a model of type \(type) to the environment")
    }
    return model
  }
}

extension Environment: StoredProperty {
  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject {
    link.values = environment
    return link
  }
}

extension EnvironmentObject: StoredProperty {
  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject {
    link.values = environment
    return link
  }
}
