/// The connection between state and the application whose code is running: the current reader of state, and
/// the handler for changes.
///
/// Confined to one thread. The current context is task-local, so that applications on several
/// threads do not interfere.
class StateContext: @unchecked Sendable {
  @TaskLocal static var current: StateContext?

  /// The reader being evaluated, which depends on the state that it reads.
  final var reader: Reader?
  /// Called when state that this application has read changes.
  final var onChange: (() -> Void)?
  /// The kinds of readers that were seen to read `@Observable` models.
  final var observers: Set<ObjectIdentifier> = []
  private final var dependencies: [ObjectIdentifier: AnyObject] = [:]
  private final var lastNamespace = 0

  /// Returns the application's only model of a type, created by `make` on first use.
  final func dependency<Model: AnyObject>(_ make: () -> Model) -> Model {
    let type = ObjectIdentifier(Model.self)
    if let known = dependencies[type] as? Model { return known }
    let new = make()
    dependencies[type] = new
    return new
  }

  final func makeNamespace() -> Int {
    lastNamespace += 1
    return lastNamespace
  }
}
