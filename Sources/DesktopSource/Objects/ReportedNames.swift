/// The names that an application's events report for an object while an action on it is under way, whether or not the
/// events are handled. The actions under way on one object share it.
final class ReportedNames {
  /// In their order; the last one may stand for several.
  private var names: [String] = []
  private static let maxCount = 64

  /// The number of names so far.
  var count: Int { names.count }

  /// Notes what an event reports; `nil` when it carries no name.
  func note(_ name: String?) {
    if names.count == Self.maxCount { names.removeLast() }
    names.append(name ?? "")
  }

  /// Returns the names after the first `count`.
  func since(_ count: Int) -> ArraySlice<String> {
    names[min(count, Self.maxCount - 1, names.count)...]
  }
}
