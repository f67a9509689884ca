/// How long `GetItems` holds an application up, as far as earlier answers say.
///
/// The application makes the whole answer in one turn of its main loop: 13 µs for each object in GTK 3
/// and Chromium, 19 µs in Gecko.
struct CacheCost {
  private var perEntry: Duration?

  /// Objects of which the cost is not worth thinking of.
  static let few = 1000
  /// For how long an application may be held up to be checked, and to have much that is new read.
  static let checking = Duration.milliseconds(50)
  static let reading = Duration.milliseconds(250)

  /// An answer of so many entries took so long, from the question to its arrival.
  mutating func answered(entries: Int, in time: Duration) {
    guard entries > 0 else { return }
    perEntry = time / entries
  }

  /// Whether an answer about so many objects is to be expected within `limit`.
  func allows(_ objects: Int, within limit: Duration) -> Bool {
    guard objects > Self.few else { return true }
    guard let perEntry else { return false }
    return perEntry * objects <= limit
  }
}
