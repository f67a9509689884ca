internal import AccessibilityMirror
internal import AccessibilityTree

/// Selects the row or icon that a press activates, and has the cursor at the row, as a click does, where the toolkit's action does
/// not (GTK 3): an application may act on all that is selected, as Thunar does, or on the row at the cursor, whatever is activated.
extension ActionRun {
  /// A list or table whose items a press activates.
  private struct ItemList {
    let object: ActionObject
    /// The path of the item.
    let item: String
    /// Whether its rows are selected, by the interface Table.
    let hasRows: Bool

    var itemName: String { hasRows ? "row" : "icon" }

    /// Names a number of other items.
    func others(_ count: Int32) -> String {
      "\(count) other \(itemName)" + (count == 1 ? "" : "s")
    }
  }

  private var itemList: ItemList? {
    switch element.role {
    case .cell:
      guard let (table, cell) = tableAndCell(),
        table.interfaces.isSuperset(of: [.table, .selection])
      else { return nil }
      return ItemList(object: table, item: cell, hasRows: true)
    case .icon:
      guard let list = element.parent.flatMap({ host.actionObject($0) }),
        list.interfaces.contains(.selection)
      else { return nil }
      return ItemList(object: list, item: object.path, hasRows: false)
    default: return nil
    }
  }

  func selectAlone() async throws(ActionRefusal) {
    guard object.dialect.activatesUnselected, let list = itemList,
      let before = try await selectedCount(of: list)
    else { return }
    let isSelected = states.contains(.selected)
    if isSelected, before == 1 {
      if try await moveCursor(in: list) { try await endPreparation() }
      return
    }
    guard let place = try await place(in: list) else { return }
    let others = max(before, 0) - (isSelected && before > 0 ? 1 : 0)
    // It is added first: a list of which one item may be selected has no other one then, and an item that cannot be selected
    // costs the others nothing.
    var isAdded = isSelected
    var now = before
    if !isSelected {
      isAdded = try await add(place, to: list)
      now = try await selectedCount(of: list) ?? before
    }
    if isAdded, now > 1 {
      _ = try await prepare("ClearSelection", of: "Selection", in: list)
      isAdded = try await add(place, to: list)
      note = "it deselected \(list.others(others)) first, as a click does"
    }
    if isAdded { _ = try await moveCursor(in: list) }
    // What follows from selecting, such as a line that counts what is selected, is no effect of what comes.
    try await pause(for: Self.selectionSettling)
    if !isAdded, others > 0 {
      note =
        "it cannot be selected: the application may have acted on \(list.others(others)) instead"
    } else if isAdded, try await self.place(in: list) != place {
      note =
        "the list changed while it was being selected: the application may have acted on another "
        + "\(list.itemName) instead"
    }
    try await endPreparation()
  }

  /// Moves the cursor of the list to the row that is selected alone, as a click does: LibreOffice chooses the option at the cursor,
  /// whichever is activated. Returns whether it has moved. GTK 3 puts the window in front as well, so nothing is done where another
  /// one has the keys.
  private func moveCursor(in list: ItemList) async throws(ActionRefusal) -> Bool {
    guard list.hasRows, !states.contains(.focused), object.interfaces.contains(.component),
      let window = window(of: element),
      window.states.contains(.active) || host.store.hasFocus(in: window.id)
    else { return false }
    return try await prepare { () async throws(ActionRefusal) in
      try await callOptional("GrabFocus", of: "Component", read: Answer.bool)
    } == true
  }

  /// How long what follows from a selection takes: about as long as a person between the clicks of a double click.
  private static var selectionSettling: Duration { .milliseconds(150) }

  private func selectedCount(of list: ItemList) async throws(ActionRefusal) -> Int32? {
    let counts = try await eachProperty(
      list.hasRows ? "NSelectedRows" : "NSelectedChildren",
      of: list.hasRows ? "Table" : "Selection", at: [list.object.path], read: Answer.int32)
    return counts.first ?? nil
  }

  /// The row, or the place among the children of the list.
  private func place(in list: ItemList) async throws(ActionRefusal) -> Int32? {
    if list.hasRows { return try await row(of: list.item, in: list.object) }
    let index = try await callOptional("GetIndexInParent", of: "Accessible", read: Answer.int32)
    return index.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func add(_ place: Int32, to list: ItemList) async throws(ActionRefusal) -> Bool {
    try await prepare(
      list.hasRows ? "AddRowSelection" : "SelectChild", of: list.hasRows ? "Table" : "Selection",
      [.int32(place)], in: list)
  }

  /// Calls a method of the list before the action. Returns whether the application says that it did something.
  private func prepare(
    _ member: String, of interface: String, _ arguments: [BusValue] = [], in list: ItemList
  ) async throws(ActionRefusal) -> Bool {
    try await prepare { () async throws(ActionRefusal) in
      try await callOptional(
        member, of: interface, arguments, at: list.object.path, read: Answer.bool)
    } == true
  }
}
