internal import AccessibilityTree
internal import BridgeTransport

/// Decodes an answer of `GetItems` over several turns of the loop.
final class CacheDecoder {
  private let message: MessageReader
  private let reader: CacheItemReader
  private let loop: EventLoop
  private let item: (CacheItem) -> Void
  private let done: (Bool) -> Void
  private var left: Int

  /// The maximum number of entries that are decoded in a turn; fewer when a client waits: entries may be of any size.
  static let slice = 512

  init?(
    _ message: MessageReader, context: MirrorContext, item: @escaping (CacheItem) -> Void,
    done: @escaping (Bool) -> Void
  ) {
    guard
      let reader = CacheItemReader(
        signature: message.fullSignature, prefix: "a", interner: context.table.interner,
        limits: context.limits)
    else { return nil }
    self.message = message
    self.reader = reader
    self.item = item
    self.done = done
    loop = context.loop
    left = context.limits.elements
    guard (try? message.enterArray()) != nil else { return nil }
  }

  /// Decodes the remaining entries. `done` receives whether the answer was well-formed.
  func run() {
    do throws(BusError) {
      let isInTime = { !self.loop.isTurnAwaited }
      let more = try message.slice(min(left, Self.slice), while: isInTime) {
        () throws(BusError) in
        left -= 1
        item(try reader.read(message))
      }
      if more, left > 0 {
        loop.schedule(after: .zero) { self.run() }
      } else {
        done(true)
      }
    } catch {
      done(false)
    }
  }
}

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
  func read(
    attempt: Int = 0, item: @escaping (CacheItem) -> Void, done: @escaping (Bool) -> Void
  ) {
    isReading = true
    let began = MonotonicTime.now()
    peer.queue.call(
      Self.path, "org.a11y.atspi.Cache", "GetItems", lane: .visible, timeout: .seconds(60)
    ) { [weak self] result in
      guard let self, !isClosed else { return }
      let finish = { (worked: Bool) in
        if !worked, case .success = result { self.report(.malformed, "GetItems") }
        self.isReading = false
        if worked { self.state = .supported }
        done(worked)
        self.schedule()
      }
      switch result {
      case .success(let message):
        let duration = MonotonicTime.now().since(began)
        var entries = 0
        let take = { (entry: CacheItem) in
          entries += 1
          item(entry)
        }
        let taken = { [weak self] (worked: Bool) in
          self?.cost.recordAnswer(entries: entries, in: duration)
          finish(worked)
        }
        guard let decoder = CacheDecoder(message, context: context, item: take, done: taken) else {
          state = .unsupported
          return finish(false)
        }
        decoder.run()
      case .failure(let error)
      where error.isAnswer && !error.isTooLarge && attempt < Self.retries.count
        && state == .unknown:
        context.loop.schedule(after: Self.retries[attempt]) { [weak self] in
          guard let self, !isClosed else { return }
          read(attempt: attempt + 1, item: item, done: done)
        }
      case .failure(let error):
        if error.isAnswer { state = .unsupported }
        finish(false)
      }
    }
    health.didCall()
  }
}
