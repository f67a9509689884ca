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
  let filter: ApplicationFilter
  /// The source of every application, with this mirror's ids.
  private var scopedSources: [ScopedSource] = []
  var names = ElementNames()
  /// The elements here that have a relation to an element, by that element, which need not be here. They change when
  /// it comes.
  private var referrers: [ElementID: Set<ElementID>] = [:]
  /// The applications that are in this mirror: their roots in the whole one, and here.
  var shown: [ElementID: ElementID] = [:]
  /// What is done of the copy with which the mirror begins; `nil`: all of it.
  var loading: MirrorLoading?
  private var observation: Observation?

  /// Makes a mirror that is empty until `load` has ended.
  ///
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
    store.secretOrigin = SecretOrigin(
      facts: { [weak self] id in self?.whole(id).flatMap(whole.secretFacts) },
      willEnter: { [weak self] text, id, isInserted in
        self?.whole(id).flatMap { whole.willEnter(text, into: $0, isInserted: isInserted) }
      },
      didNotEnter: { whole.didNotEnter($0) },
      repeats: { whole.repeatsSecret($0) })
    beginLoading()
    observation = whole.observe { [unowned self] commit in
      let news = MirrorNews(commit)
      if let loading { loading.news.add(news) } else { follow(news) }
    }
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
    /// The elements that are new here, and those that have changed, by their ids in the whole mirror.
    var added: [ElementID] = []
    var changed: Set<ElementID> = []
    /// By their ids here.
    var removed: [ElementID] = []
    var applications: [ElementID: Application?] = [:]
    var notifications: [Notification] = []
    /// The applications that may no longer be seen, by their ids here.
    var hidden: Set<ElementID> = []
  }

  func follow(_ news: MirrorNews) {
    var change = Change()
    var present: [ElementID] = []
    for root in inOrder(news.roots) {
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
    addElements(of: news, in: present, &change)
    change.notifications = news.posted.compactMap { notification in
      // What is said is decided by this mirror's own queue, which hears only its own announcements.
      if case .speech = notification { return nil }
      return notification.renamed { visibleName($0, hiding: change.hidden) }
    }
    apply(change, discovered: news.discovered)
  }

  /// In this mirror's order, which does not depend on when applications that it did not have began.
  private func inOrder(_ roots: Set<ElementID>) -> [ElementID] {
    let last = ElementID(rawValue: .max)
    return roots.sorted { (shown[$0] ?? last, $0) < (shown[$1] ?? last, $1) }
  }

  /// Adds the elements of some news that are in applications which were here before, and are still.
  ///
  /// The order of new ones, and with it their ids, is made of this mirror alone: the commit's order tells when other
  /// applications had them.
  private func addElements(
    of news: MirrorNews, in present: [ElementID], _ change: inout Change
  ) {
    var fresh = Dictionary(uniqueKeysWithValues: present.map { ($0, [ElementID]()) })
    change.removed += news.removed.compactMap(part(_:))
    for id in news.changed {
      guard let root = base.tree.read(id, { $0.application }) else { continue }
      let part = part(id)
      if fresh[root] != nil {
        if part == nil { fresh[root]?.append(id) } else { change.changed.insert(id) }
      } else if shown[root] == nil, let part {
        // It was moved to an application that is not here.
        change.removed.append(part)
      }
    }
    for root in present { add(base.tree.inReadingOrder(fresh[root] ?? []), &change) }
  }

  private func show(_ application: Application, _ change: inout Change) {
    add(base.tree.subtree(of: application.root), &change)
    guard let part = names.part(application.root) else { return }
    shown[application.root] = part
    change.applications[part] = application.renamed(as: part)
  }

  /// Names elements that are new here, or have come from an application that is not.
  private func add(_ ids: [ElementID], _ change: inout Change) {
    for id in ids {
      if part(id) == nil { names.add(id, as: store.makeID()) }
      change.added.append(id)
      // Relations that were left out have a target now.
      for referrer in referrers[id] ?? [] where part(referrer) != nil {
        let refers = base.tree.read(referrer) { element in
          element.relations.contains { $0.targets.contains(id) }
        }
        if refers == true { change.changed.insert(referrer) }
      }
    }
  }

  /// Returns the id here of an element that may be told of: one that is here after the commit, or that was here before
  /// it and is gone.
  ///
  /// - Parameter hidden: The applications that leave this mirror by the commit although they go on, by their ids here.
  ///   What is gone of them was said when they were no longer to be seen.
  private func visibleName(_ id: ElementID, hiding hidden: Set<ElementID> = []) -> ElementID? {
    if let root = base.tree.read(id, { $0.application }) {
      return shown[root] == nil ? nil : names.part(id)
    }
    guard let part = names.part(id) else { return nil }
    if !hidden.isEmpty, let root = store.tree.read(part, { $0.application }), hidden.contains(root)
    {
      return nil
    }
    return part
  }

  private func hide(_ part: ElementID, _ root: ElementID, _ change: inout Change) {
    shown[root] = nil
    if base.applications[root] != nil { change.hidden.insert(part) }
    change.applications[part] = .some(nil)
    change.removed += store.tree.subtree(of: part)
  }

  /// Returns the change for the store. Elements that were not removed are known by their names.
  private func delta(of change: Change) -> Delta {
    let known = change.changed.subtracting(change.added).compactMap(names.part(_:)).sorted()
    var delta = Delta(from: 0, to: 0, changed: [], removed: change.removed.sorted())
    for id in known.compactMap(names.whole(_:)) + change.added {
      // What differs only in what may not be seen has not changed.
      guard let renamed = renamed(id), store.tree[renamed.id] != renamed else { continue }
      delta.changed.append(renamed)
    }
    return delta
  }

  /// Returns an element of the whole mirror as it is here; `nil`: it may not be seen.
  func renamed(_ id: ElementID) -> Element? {
    guard let element = base.tree[id], let part = names.part(id),
      shown[element.application] != nil, let root = names.part(element.application)
    else { return nil }
    return element.renamed(as: part, in: root, names.part) { target in
      referrers[target, default: []].insert(id)
      // What has just left is named until the end of the commit.
      return base.tree.contains(target) ? visibleName(target) : nil
    }
  }

  private func apply(_ change: Change, discovered: Set<ElementID>) {
    let delta = delta(of: change)
    let applications = change.applications.filter { root, application in
      // The time of the last answer is brought up to date when it is read.
      var compared = application
      compared?.lastHeard = store.applications[root]?.lastHeard ?? 0
      return compared != store.applications[root]
    }
    // An edit without changes may still derive notifications, and tell that something happened elsewhere.
    guard !delta.isEmpty || !applications.isEmpty || !change.notifications.isEmpty else { return }
    if !discovered.isEmpty {
      for element in delta.changed {
        if let id = names.whole(element.id), discovered.contains(id) {
          store.willDiscoverValue(of: element.id)
        }
      }
    }
    do {
      try store.edit { edit in
        for notification in change.notifications { edit.post(notification) }
        try edit.apply(delta, applications: applications)
      }
    } catch {
      return rebuild()
    }
    for id in delta.removed where !store.tree.contains(id) { names.remove(part: id) }
    if referrers.count > 2 * store.tree.count + 1024 { forgetReferrers() }
  }

  /// Forgets relations of elements that are gone.
  private func forgetReferrers() {
    referrers = referrers.compactMapValues { referrers in
      let left = referrers.filter { part($0) != nil }
      return left.isEmpty ? nil : left
    }
  }

  /// Makes the mirror anew from the whole one, at once, after a change that did not fit.
  private func rebuild() {
    var change = Change()
    change.removed = store.tree.subtree(of: store.tree.roots)
    for part in store.applications.keys { change.applications[part] = .some(nil) }
    (shown, names, referrers) = ([:], ElementNames(), [:])
    for root in base.applications.keys.sorted() {
      guard let application = base.applications[root], filter.allows(application) else { continue }
      show(application, &change)
    }
    let delta = delta(of: change)
    store.edit { edit in
      // What is put into an empty tree as it was read from another one fits.
      try? edit.apply(delta, applications: change.applications)
    }
  }
}
