internal import AccessibilityMirror
internal import AccessibilityTree

/// Updates the store to match the view graph, with as few edits as possible.
final class ElementPublisher {
  private let store: TreeStore
  private(set) var root: ElementID?
  private var elements: [ElementID: ElementNode] = [:]

  init(store: TreeStore) {
    self.store = store
  }

  func element(_ id: ElementID) -> ElementNode? { elements[id] }

  func addApplication(
    _ describe: (ElementID) -> Application, _ element: ElementNode, in edit: TreeEdit
  ) throws(TreeError) {
    let id = store.makeID()
    root = id
    element.id = id
    elements[id] = element
    try edit.addApplication(
      describe(id), root: Element(id: id, attributesOf: element.presentation(on: nil)))
    for child in element.children { try show(child, under: id, at: nil, nil, in: edit) }
  }

  /// Publishes changes to the store: added, moved and removed elements, then attributes.
  func publish(
    _ graph: ViewGraph, on host: ViewHost, in edit: TreeEdit
  ) throws(TreeError) {
    // A group that was rebuilt may have been dissolved afterwards.
    let containers = graph.takeRebuilt().filter { $0.kind == .container && $0.isCurrent }
      .sorted { $0.owner.depth < $1.owner.depth }
    for container in containers {
      guard let id = container.id else { continue }
      for (index, child) in container.children.enumerated() {
        try show(child, under: id, at: index, host, in: edit)
      }
    }
    for container in containers { try removeLeft(container, in: edit) }
    for container in containers { try order(container, in: edit) }
    for element in graph.takeStale() {
      element.markTold()
      guard let id = element.id, edit.tree.contains(id) else { continue }
      let presentation = element.presentation(on: host)
      try edit.update(id) { $0 = Element(id: id, attributesOf: presentation) }
      if element.currentContent().links.isEmpty { continue }
      graph.linked[ObjectIdentifier(element)] = element
    }
    try link(Array(graph.linked.values), in: edit)
  }

  /// Inserts or moves an element to its place, with all its descendants.
  private func show(
    _ element: ElementNode, under parent: ElementID, at index: Int?, _ host: ViewHost?,
    in edit: TreeEdit
  ) throws(TreeError) {
    if let id = element.id {
      if edit.tree.read(id, { $0.parent }) != parent {
        try edit.move(id, under: parent, at: index)
      }
      return
    }
    let id = store.makeID()
    element.id = id
    elements[id] = element
    try edit.insert(
      Element(id: id, attributesOf: element.presentation(on: host)), under: parent,
      at: index)
    guard element.kind == .container else { return }
    for child in element.children { try show(child, under: id, at: nil, host, in: edit) }
  }

  private func removeLeft(_ container: ElementNode, in edit: TreeEdit) throws(TreeError) {
    guard let id = container.id, let known = edit.tree.read(id, { $0.children }) else { return }
    for child in known where elements[child]?.holder !== container {
      for removed in try edit.remove(child) { elements.removeValue(forKey: removed)?.id = nil }
    }
  }

  private func order(_ container: ElementNode, in edit: TreeEdit) throws(TreeError) {
    guard let id = container.id, let known = edit.tree.read(id, { $0.children }) else { return }
    let wanted = container.children.compactMap(\.id)
    if known != wanted { try edit.reorderChildren(of: id, to: wanted) }
  }

  /// Sets the relations between elements that label each other (E7).
  private func link(_ linked: [ElementNode], in edit: TreeEdit) throws(TreeError) {
    guard !linked.isEmpty else { return }
    var ends: [LabelLink: [ElementID]] = [:]
    let shown = linked.filter { $0.id != nil }.sorted { $0.owner.depth < $1.owner.depth }
    for element in shown {
      for link in element.currentContent().links {
        ends[link, default: []] += [element.id].compactMap(\.self)
      }
    }
    for element in shown {
      guard let id = element.id else { continue }
      let relations = element.currentContent().links.compactMap { link -> Relation? in
        let others = ends[link.other, default: []].filter { $0 != id }
        return others.isEmpty ? nil : Relation(link.relation, others.sorted())
      }
      if edit.tree[id]?.relations != relations {
        try edit.update(id) { $0.relations = relations }
      }
    }
  }
}

extension LabelLink {
  /// The other end of the pair; for a member of a group, any of them.
  fileprivate var other: LabelLink {
    switch role {
    case .label: LabelLink(role: .content, id: id, namespace: namespace)
    case .content: LabelLink(role: .label, id: id, namespace: namespace)
    case .member: self
    }
  }

  fileprivate var relation: RelationKind {
    switch role {
    case .label: .labelFor
    case .content: .labelledBy
    case .member: .memberOf
    }
  }
}
