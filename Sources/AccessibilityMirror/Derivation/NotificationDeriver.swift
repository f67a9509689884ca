internal import AccessibilityTree

/// Works out from what changed which notifications an assistive technology is owed (N2).
struct NotificationDeriver {
  let store: TreeStore

  init(_ store: TreeStore) {
    self.store = store
  }

  /// In the order that they are told: screens, layouts, focus, values, scrolling, announcements.
  /// What was posted comes first within its kind and is not told twice.
  func derive(_ differences: Differences, posted: [Notification]) -> [Notification] {
    let screens = unique(
      posted.filter { $0.kind == .screen } + screenChanges(differences))
    let layouts = unique(
      posted.filter { $0.kind == .layout }
        + layoutChanges(differences, coveredBy: screens.compactMap(\.subject)))
    let focus = posted.filter { $0.kind == .focus } + focusMove(differences)
    let values = unique(posted.filter { $0.kind == .value } + valueChanges(differences))
    let scrolls = unique(posted.filter { $0.kind == .scroll } + scrolling(differences))
    let announcements = posted.filter { $0.kind == .announcement } + announcements(differences)
    let applications = posted.filter { $0.kind == .application }
    return applications + screens + layouts + focus + values + scrolls + announcements
  }

  private func unique(_ notifications: [Notification]) -> [Notification] {
    var seen: Set<ElementID> = []
    return notifications.filter { notification in
      notification.subject.map { seen.insert($0).inserted } ?? true
    }
  }

  /// While an application is being read for the first time, its elements are not news.
  func isLoading(_ application: ElementID) -> Bool {
    guard let application = store.applications[application] else { return true }
    return application.load == .loading
  }
}

extension NotificationDeriver {
  private func valueChanges(_ differences: Differences) -> [Notification] {
    differences.changed.compactMap { old, new in
      let oldValue = old.effectiveValue
      let newValue = new.effectiveValue
      guard oldValue != newValue, !isLoading(new.application) else { return nil }
      return .valueChanged(element: new.id, old: oldValue, new: newValue)
    }
  }

  private func focusMove(_ differences: Differences) -> [Notification] {
    let previous = store.focused
    var next = previous
    if let previous, store.tree.read(previous, { $0.states.contains(.focused) }) != true {
      next = nil
    }
    for element in differences.added where element.states.contains(.focused) { next = element.id }
    for (old, new) in differences.changed
    where new.states.contains(.focused) && !old.states.contains(.focused) {
      next = new.id
    }
    guard next != previous else { return [] }
    store.focused = next
    return [.focusMoved(from: previous, to: next)]
  }
}
