internal import AccessibilityTree
internal import BridgeTransport

/// Reading `GetItems` a slice at a time.
final class CacheParse {
  private let message: MessageReader
  private let reader: CacheItemReader
  private let loop: EventLoop
  private let item: (CacheItem) -> Void
  private let done: (Bool) -> Void
  private var left: Int

  /// Entries a turn at most, and how old the turn may be at another: entries may be of any size.
  static let slice = 512
  static let limit = Duration.milliseconds(8)

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

  /// Reads on until all is read; `done` is told whether the answer was well-formed.
  func run() {
    do throws(BusError) {
      let isInTime = { self.loop.turnAge < Self.limit }
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

extension ApplicationMirror {
  static let cachePath = "/org/a11y/atspi/cache"
  /// Applications answer only once they know that somebody listens.
  static let cacheRetries: [Duration] = [.milliseconds(30), .milliseconds(120), .milliseconds(400)]
  /// So many objects at once are asked for together rather than one by one.
  static let bulk = 200

  /// Asks for all objects at once, calls `item` for each, then `done` with whether that worked.
  func readItems(
    attempt: Int = 0, item: @escaping (CacheItem) -> Void, done: @escaping (Bool) -> Void
  ) {
    isReadingItems = true
    let began = MonotonicTime.now()
    peer.queue.call(
      Self.cachePath, "org.a11y.atspi.Cache", "GetItems", lane: .visible, timeout: .seconds(60)
    ) { [weak self] result in
      guard let self, !isClosed else { return }
      let finish = { (worked: Bool) in
        if !worked, case .success = result { self.complain(.malformed, "GetItems") }
        self.isReadingItems = false
        if worked { self.cacheState = .answers }
        done(worked)
        self.schedule()
      }
      switch result {
      case .success(let message):
        let took = MonotonicTime.now().since(began)
        var entries = 0
        let take = { (entry: CacheItem) in
          entries += 1
          item(entry)
        }
        let taken = { [weak self] (worked: Bool) in
          self?.cacheCost.answered(entries: entries, in: took)
          finish(worked)
        }
        guard let parse = CacheParse(message, context: context, item: take, done: taken) else {
          cacheState = .missing
          return finish(false)
        }
        parse.run()
      case .failure(let error)
      where error.isAnswer && !error.isTooLarge && attempt < Self.cacheRetries.count
        && cacheState == .unknown:
        context.loop.schedule(after: Self.cacheRetries[attempt]) { [weak self] in
          guard let self, !isClosed else { return }
          readItems(attempt: attempt + 1, item: item, done: done)
        }
      case .failure(let error):
        if error.isAnswer { cacheState = .missing }
        finish(false)
      }
    }
    health.callsMade()
  }

  /// Asks for everything at once because much of it is new.
  func readItemsForNewObjects() {
    guard cacheState == .answers, !isReadingItems,
      cacheCost.allows(application.count, within: CacheCost.reading)
    else { return }
    cache = CacheContents()
    isBulkReading = true
    readItems { [weak self] item in
      guard let self, item.isAlive, item.reference != root.reference else { return }
      cache.add(item)
    } done: { [weak self] _ in
      guard let self else { return }
      isBulkReading = false
      for object in publisher.fresh.all where !object.isPresentable && object.reading.isEmpty {
        if let item = cache.take(object.reference) {
          fill(object, with: item)
        } else {
          object.isNotInCache = true
        }
      }
      whenQuiet { $0.cache = CacheContents() }
    }
  }

  /// Takes what the cache says of an object that is about to be shown.
  func fill(_ object: MirroredObject, with item: CacheItem) {
    object.facts = item.facts
    object.facts.states = object.checkedState.complete(item.facts.states)
    object.claimedChildren = item.childCount
    object.dirty.subtract(.basics)
    object.known.formUnion(.basics)
    if let children = item.children { object.listedChildren = children }
    basicsArrived(object)
  }
}
