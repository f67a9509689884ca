/// A model that an application has once, for its views and its intents alike: an intent runs although
/// no view does (A15), and has nobody to be given the model by.
///
/// Found by its type. Whoever reads it first makes it; it lives as long as the application. Outside
/// of an application each reading makes another.
@propertyWrapper
public struct Dependency<Model: ObservableObject> {
  private let make: () -> Model

  public init(default make: @autoclosure @escaping () -> Model) {
    self.make = make
  }

  public var wrappedValue: Model {
    StateContext.current?.dependency(make) ?? make()
  }
}
