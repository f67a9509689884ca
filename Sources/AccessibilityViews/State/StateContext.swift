/// What state knows of the application whose code runs: who reads it, and whom to tell of changes.
///
/// Confined to one thread; task-local so that applications on several threads do not meet.
class StateContext: @unchecked Sendable {
  @TaskLocal static var current: StateContext?

  /// What is being evaluated: it depends on what it reads.
  final var reader: Reader?
  /// Called when state changed that something of this application had read.
  final var onChange: (() -> Void)?
  private final var dependencies: [ObjectIdentifier: AnyObject] = [:]
  private final var lastNamespace = 0

  /// The application's one model of a type.
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
