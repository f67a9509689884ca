internal import AccessibilityTree

/// The elements that an edit changed, as they were and as they are.
struct Differences {
  /// Elements whose values were there before, and are known from now on.
  var discovered: Set<ElementID> = []
  var changed: [(old: Element, new: Element)] = []
  var added: [Element] = []
  var removed: [Element] = []
}
