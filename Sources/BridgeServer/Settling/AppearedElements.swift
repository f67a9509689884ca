internal import AccessibilityQueries
internal import AccessibilityTree

extension Tree {
  /// Returns what a person notices first among elements that have come: windows and dialogs, alerts, menus, and what people act
  /// on, fields first. What is in one of these is left out, and what is not on screen.
  func noticeable(among elements: [ElementID]) -> [ElementID] {
    let ranks = elements.compactMap { id in
      (read(id) { $0.noticeRank(in: self) } ?? nil).map { (rank: $0, id: id) }
    }
    var result: [ElementID] = []
    var presence = ScreenPresence()
    var steps = Self.maxPresenceSteps
    for (_, id) in ranks.sorted(by: { ($0.rank, $0.id) < ($1.rank, $1.id) }) {
      if result.count == Self.maxNoticeable || steps < 0 { break }
      if ancestors(of: id).contains(where: result.contains) { continue }
      let isOnScreen = read(id) { presence.isOnScreen($0, in: self, steps: &steps) }
      if isOnScreen == true { result.append(id) }
    }
    return result
  }

  private static var maxNoticeable: Int { 4 }
  private static var maxPresenceSteps: Int { 40_000 }
}

extension Element {
  /// How soon a person notices that the element has come, 0 first; `nil`: it is not worth to be named.
  fileprivate func noticeRank(in tree: Tree) -> Int? {
    guard !states.contains(.defunct) else { return nil }
    if isWindow || states.contains(.modal) { return 0 }
    switch role {
    case .alert, .notification: return 1
    case .menu:
      // One in an open menu is an item of it.
      let around = parent.flatMap { tree.read($0) { $0.role } }
      return around == .menu || around == .menuBar ? 4 : 2
    default: break
    }
    guard role.isControl else { return nil }
    guard isNamed else { return 5 }
    return role.isTextEntry && !states.contains(.readOnly) ? 3 : 4
  }

  private var isNamed: Bool {
    hasLabel || placeholder?.isBlank == false || relations.contains { $0.kind == .labelledBy }
  }
}
