package import AccessibilityMirror
internal import AccessibilityTree
package import BridgePolicy

/// The part of a mirror that some clients may see, as a mirror of its own.
///
/// Its store has the applications that a filter allows, and never had any other: ids, revisions, notifications and
/// change log are its own, made from these applications alone. Whoever is given this store and these sources instead
/// of the whole ones cannot reach anything else, whatever it asks.
package final class ScopedMirror {
  package let store: TreeStore
  let base: TreeStore
  private let filter: ApplicationFilter
  /// The source of every application, with this mirror's ids.
  private var scopedSources: [ScopedSource] = []
  private var names = ElementNames()
  /// The applications that are in this mirror: their roots in the whole one, and here.
  private(set) var shown: [ElementID: ElementID] = [:]
  private var observation: Observation?

  /// - Parameters:
  ///   - epoch: A number that differs from that of every other store.
  ///   - idBase: The ids of this mirror are above it.
  package init(
    of whole: TreeStore, _ sources: [any TreeSource], filter: ApplicationFilter, epoch: UInt64,
    idBase: UInt64
  ) {
    base = whole
    self.filter = filter
    store = TreeStore(epoch: epoch, idBase: idBase, limits: whole.limits) { [whole] in whole.time }
    scopedSources = sources.map { ScopedSource($0, in: self) }
    rebuild()
    observation = whole.observe { [unowned self] in follow($0) }
  }

  deinit { observation?.cancel() }

  /// The sources that have an application in this mirror.
  package var sources: [any TreeSource] {
    let shownSources = Set(store.applications.values.map(\.source))
    return scopedSources.filter { shownSources.contains($0.name) }
  }

  /// Returns the id of an element in the whole mirror.
  func whole(_ id: ElementID) -> ElementID? {
    guard let whole = names.whole(id), store.tree.contains(id) else { return nil }
    return whole
  }

  /// Returns the id that an element of the whole mirror has here; `nil`: it is not here.
  func part(_ id: ElementID) -> ElementID? {
    guard let part = names.part(id), store.tree.contains(part) else { return nil }
    return part
  }

  /// Brings up to date what changes without a revision.
  func refreshTimes() {
    let late = shown.filter { whole, part in
      base.applications[whole]?.lastHeard != store.applications[part]?.lastHeard
    }
    guard !late.isEmpty else { return }
    store.edit { edit in
      for (root, part) in late {
        guard let time = base.applications[root]?.lastHeard else { continue }
        edit.updateApplication(part) { $0.lastHeard = time }
      }
    }
  }
}

// MARK: Following the whole

extension ScopedMirror {
  /// What a commit of the whole mirror changes here.
  private struct Change {
    var delta = Delta(from: 0, to: 0, changed: [], removed: [])
    var applications: [ElementID: Application?] = [:]
    var notifications: [Notification] = []
  }

  private func follow(_ commit: Commit) {
    var change = Change()
    // Before names are dropped: what was removed may have been the subject of the last notification.
    let posted = commit.posted
    var present: [ElementID] = []
    for root in roots(concernedBy: commit) {
      let application = base.applications[root]
      let isAllowed = application.map(filter.allows) ?? false
      switch (shown[root], isAllowed ? application : nil) {
      case (let part?, nil): hide(part, root, &change)
      case (nil, let application?): show(application, &change)
      case (let part?, let application?):
        change.applications[part] = application.renamed(as: part)
        present.append(root)
      case (nil, nil): break
      }
    }
    addElements(of: commit, in: present, &change)
    change.notifications = posted.compactMap { notification in
      // What is said is decided by this mirror's own queue, which hears only its own announcements.
      if case .speech = notification { return nil }
      return notification.renamed { self.names.part($0) }
    }
    for id in commit.discovered {
      if let part = part(id) { store.willDiscoverValue(of: part) }
    }
    apply(change)
  }

  private func roots(concernedBy commit: Commit) -> [ElementID] {
    var roots = commit.applications
    for case .applicationChanged(let application) in commit.notifications {
      roots.insert(application.root)
    }
    // In this mirror's order, which does not depend on when applications that it did not have began.
    let last = ElementID(rawValue: .max)
    return roots.sorted { (shown[$0] ?? last, $0) < (shown[$1] ?? last, $1) }
  }

  /// Adds the elements of a commit that are in applications which were here before, and are still.
  ///
  /// Their order, and with it the ids of new ones, is made of this mirror alone: the commit's order tells when other
  /// applications had them.
  private func addElements(
    of commit: Commit, in present: [ElementID], _ change: inout Change
  ) {
    var fresh = Dictionary(uniqueKeysWithValues: present.map { ($0, [ElementID]()) })
    var known: [ElementID] = []
    for id in commit.removed {
      if let part = part(id) { change.delta.removed.append(part) }
    }
    for id in commit.changed {
      guard let root = base.tree.read(id, { $0.application }) else { continue }
      let part = part(id)
      if fresh[root] != nil {
        if let part { known.append(part) } else { fresh[root]?.append(id) }
      } else if shown[root] == nil, let part {
        // It was moved to an application that is not here.
        change.delta.removed.append(part)
      }
    }
    for part in known.sorted() {
      if let id = names.whole(part) { addElement(id, &change) }
    }
    for root in present {
      for id in base.tree.inReadingOrder(fresh[root] ?? []) { addElement(id, &change) }
    }
    change.delta.removed.sort()
  }

  private func addElement(_ id: ElementID, _ change: inout Change) {
    guard let element = base.tree[id] else { return }
    let part = name(id)
    change.delta.changed.append(
      element.renamed(as: part, in: name(element.application)) { nameOrNone($0) })
  }

  private func show(_ application: Application, _ change: inout Change) {
    let part = name(application.root)
    shown[application.root] = part
    change.applications[part] = application.renamed(as: part)
    for id in base.tree.subtree(of: application.root) { addElement(id, &change) }
  }

  private func hide(_ part: ElementID, _ root: ElementID, _ change: inout Change) {
    shown[root] = nil
    change.applications[part] = .some(nil)
    change.delta.removed += store.tree.subtree(of: part)
  }

  private func apply(_ change: Change) {
    do {
      try store.edit { edit in
        for notification in change.notifications { edit.post(notification) }
        try edit.apply(change.delta, applications: change.applications)
      }
    } catch {
      return rebuild()
    }
    for id in change.delta.removed where !store.tree.contains(id) { names.remove(part: id) }
    if names.count > 2 * store.tree.count + 1024 { names.removeAll(notIn: store.tree) }
  }

  /// Makes the mirror anew from the whole one.
  private func rebuild() {
    var change = Change()
    change.delta.removed = store.tree.subtree(of: store.tree.roots)
    for part in store.applications.keys { change.applications[part] = .some(nil) }
    shown = [:]
    for root in base.applications.keys.sorted() {
      guard let application = base.applications[root], filter.allows(application) else { continue }
      show(application, &change)
    }
    store.edit { edit in
      // What is put into an empty tree as it was read from another one fits.
      try? edit.apply(change.delta, applications: change.applications)
    }
  }
}

// MARK: Names

extension ScopedMirror {
  /// Returns the id that an element has, or will have, in this mirror.
  private func name(_ id: ElementID) -> ElementID {
    if let known = names.part(id) { return known }
    let part = store.makeID()
    names.add(id, as: part)
    return part
  }

  /// Returns `nil` for an element of an application that is not here. One that is in no tree may still appear.
  private func nameOrNone(_ id: ElementID) -> ElementID? {
    if let root = base.tree.read(id, { $0.application }), shown[root] == nil { return nil }
    return name(id)
  }
}
