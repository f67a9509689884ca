internal import AccessibilityTree

/// What the cache says of objects that are new.
extension StructureReader {
  /// So many objects at once are asked for together rather than one by one.
  private static let bulk = 200

  /// Asks for everything at once when much of it is new.
  func startBulkReading() {
    guard application.load != .loading, publisher.fresh.count > Self.bulk,
      cacheReader.isReady(within: CacheCost.reading)
    else { return }
    guard reads.waiting(in: .first) > Self.bulk else { return }
    let unread = publisher.fresh.all.lazy.filter { !$0.isPresentable && !$0.isNotInCache }
    if unread.prefix(Self.bulk + 1).count > Self.bulk { readItemsForNewObjects() }
  }

  private func readItemsForNewObjects() {
    cache = CacheContents()
    isBulkReading = true
    cacheReader.read { [weak self] item in
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
      forgetCacheWhenQuiet()
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

  /// `AddAccessible`: the facts of an object that some parent will list.
  func announce(_ item: CacheItem) {
    guard table[item.reference] == nil, item.isAlive, cache.count < 50_000,
      application.load != .loading
    else { return }
    cache.announce(item)
    forgetCacheWhenQuiet()
  }

  private func forgetCacheWhenQuiet() {
    host?.whenQuiet { [weak self] in self?.cache = CacheContents() }
  }
}
