internal import AccessibilityMirror
internal import AccessibilityTree

/// What else an action deselects, or leaves selected, which its receipt says.
extension ActionRun {
  /// The other options that are selected in a list of which several may be.
  var othersSelected: [Element] {
    let tree = host.store.tree
    let around = tree.ancestors(of: element.id).prefix(2).compactMap { tree[$0] }
    guard let list = around.first(where: { $0.states.contains(.multiSelectable) }) else {
      return []
    }
    // An option may be in a group.
    let items = list.children.compactMap { tree[$0] }
    let options =
      items + items.flatMap { $0.role == .group ? $0.children.compactMap { tree[$0] } : [] }
    return options.filter { $0.id != element.id && $0.states.contains(.selected) }
  }

  /// The other items of the view around an item that report that they are selected, which a click may deselect.
  func itemsSelected() async throws(ActionRefusal) -> [Element] {
    // The mirror may not know yet that one was deselected, or selected.
    try await stillSelected(itemsKnownSelected + itemsSelectedUntold)
  }

  /// Items on screen of the same view that may be selected where no event tells that they were.
  private var itemsSelectedUntold: [Element] {
    guard object.dialect.omitsChangeEvents, let view = viewOfItem else { return [] }
    let tree = host.store.tree
    let items = view.children.lazy.prefix(Self.maxItems).filter { id in
      id != self.element.id
        && tree.read(id) {
          $0.role.isItem && $0.states.isSuperset(of: [.selectable, .showing])
            && !$0.states.contains(.selected)
        } == true
    }
    return items.prefix(Self.maxAsked).compactMap { tree[$0] }
  }

  /// The view around an item.
  var viewOfItem: Element? {
    guard element.role.isItem else { return nil }
    let tree = host.store.tree
    return tree.ancestors(of: element.id).prefix(3).lazy.compactMap { tree[$0] }
      .first(where: \.role.holdsItems)
  }

  /// The same by what the mirror knows. Of a view of which one item may be selected, that is what a click is for.
  var itemsKnownSelected: [Element] {
    let selected = itemsBesideSelected
    guard selected.count <= 1, let view = viewOfItem else { return selected }
    return view.states.contains(.multiSelectable) || object.dialect.omitsMultiSelectable
      ? selected : []
  }

  /// The same of any view.
  var itemsBesideSelected: [Element] {
    let tree = host.store.tree
    guard let view = viewOfItem else { return [] }
    let around = tree.ancestors(of: element.id)
    let items = view.children.lazy.prefix(Self.maxItems).filter { id in
      id != self.element.id && !around.contains(id)
        && tree.read(id) { $0.role.isItem && $0.states.contains(.selected) } == true
    }
    return Array(items.prefix(Self.maxAsked).compactMap { tree[$0] })
  }

  /// Notes which items the action has deselected, and returns them.
  @discardableResult
  func noteLoss(of others: [Element]) async throws(ActionRefusal) -> [Element] {
    guard !others.isEmpty else { return [] }
    var lost: [Element] = []
    for triesLeft in (0...10).reversed() {
      // What a toolkit that answers from its own items says behind that is final.
      let isFinal =
        object.dialect.omitsChangeEvents && !states.contains(.selected)
        ? try await reportedStates(of: element.id)?.contains(.selected) == true : false
      lost = zip(others, try await areSelected(others)).filter { $0.1 == false }.map(\.0)
      if lost.count == others.count || isFinal || triesLeft == 0 { break }
      try await pause(milliseconds: 50)
    }
    guard !lost.isEmpty else { return [] }
    note.addNote("it deselected " + names(of: rows(of: lost, isBesideOwn: false), among: others))
    if !object.dialect.omitsChangeEvents { try await awaitMirror(of: lost.map(\.id)) }
    return lost
  }

  /// Notes which items are still selected beside the element: what is done to the selection next is done to them as well.
  func noteKept(_ others: [Element]) async throws(ActionRefusal) {
    let kept = rows(of: try await stillSelected(others), isBesideOwn: true)
    guard !kept.isEmpty else { return }
    note.addNote("still selected beside it: " + names(of: kept, among: others))
  }

  private func names(of rows: [[Element]], among asked: [Element]) -> String {
    let named = rows.prefix(Self.maxDeselectedNamed).map(name(ofRow:)).joined(separator: ", ")
    let left = rows.count - Self.maxDeselectedNamed
    guard left > 0 else { return named }
    return named + " and \(asked.count >= Self.maxAsked ? "at least " : "")\(left) more"
  }

  private func stillSelected(_ items: [Element]) async throws(ActionRefusal) -> [Element] {
    zip(items, try await areSelected(items)).filter { $0.1 == true }.map(\.0)
  }

  /// Whether each item reports that it is selected; `nil` where it does not answer.
  private func areSelected(_ items: [Element]) async throws(ActionRefusal) -> [Bool?] {
    guard !items.isEmpty else { return [] }
    let paths = items.map { host.actionObject($0.id)?.path }
    guard paths.allSatisfy({ $0 != nil }) else { return items.map { _ in nil } }
    return try await callEach(
      "GetState", of: "Accessible", [], at: paths.compactMap(\.self), read: Answer.states
    ).map { $0?.contains(.selected) }
  }

  /// Waits until the mirror has that the element is selected, and others no more, so that a receipt that is made at once does
  /// not miss what its note says: events come over another connection than answers.
  private func awaitMirror(of lost: [ElementID]) async throws(ActionRefusal) {
    let (store, chosen) = (host.store, element.id)
    try await awaitMirror { store.isSelected(chosen) && !lost.contains(where: store.isSelected) }
  }

  /// Waits until the mirror has that none of some elements is selected.
  func awaitDeselection(of others: [Element]) async throws(ActionRefusal) {
    let store = host.store
    for other in others.prefix(Self.maxDeselectedNamed) { host.afterAction(other.id) }
    try await awaitMirror { !others.contains { store.isSelected($0.id) } }
  }

  private func awaitMirror(until isMirrored: @escaping () -> Bool) async throws(ActionRefusal) {
    guard !isMirrored() else { return }
    let store = host.store
    var observation: Observation?
    await host.loop.wait(within: Self.patienceWithMirror) { done in
      observation = store.observe { _ in if isMirrored() { done() } }
    }
    observation?.cancel()
    try checkNotEnded()
  }

  /// How long to wait until the mirror has what the application has answered already.
  private static var patienceWithMirror: Duration { .milliseconds(500) }

  /// The most items that were deselected, or were not, that a receipt names.
  static var maxDeselectedNamed: Int { 3 }
  /// The most selected items that are asked, and the most items that are looked at to find them.
  private static var maxAsked: Int { 64 }
  static var maxItems: Int { 20_000 }
}

extension TreeStore {
  fileprivate func isSelected(_ id: ElementID) -> Bool {
    tree.read(id) { $0.states.contains(.selected) } == true
  }
}
