internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol

/// Why a client may not do something that it can see. What it may not see is not refused: it does not exist.
extension Rights {
  /// Throws when the client may not act on an element.
  func checkTarget(
    _ id: ElementID, in store: TreeStore, _ describe: (ElementID) -> String
  ) throws(Status) {
    var budget = WorkBudget.standard
    for target in targets {
      if target.allows(id, in: store.tree, store.applications, &budget) { return }
    }
    throw Status(
      .permissionDenied,
      "\(describe(id)) is not among the elements that this client may act on, by the server's policy: \(rules)",
      element: id,
      remedy: .grantTarget)
  }

  /// What the client may act on, as its policy says.
  private var rules: String {
    if targets.isEmpty { return "none" }
    let rules = targets.map { "'\($0.rule)'" }.joined(separator: ", ")
    return rules.count > 300 ? "\(rules.prefix(300))…" : rules
  }

  /// Returns the kinds of notifications that a subscription is sent. Throws when it asks for others by
  /// name. Who asks for all, with or without changes of elements and speech, gets those that are allowed.
  ///
  /// Changes of elements may be had beside any kind: the client may read the elements anyway.
  func kinds(asked: NotificationKinds) throws(Status) -> NotificationKinds {
    let notifications = notifications.isEmpty ? [] : notifications.union(.elements)
    let allowed = asked.intersection(notifications)
    let asksForAll = asked.union([.elements, .speech]) == .all
    if allowed == asked || (asksForAll && !allowed.isEmpty) { return allowed }
    let missing = asked.subtracting(notifications).names.joined(separator: ", ")
    throw Status(
      .permissionDenied, "this client may not subscribe to \(missing)",
      remedy: .grantNotifications)
  }
}
