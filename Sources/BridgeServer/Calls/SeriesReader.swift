/// A place in a series, held by a call.
struct SeriesReader {
  private let series: MessageSeries
  private var index = 0

  init(_ series: MessageSeries) { self.series = series }

  /// Sends as much as the call takes; returns whether that was all.
  mutating func send(on call: Call) -> Bool {
    call.held = series
    while call.isReady, let message = series[index] {
      call.send(message)
      index += 1
    }
    guard series[index] == nil else { return false }
    call.held = nil
    return true
  }
}
