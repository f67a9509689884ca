package import AccessibilityTree
internal import SafeText

extension NotificationDeriver {
  /// Returns announcements for what appeared or changed inside live regions: assertive regions have high
  /// priority, polite ones default priority. What only comes back with all around it is none.
  func announcements(_ differences: Differences) -> [Notification] {
    memory.withdrawn.record(differences, in: tree, at: time) { element in
      element.liveSetting.map { $0 != .off }
    }
    lazy var added = Set(differences.added.lazy.map(\.id))
    var regions = LiveRegions(tree)
    var texts: [(region: ElementID, politeness: LiveRegion, text: String)] = []
    func add(_ element: Element, _ text: String?) {
      guard let text, !text.isEmpty, let (region, politeness) = regions.region(of: element) else {
        return
      }
      if added.contains(element.id), repeatsChildren(element, added) { return }
      if memory.withdrawn.isReturn(text, of: element.id, in: region, tree, at: time) { return }
      let said = text == element.value && element.isValueCut ? text + "…" : text
      if let last = texts.indices.last, texts[last].region == region {
        if texts[last].text != said { texts[last].text += " " + said }
      } else {
        texts.append((region, politeness, said))
      }
    }
    for (old, new) in differences.changed where !isLoading(new.application) {
      if new.label != old.label { add(new, new.label) }
      if new.value != old.value, new.value != new.label { add(new, new.value) }
    }
    for element in differences.added
    where !isLoading(element.application) && !element.traits.contains(.button)
      && element.role != .button
    {
      add(element, element.label ?? element.value)
    }
    return texts.filter { registerAnnouncement($0.region, $0.text) }.map {
      .announcement(
        text: $0.text, priority: $0.politeness == .assertive ? .high : .default,
        element: $0.region)
    }
  }

  /// Whether the label of a new container repeats the text of new elements within it.
  private func repeatsChildren(_ element: Element, _ added: Set<ElementID>) -> Bool {
    guard let label = element.label else { return false }
    return element.children.contains { child in
      guard added.contains(child),
        let text = tree.read(child, { $0.label ?? $0.value }) ?? nil
      else { return false }
      return !text.isEmpty && label.contains(text)
    }
  }

  /// Whether the text differs from the region's last announcement or that one is older than `repeatInterval`.
  /// Toolkits report one change twice: as a new text, and as a replaced child.
  private func registerAnnouncement(_ region: ElementID, _ text: String) -> Bool {
    if let last = memory.lastAnnounced[region], last.text == text,
      time < last.time + Self.repeatInterval
    {
      return false
    }
    // Entries older than the interval have no effect any more.
    if memory.lastAnnounced.count > 256 {
      memory.lastAnnounced = memory.lastAnnounced.filter {
        time < $0.value.time + Self.repeatInterval
      }
    }
    memory.lastAnnounced[region] = (text, time)
    return true
  }

  /// How long the same text from the same region counts as a repetition, in nanoseconds.
  private static let repeatInterval: UInt64 = 300_000_000
}

/// Looks up live regions, and reads each container only once.
private struct LiveRegions {
  typealias Found = (ElementID, LiveRegion)

  private let tree: Tree
  private var known: [ElementID: Found?] = [:]

  init(_ tree: Tree) {
    self.tree = tree
  }

  /// Returns the nearest live region around an element and its setting; `nil` outside of live regions.
  mutating func region(of element: Element) -> Found? {
    if let setting = element.liveSetting { return setting == .off ? nil : (element.id, setting) }
    var passed: [ElementID] = []
    var found: Found?
    var next = element.parent
    while let candidate = next {
      if let settled = known[candidate] {
        found = settled
        break
      }
      passed.append(candidate)
      let read = tree.read(candidate) { ($0.liveSetting, $0.parent) }
      if let setting = read?.0 {
        found = setting == .off ? nil : (candidate, setting)
        break
      }
      next = read?.1
    }
    for id in passed { known.updateValue(found, forKey: id) }
    return found
  }
}

extension Element {
  /// The setting that the element declares or that its role implies; `nil`: inherited from the ancestors.
  package var liveSetting: LiveRegion? {
    if let liveRegion { return liveRegion }
    switch role {
    case .alert, .alertDialog: return .assertive
    case .status, .log, .notification: return .polite
    case .timer, .marquee: return .off
    default: return nil
    }
  }
}
