/// The parts of a loop that what lives on it may hold on to, without holding on to the loop.
final class LoopCore {
  let poller: Poller
  let timers = TimerHeap()
  let turnEnd = TurnEnd()
  let scratch = Scratch()

  init(poller: Poller) {
    self.poller = poller
  }

  func cancelAll() {
    poller.cancelAll()
    timers.cancelAll()
    turnEnd.cancelAll()
  }
}
