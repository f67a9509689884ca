internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

/// What became enabled, selected, checked, expanded or the like, or no longer is.
extension ReceiptText {
  /// The maximum number of elements of which this is told.
  private static let maxStates = 4

  /// The lines, without what values tell.
  static func states(
    _ receipt: Receipt, _ hidden: HiddenElements, _ names: inout ElementNames
  ) async -> [TerminalText] {
    let values = receipt.update?.notifications.map(\.notification) ?? []
    var lines: [TerminalText] = []
    var omitted = 0
    for change in receipt.stateChanges where !hidden.contains(change.element) {
      let element = receipt.update?.changed.first { $0.id == change.element }
      let words = Self.words(for: change.untold(by: values, element))
      guard !words.isEmpty else { continue }
      guard lines.count < maxStates else {
        omitted += 1
        continue
      }
      let name: String
      if let element {
        name = "\(element.shortName) \(change.element)"
      } else {
        name = await names.name(change.element)
      }
      lines.append("  \(name) is \(words.joined(separator: " and "))")
    }
    if omitted > 0 { lines.append("  … and the states of \(counted(omitted, "more element"))") }
    return lines
  }

  /// What an element is now, in the words of outlines.
  static func words(for change: StateChange) -> [String] {
    var words: [String] = []
    for (state, now, later) in Self.words {
      if change.gained.contains(state) { words.append(now) }
      if change.lost.contains(state) { words.append(later) }
    }
    // The other one says it.
    if change.gained.contains(.mixed) { words.removeAll { $0 == "unchecked" } }
    if change.gained.contains(.checked) { words.removeAll { $0 == "not mixed" } }
    if change.gained.contains(.expanded) { words.removeAll { $0 == "not collapsed" } }
    if change.gained.contains(.collapsed) { words.removeAll { $0 == "not expanded" } }
    return words
  }

  private static let words: [(States, now: String, later: String)] = [
    (.enabled, "enabled", "disabled"), (.selected, "selected", "not selected"),
    (.checked, "checked", "unchecked"), (.mixed, "mixed", "not mixed"),
    (.pressed, "pressed", "not pressed"), (.expanded, "expanded", "not expanded"),
    (.collapsed, "collapsed", "not collapsed"), (.readOnly, "read-only", "not read-only"),
    (.required, "required", "not required"), (.invalid, "invalid", "not invalid"),
    (.isCurrent, "current", "not current"),
  ]
}

extension StateChange {
  /// What the values do not tell: that of a check box says whether it is checked, and that of a combo box which option is
  /// selected.
  fileprivate func untold(by values: [Notification], _ element: Element?) -> StateChange {
    var rest = self
    for case .valueChanged(let id, let old, let new) in values {
      if id == self.element {
        rest.gained.subtract([.checked, .mixed, .pressed])
        rest.lost.subtract([.checked, .mixed, .pressed])
      } else if let label = element?.label, label == old || label == new {
        rest.gained.remove(.selected)
        rest.lost.remove(.selected)
      }
    }
    return rest
  }
}
