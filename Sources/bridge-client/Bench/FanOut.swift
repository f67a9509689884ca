internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport

/// Measures how long a change takes to reach every subscriber: one connection presses an element
/// repeatedly, and the others wait for the update that follows.
///
/// Each press of the element must change something. In the sample calculator "change sign" does, once a
/// digit has been entered.
struct FanOut {
  private let run: BenchRun

  init(_ run: BenchRun) {
    self.run = run
  }

  func measure(_ report: inout BenchReport) throws {
    guard let actor = run.clients.first, run.clients.count > 1 else {
      throw BadCommand("fanout requires at least two connections: one presses, the others watch")
    }
    let watchers = run.clients.dropFirst()
    let press = PerformRequest(
      target: .selector(run.options.selector), command: .press, answersImmediately: true
    ).encoded()
    let end = MonotonicTime.now().advanced(by: .seconds(run.options.seconds))
    var standing = 0
    var missing = 0
    var began = MonotonicTime.now()
    var firsts: [Duration] = []
    var lasts: [Duration] = []
    var lastRead: (message: [UInt8], event: SubscribeResponse.Event)?

    func next() {
      missing = watchers.count
      began = .now()
      actor.call(
        .perform, request: press, timeout: min(.seconds(5), run.timeLeft),
        ClientConnection.Handlers { [run] result in
          do {
            let answer = try PerformResponse(decoding: result.get() ?? [])
            if let refusal = answer.receipt.refusal { throw ClientError.status(refusal) }
          } catch let error as Status {
            run.fail(ClientError.unreadable(error))
          } catch {
            run.fail(error)
          }
        })
    }
    func updated(at time: MonotonicTime) {
      guard missing > 0 else { return }
      run.recordAnswer()
      let elapsed = time.since(began)
      if missing == watchers.count { firsts.append(elapsed) }
      missing -= 1
      guard missing == 0 else { return }
      lasts.append(elapsed)
      if MonotonicTime.now() < end { next() } else { run.loop.stop() }
    }

    let request = SubscribeRequest(kinds: [.value, .elements]).encoded()
    for watcher in watchers {
      watcher.call(
        .subscribe, request: request, credit: 1_000_000,
        ClientConnection.Handlers(
          onMessage: { [run] bytes in
            let time = MonotonicTime.now()
            let message = bytes.array
            do throws(Status) {
              // All subscribers are sent the same update: decode it once.
              if message != lastRead?.message {
                lastRead = (message, try SubscribeResponse(decoding: message).event)
              }
            } catch {
              return run.fail(ClientError.unreadable(error))
            }
            guard case .subscribed? = lastRead?.event else { return updated(at: time) }
            standing += 1
            if standing == watchers.count { next() }
          },
          onEnd: { [run] result in
            if case .failure(let error) = result { run.fail(error) }
          }))
    }
    run.loop.schedule(after: .seconds(run.options.seconds + 10)) { [run] in
      run.fail(
        NoMatch(
          "\(missing) subscribers received no update; check that each press changes something",
          .conditionNotMet))
    }
    try run.runLoop()
    var first = Histogram()
    var last = Histogram()
    for duration in firsts { first.add(duration) }
    for duration in lasts { last.add(duration) }
    report.add("subscribers", watchers.count)
    report.add("changes", lasts.count)
    report.add("first_p50_us", first.sorted().percentile(0.5))
    report.add("last_p50_us", last.sorted().percentile(0.5))
    report.add("last_p99_us", last.sorted().percentile(0.99))
  }
}
