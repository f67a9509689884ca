internal import BridgeTransport

/// The messages of one revision, each made when it is first asked for. Shared by all calls that are sent
/// the same messages.
final class MessageSeries {
  /// Makes the next message, and says whether it is the last.
  typealias Next = () -> (bytes: [UInt8], isLast: Bool)

  /// About how much memory the series takes, in bytes.
  let memory: Int
  /// The number of calls that hold the series.
  fileprivate(set) var holderCount = 0

  private let ledger: MemoryLedger
  /// The charge for the data that further messages will be made of.
  private let sourceCharge: MemoryCharge
  private var messages: [SharedBytes] = []
  private var next: Next?

  /// - Parameter memory: About how much memory the messages, or the data they are made of, take, in bytes.
  init(_ ledger: MemoryLedger, memory: Int, next: @escaping Next) {
    self.ledger = ledger
    self.memory = memory
    self.next = next
    sourceCharge = MemoryCharge(ledger, .messages, memory)
  }

  /// Returns the message at an index, or `nil` after the last. A series has at least one message.
  subscript(index: Int) -> SharedBytes? {
    while index >= messages.count, let next { appendNext(next) }
    return index < messages.count ? messages[index] : nil
  }

  private func appendNext(_ next: Next) {
    let (bytes, isLast) = next()
    messages.append(
      SharedBytes(bytes, companion: MemoryCharge(ledger, .messages, bytes.count)))
    sourceCharge.bytes = isLast ? 0 : max(0, sourceCharge.bytes - bytes.count)
    if isLast { self.next = nil }
  }
}

/// The share of a series' memory that counts for one call that holds it.
struct SeriesShare {
  private var series: MessageSeries?

  var memory: Int {
    guard let series else { return 0 }
    return series.memory / max(1, series.holderCount)
  }

  mutating func change(to other: MessageSeries?) {
    guard other !== series else { return }
    series?.holderCount -= 1
    other?.holderCount += 1
    series = other
  }
}
