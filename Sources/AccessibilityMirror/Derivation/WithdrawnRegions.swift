internal import AccessibilityTree

/// What live regions said that were removed together with what is around them, as a page behind a modal dialog is. When they come
/// back and say the same, nothing was said.
struct WithdrawnRegions {
  private struct Region {
    /// What it was in and is still there.
    var anchor: ElementID
    var texts: Set<String> = []
    let time: UInt64
    /// When the first of its texts came back. The rest of it comes in parts, and some of it twice.
    var returned: UInt64?
  }

  private var regions: [Region] = []
  /// When elements were added that may be such regions, or in them.
  private var arrivals: [ElementID: UInt64] = [:]

  private static let maxRegions = 64
  private static let maxTexts = 64
  private static let maxArrivals = 4096
  /// How long a part that goes or comes back may take, in nanoseconds.
  private static let duration: UInt64 = 1_000_000_000

  /// Records what was added and removed.
  ///
  /// - Parameters:
  ///   - isRegion: Returns whether an element is a live region of itself; `nil`: as what it is in.
  mutating func record(
    _ differences: Differences, in tree: Tree, at time: UInt64, isRegion: (Element) -> Bool?
  ) {
    if !differences.removed.isEmpty {
      remove(differences.removed, in: tree, at: time, isRegion: isRegion)
    }
    guard !regions.isEmpty else {
      arrivals = [:]
      return
    }
    if arrivals.count + differences.added.count > Self.maxArrivals {
      arrivals = arrivals.filter { time < $0.value + Self.duration }
    }
    for element in differences.added.prefix(Self.maxArrivals)
    where arrivals.count < Self.maxArrivals {
      arrivals[element.id] = time
    }
  }

  private mutating func remove(
    _ removed: [Element], in tree: Tree, at time: UInt64, isRegion: (Element) -> Bool?
  ) {
    regions.removeAll { region in
      region.returned.map { time >= $0 + Self.duration } ?? false
        || !tree.contains(region.anchor) && time >= region.time + Self.duration
          && !removed.contains { $0.id == region.anchor }
    }
    let hasRegions = removed.contains { isRegion($0) == true }
    guard hasRegions || !regions.isEmpty else { return }
    let gone = Dictionary(removed.lazy.map { ($0.id, $0) }) { $1 }
    func anchor(of element: Element) -> ElementID? {
      var next = element.parent
      while let id = next, let parent = gone[id] { next = parent.parent }
      return next.flatMap { tree.contains($0) ? $0 : nil }
    }
    // What they were in may go a moment later; what goes after that is another page.
    regions = regions.compactMap { region in
      guard let element = gone[region.anchor] else { return region }
      guard time < region.time + Self.duration, let anchor = anchor(of: element) else { return nil }
      var region = region
      region.anchor = anchor
      return region
    }
    guard hasRegions else { return }
    var found: [ElementID: Region] = [:]
    var hasOthers = false
    for element in removed {
      guard let root = Self.region(of: element, among: gone, isRegion) else {
        hasOthers = true
        continue
      }
      guard let anchor = anchor(of: root) else { continue }
      var region = found[root.id] ?? Region(anchor: anchor, time: time)
      if region.texts.count < Self.maxTexts {
        region.texts.formUnion([element.label, element.value].compactMap { $0 })
      }
      found[root.id] = region
    }
    // One that goes alone, and others like it, is new when it comes again.
    guard hasOthers else { return }
    regions.append(contentsOf: found.values.lazy.filter { !$0.texts.isEmpty })
    regions.removeFirst(max(0, regions.count - Self.maxRegions))
  }

  /// Returns the live region among the removed elements that one of them is, or was in.
  private static func region(
    of element: Element, among gone: [ElementID: Element], _ isRegion: (Element) -> Bool?
  ) -> Element? {
    var next: Element? = element
    while let candidate = next {
      if let isRegion = isRegion(candidate) { return isRegion ? candidate : nil }
      next = candidate.parent.flatMap { gone[$0] }
    }
    return nil
  }

  /// Whether a text of a live region only came back.
  mutating func isReturn(
    _ text: String, of element: ElementID, in region: ElementID, _ tree: Tree, at time: UInt64
  ) -> Bool {
    guard !regions.isEmpty, isNew(element, at: time) || isNew(region, at: time) else {
      return false
    }
    let index = regions.firstIndex {
      $0.texts.contains(text) && ($0.returned.map { time < $0 + Self.duration } ?? true)
        && tree.isAncestor($0.anchor, of: region)
    }
    guard let index else { return false }
    if regions[index].returned == nil { regions[index].returned = time }
    return true
  }

  private func isNew(_ id: ElementID, at time: UInt64) -> Bool {
    arrivals[id].map { time < $0 + Self.duration } ?? false
  }
}
