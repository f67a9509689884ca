internal import AccessibilityTree
internal import BridgeTransport

/// Reads all objects of an application with one call (`GetItems`), if the application supports it.
final class CacheReader: ApplicationPart {
  /// Whether the application answers `GetItems`.
  enum State {
    case unknown
    case supported
    case unsupported
  }

  let application: MirroredApplication
  var state = State.unknown
  private(set) var isReading = false
  private var cost = CacheCost()
  /// The call over a connection of its own that is under way.
  private var bulkCall: BulkCall?
  /// Whether such a call did not bring what the application has.
  private var isBulkUseless = false

  private static let path = "/org/a11y/atspi/cache"
  /// The delays before the call is repeated. Applications answer only once they know that there is a listener.
  private static let retries: [Duration] = [
    .milliseconds(30), .milliseconds(120), .milliseconds(400),
  ]

  init(_ application: MirroredApplication) {
    self.application = application
  }

  /// Whether the application answers `GetItems`, no such call is in flight, and another is expected to block
  /// the application no longer than `limit`.
  func isReady(within limit: Duration) -> Bool {
    state == .supported && !isReading && cost.allows(application.count, within: limit)
  }

  /// Reads all objects, and calls `item` for each, then `done` with whether that worked.
  func read(item: @escaping (CacheItem) -> Void, done: @escaping (Bool) -> Void) {
    isReading = true
    let began = MonotonicTime.now()
    let finish = { [weak self] (worked: Bool) in
      guard let self else { return }
      isReading = false
      if worked { state = .supported }
      done(worked)
      schedule()
    }
    readInBulk { [weak self] outcome in
      guard let self, !isClosed else { return }
      switch outcome {
      case .none: readOverBus(attempt: 0, began, item, finish)
      case .tooLong:
        state = .unsupported
        finish(false)
      case .answer(let answer):
        decode(answer, since: began, item) { [weak self] worked in
          guard let self, !isClosed, !worked else { return finish(worked) }
          isBulkUseless = true
          readOverBus(attempt: 0, began, item, finish)
        }
      }
    }
    health.didCall()
  }

  /// Reads the answer over a connection of its own, without the bus daemon, which needs a fifth of the time in which an
  /// application makes it, and without sd-bus's checks. `completion` gets `.none` where that does not work.
  private func readInBulk(_ completion: @escaping (BulkCall.Outcome) -> Void) {
    guard !isBulkUseless, application.directConnection?.isInUse == true,
      let address = application.directAddress, let process = application.process
    else { return completion(.none) }
    bulkCall = BulkCall(
      address: address, process: process, path: Self.path, interface: "org.a11y.atspi.Cache",
      member: "GetItems", on: context.loop
    ) { [weak self] outcome in
      self?.bulkCall = nil
      if case .answer = outcome {} else { self?.isBulkUseless = true }
      completion(outcome)
    }
    guard bulkCall != nil else { return completion(.none) }
    abandonBulk(completion)
  }

  /// Gives the connection up once the application has answered over the bus and left its call unanswered for
  /// `DirectConnection.timeout`, or has not finished the answer within another such time. Until then it may be busy.
  private func abandonBulk(
    evenBegun: Bool = false, _ completion: @escaping (BulkCall.Outcome) -> Void
  ) {
    context.loop.schedule(after: DirectConnection.timeout) { [weak self, weak call = bulkCall] in
      guard let self, let call, call === bulkCall else { return }
      peer.queue.askOverBus(root: root.path) { [weak self, weak call] isAnswered in
        guard let self, let call, call === bulkCall else { return }
        guard isAnswered, evenBegun || !call.isBegun else {
          return abandonBulk(evenBegun: isAnswered, completion)
        }
        close()
        isBulkUseless = true
        completion(.none)
      }
    }
  }

  /// Ends what is being read.
  func close() {
    bulkCall?.cancel()
    bulkCall = nil
  }

  private func decode<Message: ValueReader>(
    _ message: Message, since began: MonotonicTime, _ item: @escaping (CacheItem) -> Void,
    _ done: @escaping (Bool) -> Void
  ) {
    let duration = MonotonicTime.now().since(began)
    var entries = 0
    let decoder = CacheDecoder(message, context: context) { entry in
      entries += 1
      item(entry)
    } done: { [weak self] worked in
      self?.cost.recordAnswer(entries: entries, in: duration)
      done(worked)
    }
    guard let decoder else { return done(false) }
    decoder.run()
  }

  private func readOverBus(
    attempt: Int, _ began: MonotonicTime, _ item: @escaping (CacheItem) -> Void,
    _ finish: @escaping (Bool) -> Void
  ) {
    let again = { [weak self] in
      guard let self, !isClosed else { return }
      readOverBus(attempt: attempt + 1, began, item, finish)
    }
    let request = CallRequest(peer.name, Self.path, "org.a11y.atspi.Cache", "GetItems")
    peer.queue.enqueue(
      request, lane: .visible, timeout: .seconds(60), over: peer.queue.connection
    ) { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let message):
        decode(message, since: began, item) { [weak self] worked in
          if !worked {
            self?.state = .unsupported
            self?.report(.malformed, "GetItems")
          }
          finish(worked)
        }
      case .failure(let error)
      where error.isAnswer && !error.isTooLarge && attempt < Self.retries.count
        && state == .unknown:
        context.loop.schedule(after: Self.retries[attempt], again)
      case .failure(let error):
        if error.isAnswer { state = .unsupported }
        finish(false)
      }
    }
  }
}
