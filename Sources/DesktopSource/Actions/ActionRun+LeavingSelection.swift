internal import AccessibilityMirror
internal import AccessibilityTree

/// Keys act on what is selected, wherever the cursor is.
extension ActionRun {
  /// Deselects the other cells of a spreadsheet, where its cursor was moved to a cell that is not one of those: LibreOffice leaves
  /// them selected, and empties them by the key Delete. Who moves the cursor by a click or by keys leaves none selected.
  func leaveSelection() async throws(ActionRefusal) {
    guard element.role == .cell, let (table, cell) = tableAndCell(),
      table.interfaces.contains(.selection),
      element.parent.flatMap({ id in
        host.store.tree.read(id) { $0.states.contains(.managesDescendants) }
      }) == true,
      let count = try await optionalProperty(
        "NSelectedChildren", of: "Selection", at: table.path, read: Answer.int32), count > 0,
      try await callOptional("GetState", of: "Accessible", at: cell, read: Answer.states)?
        .contains(.selected) == false
    else { return }
    let others = itemsKnownSelected
    let isLeft = try await prepare { () async throws(ActionRefusal) in
      try await callOptional("ClearSelection", of: "Selection", at: table.path, read: Answer.bool)
    }
    guard isLeft == true else {
      throw ActionRefusal(
        .rejected, "Keys would go to what is selected, and not to \(name)",
        advice: "Deselect what is selected there, or select \(name) alone, and repeat this.")
    }
    // It is no effect of the keys.
    try await awaitDeselection(of: others)
    let named = others.prefix(Self.maxDeselectedNamed).map(\.messageName).joined(separator: ", ")
    let left = Int(count) - min(others.count, Self.maxDeselectedNamed)
    let rest = left > 0 ? named.isEmpty ? "\(left) cells" : " and \(left) more" : ""
    note.addNote("it deselected \(named)\(rest)")
  }
}
