internal import AccessibilityTree

extension NotificationDeriver {
  /// What appeared or changed inside live regions, as announcements: assertive ones are of high
  /// priority, polite ones of default priority.
  func announcements(_ differences: Differences) -> [Notification] {
    let added = Set(differences.added.map(\.id))
    var texts: [(region: ElementID, politeness: LiveRegion, text: String)] = []
    func add(_ id: ElementID, _ text: String?) {
      guard let text, !text.isEmpty, let (region, politeness) = region(of: id) else { return }
      if let last = texts.indices.last, texts[last].region == region {
        if texts[last].text != text { texts[last].text += " " + text }
      } else {
        texts.append((region, politeness, text))
      }
    }
    for (old, new) in differences.changed where !isLoading(new.application) {
      if new.label != old.label { add(new.id, new.label) }
      if new.value != old.value, new.value != new.label { add(new.id, new.value) }
    }
    for element in differences.added
    where !isLoading(element.application) && !element.saysWhatChildrenSay(added: added) {
      add(element.id, element.label ?? element.value)
    }
    return texts.map {
      .announcement(
        text: $0.text, priority: $0.politeness == .assertive ? .high : .default,
        element: $0.region)
    }
  }

  /// The nearest live region around an element, and how urgent it is.
  private func region(of id: ElementID) -> (ElementID, LiveRegion)? {
    for candidate in [id] + store.tree.ancestors(of: id) {
      guard let setting = store.tree.read(candidate, { $0.liveSetting }) ?? nil else { continue }
      return setting == .off ? nil : (candidate, setting)
    }
    return nil
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

  /// A new container's label repeats the new text within it.
  fileprivate func saysWhatChildrenSay(added: Set<ElementID>) -> Bool {
    children.contains { added.contains($0) }
  }
}
