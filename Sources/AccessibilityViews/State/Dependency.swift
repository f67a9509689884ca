/// A model that exists once per application, shared by its views and intents: an intent also runs while no
/// view does (A15), so no view can pass it the model.
///
/// Identified by its type. The first access creates it, and it lives as long as the application. Outside of
/// an application each access creates a new one.
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
