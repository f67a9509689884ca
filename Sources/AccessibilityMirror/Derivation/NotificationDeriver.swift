internal import AccessibilityTree

/// Derives the notifications for assistive technologies from the differences that an edit made (N2).
struct NotificationDeriver {
  /// The tree after the changes.
  let tree: Tree
  /// The current time, in nanoseconds of the mirror's clock.
  let time: UInt64
  let memory: NotificationMemory
  /// Applications that are being read for the first time: their elements are not announced as changes.
  private let loading: Set<ElementID>

  init(
    _ tree: Tree, _ applications: [ElementID: Application], at time: UInt64,
    remembering memory: NotificationMemory
  ) {
    self.tree = tree
    self.time = time
    self.memory = memory
    loading = Set(
      applications.values.lazy.filter { $0.load == .loading || $0.load == .structure }
        .map(\.root))
  }

  /// Returns all notifications of an edit in the order of delivery: applications, screens, layouts, focus,
  /// values, scrolling, announcements, and the outcome of earlier announcements.
  /// Posted notifications come first within their kind and replace derived ones with the same subject.
  func derive(_ differences: Differences, posted: [Notification]) -> [Notification] {
    // The focus is determined first, because a screen change names the focused element within the screen.
    let focus = focusMoves(differences, posted: posted.filter { $0.kind == .focus })
    let screens = unique(
      posted.filter { $0.kind == .screen } + screenChanges(differences))
    let layouts = unique(
      posted.filter { $0.kind == .layout }
        + layoutChanges(differences, coveredBy: withFrames(screens.compactMap(\.subject))))
    let values = unique(posted.filter { $0.kind == .value } + valueChanges(differences))
    let scrolls = scrolls(posted.filter { $0.kind == .scroll }, scrolling(differences))
    let announcements = posted.filter { $0.kind == .announcement } + announcements(differences)
    let applications = posted.filter { $0.kind == .application }
    let speech = posted.filter { $0.kind == .speech }
    return applications + screens + layouts + focus + values + scrolls + announcements + speech
  }

  /// Completes posted scroll notifications, which name the page, with the derived distance.
  private func scrolls(_ posted: [Notification], _ derived: [Notification]) -> [Notification] {
    let whole = posted.map { notification in
      guard case .scrolled(let container, 0, 0, let page) = notification,
        case .scrolled(_, let deltaX, let deltaY, _)? = derived.first(where: {
          $0.subject == container
        })
      else { return notification }
      return .scrolled(container: container, deltaX: deltaX, deltaY: deltaY, page: page)
    }
    return unique(whole + derived)
  }

  private func unique(_ notifications: [Notification]) -> [Notification] {
    var seen: Set<ElementID> = []
    return notifications.filter { notification in
      notification.subject.map { seen.insert($0).inserted } ?? true
    }
  }

  func isLoading(_ application: ElementID) -> Bool {
    loading.contains(application)
  }
}

extension NotificationDeriver {
  private func valueChanges(_ differences: Differences) -> [Notification] {
    differences.changed.compactMap { old, new in
      let oldValue = old.effectiveValue
      let newValue = new.effectiveValue
      // No value and an empty value are spoken alike.
      guard oldValue ?? "" != newValue ?? "", !isLoading(new.application) else { return nil }
      guard !differences.discovered.contains(new.id) else { return nil }
      return .valueChanged(
        element: new.id, old: oldValue.map { old.isValueCut ? $0 + "…" : $0 },
        new: newValue.map { new.isValueCut ? $0 + "…" : $0 })
    }
  }

  private func focusMoves(_ differences: Differences, posted: [Notification]) -> [Notification] {
    let previous = memory.focused
    let next = Focus(tree: tree, memory: memory).after(differences, posted: posted.last?.target)
    memory.focused = next
    guard next != previous else { return posted }
    if posted.contains(where: { $0.target == next }) { return posted }
    // A focus that is found while an application is first read did not move there.
    if previous == nil, let next, tree.read(next, { isLoading($0.application) }) == true {
      return posted
    }
    return posted + [.focusMoved(from: previous, to: next)]
  }
}

extension Notification {
  fileprivate var target: ElementID? {
    guard case .focusMoved(_, let target) = self else { return nil }
    return target
  }
}
