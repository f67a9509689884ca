internal import AccessibilityTree
internal import BridgeProtocol

/// What a subscription covers. Subscriptions that cover the same share their work.
struct SubscriptionFilter: Hashable {
  var kinds: NotificationKinds
  /// Elements with all their descendants; empty: everything is in scope.
  var scopes: Set<ElementID>
  /// Empty: every element.
  var selectorText: String

  var coversEverything: Bool { scopes.isEmpty && selectorText.isEmpty }
}
