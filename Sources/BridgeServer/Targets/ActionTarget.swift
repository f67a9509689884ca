internal import AccessibilityMirror
internal import AccessibilityTree

/// The element that an action is performed on, as found at the request.
struct ActionTarget {
  let element: ElementID
  let application: ElementID
  let source: any TreeSource
  /// Whether the client named it by a selector that asks for its label.
  let isFoundByLabel: Bool
  /// Which labels it may have by then for the selector to match; `nil`: only its own.
  let labels: LabelRule?
}
