internal import AccessibilityTree

extension Tree {
  /// Returns what a person notices first among elements that were added: windows and dialogs, alerts, menus, and what people act
  /// on, fields first. What is in one of these is left out.
  func noticeable(among added: [ElementID]) -> [ElementID] {
    let ranks = added.compactMap { id in
      (read(id) { $0.noticeRank } ?? nil).map { (rank: $0, id: id) }
    }
    var result: [ElementID] = []
    for (_, id) in ranks.sorted(by: { ($0.rank, $0.id) < ($1.rank, $1.id) }) {
      if result.count == Self.maxNoticeable { break }
      if !ancestors(of: id).contains(where: result.contains) { result.append(id) }
    }
    return result
  }

  private static var maxNoticeable: Int { 4 }
}

extension Element {
  /// How soon a person notices that the element has come, 0 first; `nil`: it is not worth to be named.
  fileprivate var noticeRank: Int? {
    // GTK 4 tells of few elements that they are showing.
    guard !states.isDisjoint(with: [.showing, .visible]), !states.contains(.defunct) else {
      return nil
    }
    if isWindow || states.contains(.modal) { return 0 }
    switch role {
    case .alert, .notification: return 1
    case .menu: return 2
    default: break
    }
    guard role.isControl else { return nil }
    if role.isTextEntry, !states.contains(.readOnly) { return 3 }
    return hasLabel ? 4 : 5
  }
}
