package import BridgeTransport

/// Reports the connections that limits refuse: at once the first one of an origin, and after a minute how many more there
/// were. So whoever knocks all the time costs two lines a minute.
///
/// Confined to the loop.
package final class RefusalReports {
  /// What is reported.
  package struct Report: Equatable {
    /// Where the connections came from: "user 1000", "192.0.2.7".
    package let origin: String
    /// The name of the limit.
    package let limit: String
    /// How many were refused since the report before.
    package let count: Int
    /// What the first of them was told.
    package let message: String
  }

  private struct Key: Hashable {
    let origin: String
    let limit: String
  }

  private struct Entry {
    var unreported = 0
    let message: String
  }

  /// The maximum number of origins and limits that are told apart at once.
  package static let capacity = 256
  private static let others = "other addresses"

  private let loop: EventLoop
  private let period: Duration
  private let report: (Report) -> Void
  private var entries: [Key: Entry] = [:]

  package init(
    _ loop: EventLoop, period: Duration = .seconds(60), report: @escaping (Report) -> Void
  ) {
    self.loop = loop
    self.period = period
    self.report = report
  }

  /// Counts a refusal.
  package func add(limit: String, from origin: String, _ message: String) {
    var key = Key(origin: origin, limit: limit)
    if entries[key] == nil, entries.count >= Self.capacity {
      key = Key(origin: Self.others, limit: limit)
    }
    guard entries[key] == nil else {
      entries[key]?.unreported += 1
      return
    }
    entries[key] = Entry(message: message)
    report(Report(origin: key.origin, limit: limit, count: 1, message: message))
    awaitEnd(of: key)
  }

  private func awaitEnd(of key: Key) {
    loop.schedule(after: period) { [weak self] in self?.end(key) }
  }

  /// Reports what came within the period, and begins another one; forgets an origin that has stopped.
  private func end(_ key: Key) {
    guard let entry = entries[key], entry.unreported > 0 else {
      entries[key] = nil
      return
    }
    report(
      Report(
        origin: key.origin, limit: key.limit, count: entry.unreported, message: entry.message))
    entries[key]?.unreported = 0
    awaitEnd(of: key)
  }
}
