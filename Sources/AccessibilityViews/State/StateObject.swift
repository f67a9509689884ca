/// A model that a view creates and owns. It lives as long as the view keeps its place in the interface.
@propertyWrapper
public struct StateObject<Model: ObservableObject>: DynamicProperty {
  private let link: Link

  /// Refers from the view's value to the model, which is created on first use.
  private final class Link {
    private let make: () -> Model
    private var own: Model?
    /// The link of the first value of the view.
    var first: Link?

    init(_ make: @escaping () -> Model) {
      self.make = make
    }

    var model: Model {
      if let first { return first.model }
      if let own { return own }
      let new = make()
      own = new
      return new
    }
  }

  public init(wrappedValue make: @autoclosure @escaping () -> Model) {
    link = Link(make)
  }

  public var wrappedValue: Model { link.model }

  public var projectedValue: Bindable<Model> { Bindable(wrappedValue: wrappedValue) }
}

extension StateObject: StoredProperty {
  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject {
    guard let kept = kept as? Link, kept !== link else { return link }
    link.first = kept
    return kept
  }
}

/// A model that another view owns, with bindings to its properties: `$model.name`.
@propertyWrapper
public struct ObservedObject<Model: ObservableObject>: DynamicProperty {
  public var wrappedValue: Model

  public init(wrappedValue: Model) {
    self.wrappedValue = wrappedValue
  }

  public init(initialValue: Model) {
    self.init(wrappedValue: initialValue)
  }

  public var projectedValue: Bindable<Model> { Bindable(wrappedValue: wrappedValue) }
}
