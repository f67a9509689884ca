internal import AccessibilityTree

/// Reads new objects from the application's cache.
extension StructureReader {
  /// With more unread objects than this, all objects are read with one call rather than each by its own calls.
  private static let bulk = 200

  /// Reads all objects with one call if many of them are new.
  func startBulkReading() {
    guard application.load != .loading, publisher.fresh.count > Self.bulk,
      cacheReader.isReady(within: CacheCost.readLimit)
    else { return }
    guard reads.waiting(in: .high) + reads.waiting(in: .outOfSight) > Self.bulk else { return }
    let unread = publisher.fresh.all.lazy.filter { !$0.isPresentable && !$0.isNotInCache }
    if unread.prefix(Self.bulk + 1).count > Self.bulk { readItemsForNewObjects() }
  }

  /// Keeps the application's cache entries until their objects are mirrored. `done` runs once all have arrived, or
  /// the application does not answer.
  func readCache(then done: @escaping (StructureReader) -> Void) {
    cacheReader.read { [weak self] item in
      guard let self, item.isAlive, item.reference != root.reference else { return }
      cache.add(item)
    } done: { [weak self] _ in
      if let self { done(self) }
    }
  }

  private func readItemsForNewObjects() {
    cache = CacheContents()
    isBulkReading = true
    readCache { reader in reader.fillNewObjects() }
  }

  private func fillNewObjects() {
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

  /// Fills an object that is about to be shown from its cache entry.
  func fill(_ object: MirroredObject, with item: CacheItem) {
    object.facts = item.facts
    object.facts.states = object.checkedState.resolve(item.facts.states)
    object.claimedChildren = item.childCount
    object.dirty.subtract(.basics)
    object.known.formUnion(.basics)
    if let children = item.children { object.listedChildren = children }
    didReadBasics(object)
    guard cache.isOutdated(object) else { return }
    reads.mark(object, [.properties, .states], .high)
    if !object.facts.states.contains(.managesDescendants) { reads.mark(object, .children, .high) }
  }

  /// Handles `AddAccessible`: keeps the facts of an object until a parent lists it.
  func announce(_ item: CacheItem) {
    guard table[item.reference] == nil, item.isAlive, cache.count < 50_000,
      application.load != .loading
    else { return }
    cache.announce(item)
    forgetCacheWhenQuiet()
  }

  /// Keeps a state that an object has got or lost since the application told of it, and before a parent lists it: GTK 3 makes a
  /// view and gives it the focus at once, and sends the entries of a new dialog before that is active.
  func stateChanged(_ state: AtspiStates, _ isSet: Bool, at path: String) {
    guard cache.count > 0, let reference = table.interner.find(peer.name, path) else { return }
    cache.set(state, isSet, of: reference)
  }

  /// Notes that an object told of other states or children before it is mirrored. Its entry in an answer that is under way, or has
  /// come, may be older: an application that is starting goes on to add to what it has just listed.
  func entryChanged(at path: String) {
    if cacheReader.isReading || cache.count > 0 { cache.outdate(path) }
  }

  private func forgetCacheWhenQuiet() {
    host?.whenQuiet { [weak self] in self?.cache = CacheContents() }
  }
}
