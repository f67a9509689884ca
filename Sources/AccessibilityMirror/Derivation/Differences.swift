internal import AccessibilityTree

/// The elements that an edit changed, before and after the edit. Of applications that are being read for the first time only
/// those that have the focus: nothing else is derived from them.
struct Differences {
  /// Elements whose value existed before and has only now been read.
  var discovered: Set<ElementID> = []
  var changed: [(old: Element, new: Element)] = []
  var added: [Element] = []
  var removed: [Element] = []
}
