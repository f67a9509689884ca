internal import AccessibilityMirror
internal import AccessibilityTree

/// The page that the target of an action is in, and what it and the windows around it were called at the request.
struct TargetPage {
  /// `nil` where the target is in no page.
  let id: ElementID?
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  private let name: String
  private let titles: [String]
  /// Whether the page has another title since.
  private var isRenamed = false

  init(of target: ElementID, _ store: TreeStore, _ rhythm: ChangeRhythm) {
    (self.store, self.rhythm) = (store, rhythm)
    let page = store.tree.page(of: target)
    id = page
    name = page.flatMap { store.tree.read($0) { $0.label } ?? nil } ?? ""
    titles =
      page.map(store.tree.ancestors(of:))?.compactMap { id in
        store.tree.read(id) { $0.isWindow ? $0.label : nil } ?? nil
      } ?? []
  }

  /// What an element says of the page that was given another name.
  enum Name {
    /// The page itself.
    case ofPage
    /// What the page is in, such as its window.
    case around
  }

  /// Notes that an element was renamed. Returns whether that happens by itself; `nil` for an element that is neither the
  /// page nor what it is in.
  mutating func rename(_ element: ElementID) -> (name: Name, isNoise: Bool)? {
    guard let id else { return nil }
    if element == id {
      isRenamed = true
      return (.ofPage, rhythm.isOftenRenamed(id) || isLateName(of: id))
    }
    guard store.tree.isAncestor(element, of: id) else { return nil }
    return (.around, rhythm.isOftenRenamed(element) || !isRenamed && isTitle(element, of: id))
  }

  /// Whether an element is neither the page nor in it.
  func isOutside(_ element: ElementID) -> Bool {
    guard let id, element != id else { return false }
    return !store.tree.isAncestor(id, of: element)
  }

  /// Whether a window is named after a page, and was not before: a browser has just shown the page.
  private func isTitle(_ window: ElementID, of page: ElementID) -> Bool {
    guard let name = store.tree.read(page, { $0.label }) ?? nil, !name.isEmpty else { return false }
    let former = rhythm.formerIdentity(of: window)?.label
    return store.tree.read(window) { $0.label?.hasPrefix(name) } == true
      && former?.hasPrefix(name) != true
  }

  /// Whether a page got the name that its window had at the request already: what it is called is read late.
  private func isLateName(of page: ElementID) -> Bool {
    guard let now = store.tree.read(page, { $0.label }) ?? nil else { return false }
    return titles.contains { title in
      title.hasPrefix(now) && !(title.hasPrefix(name) && name.count >= now.count)
    }
  }
}

extension Tree {
  /// Returns the outermost document that an element is in or is.
  func page(of id: ElementID) -> ElementID? {
    var (page, next): (ElementID?, ElementID?) = (nil, id)
    while let id = next {
      if read(id, { $0.role }) == .document { page = id }
      next = read(id) { $0.parent } ?? nil
    }
    return page
  }
}
