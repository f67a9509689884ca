internal import AccessibilityTree

extension NotificationDeriver {
  /// What appeared or changed inside live regions, as announcements: assertive ones are of high
  /// priority, polite ones of default priority.
  func announcements(_ differences: Differences) -> [Notification] {
    let added = Set(differences.added.lazy.map(\.id))
    var regions = LiveRegions(tree)
    var texts: [(region: ElementID, politeness: LiveRegion, text: String)] = []
    func add(_ element: Element, _ text: String?) {
      guard let text, !text.isEmpty, let (region, politeness) = regions.region(of: element) else {
        return
      }
      if added.contains(element.id), repeatsItsChildren(element, added) { return }
      if let last = texts.indices.last, texts[last].region == region {
        if texts[last].text != text { texts[last].text += " " + text }
      } else {
        texts.append((region, politeness, text))
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
    return texts.filter { isNews($0.region, $0.text) }.map {
      .announcement(
        text: $0.text, priority: $0.politeness == .assertive ? .high : .default,
        element: $0.region)
    }
  }

  /// Whether the label of a new container says what new elements within it say by themselves.
  private func repeatsItsChildren(_ element: Element, _ added: Set<ElementID>) -> Bool {
    guard let label = element.label else { return false }
    return element.children.contains { child in
      guard added.contains(child),
        let text = tree.read(child, { $0.label ?? $0.value }) ?? nil
      else { return false }
      return !text.isEmpty && label.contains(text)
    }
  }

  /// Toolkits tell the same change twice: as a new text, and as a child that was replaced.
  private func isNews(_ region: ElementID, _ text: String) -> Bool {
    if let last = memory.lastAnnounced[region], last.text == text,
      time < last.time + Self.repeatInterval
    {
      return false
    }
    // Old entries say nothing any more.
    if memory.lastAnnounced.count > 256 {
      memory.lastAnnounced = memory.lastAnnounced.filter {
        time < $0.value.time + Self.repeatInterval
      }
    }
    memory.lastAnnounced[region] = (text, time)
    return true
  }

  /// How long the same words from the same region are an echo, in nanoseconds.
  private static let repeatInterval: UInt64 = 300_000_000
}

/// Looks up live regions, each container once.
private struct LiveRegions {
  typealias Found = (ElementID, LiveRegion)

  private let tree: Tree
  private var known: [ElementID: Found?] = [:]

  init(_ tree: Tree) {
    self.tree = tree
  }

  /// The nearest live region around an element, and how urgent it is.
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
  /// What the element says of itself, or its role implies; `nil` leaves it to the ancestors.
  fileprivate var liveSetting: LiveRegion? {
    if let liveRegion { return liveRegion }
    switch role {
    case .alert, .alertDialog: return .assertive
    case .status, .log: return .polite
    case .timer, .marquee: return .off
    default: return nil
    }
  }
}
