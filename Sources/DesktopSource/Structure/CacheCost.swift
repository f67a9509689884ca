/// An estimate, from earlier answers, of how long `GetItems` blocks an application.
///
/// The application builds the whole answer in one turn of its main loop: 13 µs for each object in GTK 3 and
/// Chromium, 19 µs in Gecko.
struct CacheCost {
  private var perEntry: Duration?

  /// The number of objects up to which the cost is negligible.
  static let negligibleCount = 1000
  /// How long an application may be blocked by a background check, and to read many new objects.
  static let checkLimit = Duration.milliseconds(50)
  static let readLimit = Duration.milliseconds(250)

  /// Records how long an answer took, from the call to its arrival.
  mutating func recordAnswer(entries: Int, in time: Duration) {
    guard entries > 0 else { return }
    perEntry = time / entries
  }

  /// Whether an answer with this many objects is expected to take no longer than `limit`.
  func allows(_ objects: Int, within limit: Duration) -> Bool {
    guard objects > Self.negligibleCount else { return true }
    guard let perEntry else { return false }
    return perEntry * objects <= limit
  }
}
