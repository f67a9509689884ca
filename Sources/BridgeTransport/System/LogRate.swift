/// Limits how often a log writes lines of the same kind. A value without a clock.
///
/// A kind is how a line begins, up to the first digit: "closing 127.0.0.1:4711: …" and
/// "closing 127.0.0.1:4712: …" are of one kind.
public struct LogRate: Sendable {
  /// The number of lines of one kind that may come in a row, and the number per second after that.
  public static let burst = 20.0
  public static let perSecond = 5.0
  /// The maximum number of kinds; further ones count as one kind.
  private static let maxKinds = 64

  private struct Kind {
    var bucket = TokenBucket()
    var withheld = 0
  }

  private var kinds: [String: Kind] = [:]

  public init() {}

  /// Returns the line to write, with the number of lines withheld before it, or `nil` to withhold the line.
  public mutating func admit(_ text: String, at now: MonotonicTime) -> String? {
    var name = String(text.unicodeScalars.prefix { !("0"..."9").contains($0) }.prefix(40))
    if kinds[name] == nil, kinds.count >= Self.maxKinds { name = "" }
    var kind = kinds[name] ?? Kind()
    defer { kinds[name] = kind }
    guard kind.bucket.take(capacity: Self.burst, perSecond: Self.perSecond, at: now) else {
      kind.withheld += 1
      return nil
    }
    guard kind.withheld > 0 else { return text }
    defer { kind.withheld = 0 }
    return "\(text) (\(kind.withheld) similar messages suppressed)"
  }
}
