public import AccessibilityTree

/// A batch of changes under construction. Valid only inside the `TreeStore.edit` call that created it.
///
/// Keeps the original of each touched element: an element that ends as it began is not reported, and
/// notifications are derived from the differences (N2).
public final class TreeEdit {
  let store: TreeStore
  /// The elements as the edit found them; elements that did not exist have no entry.
  private(set) var before: [ElementID: Element] = [:]
  private(set) var seen: Set<ElementID> = []
  private(set) var touched: [ElementID] = []
  /// The element that was remembered last.
  private var latest: ElementID?
  var posted: [Notification] = []
  private(set) var applicationsBefore: [ElementID: Application?] = [:]
  private(set) var touchedApplications: [ElementID] = []
  let focusBefore: ElementID?

  init(store: TreeStore) {
    self.store = store
    focusBefore = store.focused
  }

  public var tree: Tree { store.tree }

  /// Reads an element without copying it or the tree; `nil` when there is no such element.
  public func read<Value>(_ id: ElementID, _ body: (borrowing Element) -> Value) -> Value? {
    store.tree.read(id, body)
  }

  /// Adds an element without children under a parent. `index` is its index among its siblings; `nil` appends it.
  public func insert(
    _ element: consuming Element, under parent: ElementID, at index: Int? = nil
  ) throws(TreeError) {
    let id = element.id
    remember(parent)
    try store.tree.insert(element, under: parent, at: index)
    // There was none before.
    if seen.insert(id).inserted { touched.append(id) }
  }

  /// Changes attributes of an element, not its place in the tree. `body` may read the store.
  public func update(_ id: ElementID, _ body: (inout Element) -> Void) throws(TreeError) {
    guard var element = store.tree[id] else { throw .unknownElement(id) }
    remember(id)
    body(&element)
    try store.tree.modify(id) { $0 = element }
  }

  public func move(
    _ id: ElementID, under parent: ElementID, at index: Int? = nil
  ) throws(TreeError) {
    remember(id)
    remember(parent)
    if let old = store.tree.read(id, { $0.parent }) ?? nil { remember(old) }
    if store.tree.read(id, { $0.application }) != store.tree.read(parent, { $0.application }) {
      for descendant in store.tree.subtree(of: id) { remember(descendant) }
    }
    try store.tree.move(id, under: parent, at: index)
  }

  public func reorderChildren(of parent: ElementID, to order: [ElementID]) throws(TreeError) {
    remember(parent)
    try store.tree.reorderChildren(of: parent, to: order)
  }

  /// Removes an element and its descendants; returns their ids.
  @discardableResult
  public func remove(_ id: ElementID) throws(TreeError) -> [ElementID] {
    for descendant in store.tree.subtree(of: id) { remember(descendant) }
    if let parent = store.tree.read(id, { $0.parent }) ?? nil { remember(parent) }
    let removed = try store.tree.remove(id)
    if store.applications[id] != nil {
      rememberApplication(id)
      store.applications[id] = nil
    }
    return removed
  }

  /// Adds an application with its root element, which has no children yet.
  public func addApplication(_ application: Application, root: Element) throws(TreeError) {
    guard application.root == root.id else { throw .unknownElement(application.root) }
    remember(root.id)
    try store.tree.insert(root, under: nil)
    rememberApplication(root.id)
    store.applications[root.id] = application
  }

  public func updateApplication(_ root: ElementID, _ body: (inout Application) -> Void) {
    guard var application = store.applications[root] else { return }
    rememberApplication(root)
    body(&application)
    store.applications[root] = application
  }

  /// Removes an application and all its elements; observers are notified that it is `gone`.
  public func removeApplication(_ root: ElementID) {
    guard store.applications[root] != nil else { return }
    _ = try? remove(root)
  }

  /// Adds a notification that cannot be derived from differences: an announcement, a page that was loaded.
  public func post(_ notification: Notification) {
    posted.append(notification)
  }

  /// Makes the tree follow another one: replaces whole elements, and adds, replaces and removes (`nil`) applications.
  ///
  /// When the delta does not fit, the tree is left inconsistent, and every element must be replaced.
  package func apply(
    _ delta: Delta, applications: [ElementID: Application?]
  ) throws(TreeError) {
    for (root, application) in applications.sorted(by: { $0.key < $1.key }) {
      rememberApplication(root)
      store.applications[root] = application
    }
    for id in delta.removed { remember(id) }
    for element in delta.changed { remember(element.id) }
    try store.tree.apply(delta)
  }

  private func remember(_ id: ElementID) {
    // Many elements in a row are inserted under one parent.
    if id == latest { return }
    latest = id
    guard seen.insert(id).inserted else { return }
    touched.append(id)
    if let element = store.tree[id] { before[id] = element }
  }

  /// Remembers the former state of an element that was changed already.
  func remember(_ original: Element) {
    guard seen.insert(original.id).inserted else { return }
    touched.append(original.id)
    before[original.id] = original
  }

  private func rememberApplication(_ root: ElementID) {
    guard applicationsBefore[root] == nil else { return }
    applicationsBefore.updateValue(store.applications[root], forKey: root)
    touchedApplications.append(root)
  }
}

extension TreeEdit {
  /// The result of an edit.
  struct Outcome {
    var changed: [ElementID] = []
    var added: Set<ElementID> = []
    var renamed: Set<ElementID> = []
    var moved: Set<ElementID> = []
    var refocused: Set<ElementID> = []
    var removed: [ElementID] = []
    var formerParents: [ElementID: ElementID?] = [:]
    var applications: Set<ElementID> = []
    var notifications: [Notification] = []
    var posted: [Notification] = []
    var discovered: Set<ElementID> = []

    var hasChanges: Bool { !(changed.isEmpty && removed.isEmpty && notifications.isEmpty) }
  }

  func outcome() -> Outcome {
    redactSecrets()
    var outcome = Outcome()
    let deriver = NotificationDeriver(
      store.tree, store.applications, at: store.time, remembering: store.memory)
    var differences = Differences(discovered: store.takeDiscovered(among: seen))
    // Most elements of an edit are of one application.
    var latest: (application: ElementID, isLoading: Bool)?
    func record(_ application: ElementID) {
      if application == latest?.application { return }
      outcome.applications.insert(application)
      latest = (application, deriver.isLoading(application))
    }
    for id in touched {
      // Most elements of a large edit are new; copying each costs more than all else here.
      if before.index(forKey: id) == nil {
        let facts = store.tree.read(id) { ($0.states.contains(.focused), $0.application) }
        guard let (isFocused, application) = facts else { continue }
        outcome.changed.append(id)
        outcome.added.insert(id)
        record(application)
        if latest?.isLoading != true || isFocused, let new = store.tree[id] {
          differences.added.append(new)
        }
        continue
      }
      switch (before[id], store.tree[id]) {
      case (let old?, let new?) where old != new:
        outcome.changed.append(id)
        if new.isRenamed(from: old) {
          outcome.renamed.insert(id)
        } else if old.isSame(as: new) {
          if old.frame == new.frame {
            outcome.refocused.insert(id)
          } else {
            outcome.moved.insert(id)
          }
        }
        if old.parent != new.parent { outcome.formerParents[id] = .some(old.parent) }
        record(old.application)
        record(new.application)
        if latest?.isLoading != true || new.states.contains(.focused) {
          differences.changed.append((old, new))
        }
      case (let old?, nil):
        outcome.removed.append(id)
        outcome.formerParents[id] = .some(old.parent)
        record(old.application)
        differences.removed.append(old)
      default: break
      }
    }
    outcome.posted = posted
    outcome.discovered = differences.discovered
    outcome.notifications =
      applicationNotifications() + deriver.derive(differences, posted: posted)
    return outcome
  }

  private func applicationNotifications() -> [Notification] {
    touchedApplications.compactMap { root in
      let old = applicationsBefore[root] ?? nil
      switch (old, store.applications[root]) {
      case (let old, let new?):
        // A new time of the last answer alone is not reported.
        var compared = new
        compared.lastHeard = old?.lastHeard ?? 0
        return compared == old ? nil : .applicationChanged(new)
      case (var old?, nil):
        // A large application is reported as gone before its removal, which takes several revisions.
        guard old.health != .gone else { return nil }
        old.health = .gone
        return .applicationChanged(old)
      case (nil, nil): return nil
      }
    }
  }
}

extension Element {
  /// Whether people would call the element something else than before.
  fileprivate func isRenamed(from old: Element) -> Bool {
    role != old.role || label != old.label || role.isText && value != old.value
  }

  /// Whether two states of an element differ at most in the frame, in having the focus, in being the active window, and
  /// in the caret and the selections that a text loses with the focus.
  fileprivate func isSame(as new: Element) -> Bool {
    guard frame != new.frame || states != new.states || text != new.text else { return false }
    var old = withFocus(of: new)
    old.frame = new.frame
    if !new.states.contains(.focused), text?.length == new.text?.length { old.text = new.text }
    return old == new
  }
}
