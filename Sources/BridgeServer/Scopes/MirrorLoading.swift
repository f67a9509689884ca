package import AccessibilityMirror
internal import AccessibilityTree
package import BridgePolicy

/// How far the copy has come with which a part of a mirror begins.
final class MirrorLoading {
  /// Elements that are to be named, the next one last. Their descendants follow each of them.
  var unnamed: [ElementID]
  /// The applications as they were when they were named, by their ids in the copy. What has become of them is among
  /// the news.
  var applications: [ElementID: Application] = [:]
  /// Named elements, in reading order.
  var named: [ElementID] = []
  /// The number of named elements that are copied.
  var copied = 0
  var tree = Tree()
  /// The last copied element that has the focus, by its id in the copy.
  var focused: ElementID?
  /// What has changed in the whole mirror since the copy began.
  var news = MirrorNews()

  init(_ unnamed: [ElementID]) {
    self.unnamed = unnamed
  }

  /// Returns the copy and lets go of it, so that its new owner can change it in place.
  func takeTree() -> Tree {
    let tree = tree
    self.tree = Tree()
    return tree
  }
}

extension ScopedMirror {
  /// About how much memory an element takes in a mirror, with its names and the indexes, in bytes. Texts are shared with
  /// the whole mirror.
  private static let elementMemory = 768

  /// About how much memory the mirror takes, in bytes.
  package var memory: Int { Self.elementMemory * max(names.count, store.tree.count) }

  /// About how much memory a mirror of what a filter allows would take, in bytes.
  package static func memory(of whole: TreeStore, filter: ApplicationFilter) -> Int {
    elementMemory
      * whole.applications.values.reduce(0) { sum, application in
        filter.allows(application) ? sum + whole.tree.count(ofApplication: application.root) : sum
      }
  }

  func beginLoading() {
    let roots = base.applications.keys.sorted().filter { root in
      base.applications[root].map(filter.allows) ?? false
    }
    let count = roots.reduce(0) { $0 + base.tree.count(ofApplication: $1) }
    let loading = MirrorLoading(roots.reversed())
    loading.named.reserveCapacity(count)
    loading.tree.reserveCapacity(count)
    names.reserveCapacity(count)
    self.loading = loading
  }

  /// Continues to copy what may be seen, and returns whether something is left. What changes meanwhile is added in the
  /// last step.
  ///
  /// - Parameter isDue: Whether the rest is to be left to the next call; asked after each element.
  package func load(until isDue: () -> Bool) -> Bool {
    guard let loading else { return false }
    while let id = loading.unnamed.popLast() {
      name(id, loading)
      if isDue() { return true }
    }
    while loading.copied < loading.named.count {
      copy(loading.named[loading.copied], loading)
      loading.copied += 1
      if isDue() { return true }
    }
    finish(loading)
    return false
  }

  private func name(_ id: ElementID, _ loading: MirrorLoading) {
    guard let (root, children) = base.tree.read(id, { ($0.application, $0.children) }),
      names.part(id) == nil
    else { return }
    var application: Application?
    if id == root {
      application = base.applications[root]
      guard application.map(filter.allows) ?? false else { return }
    }
    let part = store.makeID()
    names.add(id, as: part)
    loading.named.append(id)
    loading.unnamed += children.reversed()
    guard let application else { return }
    shown[root] = part
    loading.applications[part] = application.renamed(as: part)
  }

  private func copy(_ id: ElementID, _ loading: MirrorLoading) {
    guard let element = renamed(id) else {
      if let part = names.part(id) { names.remove(part: part) }
      return
    }
    if element.states.contains(.focused) { loading.focused = element.id }
    loading.tree.addPiece(element)
  }

  private func finish(_ loading: MirrorLoading) {
    self.loading = nil
    shown = shown.filter { loading.tree.contains($0.value) }
    let applications = loading.applications.filter { loading.tree.contains($0.key) }
    store.begin(loading.takeTree(), applications, focused: loading.focused)
    var news = loading.news
    // What was moved to where the copy had been already comes with all that is within.
    let missed = news.changed.filter { names.part($0) == nil }
    news.add(changed: base.tree.subtree(of: missed))
    follow(news)
  }
}
