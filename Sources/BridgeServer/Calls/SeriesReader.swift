/// A call's position in a series of messages.
struct SeriesReader {
  private let series: MessageSeries
  private var index = 0

  init(_ series: MessageSeries) { self.series = series }

  /// Sends as many messages as the call takes. Returns whether these were all.
  mutating func send(on call: Call) -> Bool {
    call.series = series
    while call.isReady, let message = series[index] {
      call.send(message)
      index += 1
    }
    guard series[index] == nil else { return false }
    call.series = nil
    return true
  }
}
