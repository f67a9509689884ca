/// What is going on in the application whose code runs now: who reads, and whom a notification or a
/// clock is asked of.
///
/// Confined to one thread; task-local so that applications on several threads do not meet.
final class ViewContext: @unchecked Sendable {
  @TaskLocal static var current: ViewContext?

  /// Who is being evaluated: what it reads, it depends on.
  var reader: Reader?
  /// The application's host; `nil` when it is gone.
  weak var host: ViewHost?
  private var dependencies: [ObjectIdentifier: AnyObject] = [:]

  /// The application's one model of a type.
  func dependency<Model: AnyObject>(_ make: () -> Model) -> Model {
    let type = ObjectIdentifier(Model.self)
    if let known = dependencies[type] as? Model { return known }
    let new = make()
    dependencies[type] = new
    return new
  }
}
