internal import AccessibilityTree

extension Tree {
  /// Returns the labels of the options of a combo box, where all of them are known; `nil` where there may be others. A list
  /// with a single one may be filled when it opens.
  func knownOptions(in box: ElementID) -> [String]? {
    var labels: [String] = []
    var isWhole = true
    walk(from: [box]) { element, _ in
      if (element.totalChildren ?? 0) > element.children.count { isWhole = false }
      guard element.role.isOption else { return .descend }
      guard let label = text(ofItem: element), !label.isBlank else {
        isWhole = false
        return .stop
      }
      labels.append(label)
      return .skip
    }
    return isWhole && labels.count > 1 ? labels : nil
  }
}
