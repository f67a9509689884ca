internal import AccessibilityTree

/// Encodes elements into the cache in slices, so that work that needs them all at one revision finds most
/// of them there.
final class EncodingWork: SlicedWork {
  private let cache: ElementCache
  private var remaining: ArraySlice<ElementID>
  private let whenDone: () -> Void

  init(_ ids: [ElementID], _ cache: ElementCache, whenDone: @escaping () -> Void) {
    remaining = ids[...]
    self.cache = cache
    self.whenDone = whenDone
  }

  override func proceed(_ slice: Slice) -> Bool {
    while let id = remaining.popFirst() {
      _ = cache.encoding(of: id)
      if slice.isExpired { return true }
    }
    whenDone()
    return false
  }
}
