internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Selects or deselects the element, and notes what stays selected beside it.
  func setSelected(_ selected: Bool) async throws(ActionRefusal) -> String {
    let others = selected && addsToSelection ? itemsBesideSelected : []
    let method = try await changeSelection(selected)
    try await noteKept(others)
    if !selected, isNumberedCell { try await noteUntoldDeselection() }
    return method
  }

  /// Notes that a cell may be deselected of which its application goes on to say that it is selected, as LibreOffice does of its own
  /// until another one is. Deselecting it once more would select it.
  private func noteUntoldDeselection() async throws(ActionRefusal) {
    for look in 0..<4 {
      if look > 0 { try await pause(milliseconds: 50) }
      guard try await reportedStates(of: element.id)?.contains(.selected) == true else { return }
    }
    reservations.insert(.isToldLater)
    note.addNote(
      "the application may go on to say that it is selected: select another cell to know, and do not repeat this"
    )
  }

  /// Whether the application has deselected what it will by the time it answers that it selected something.
  private var addsToSelection: Bool {
    !object.dialect.replacesSelections && !object.dialect.answersFromCopy
  }

  /// Selects or deselects the element: by its own action, or else by the Selection interface of its container.
  private func changeSelection(_ selected: Bool) async throws(ActionRefusal) -> String {
    if selected, element.role == .radio, !states.shared.contains(.selectable) {
      return states.shared.contains(.checked) ? Self.alreadySelected : try await press()
    }
    let isSelected = states.contains(.selected) && !object.isFormerOption
    if isSelected, selected, request.allowSynthesis, isAloneSelectedUnclicked {
      try await click("b1c", fromStart: placeOfText)
      return "synthesised click"
    }
    if isSelected == selected, selected || states.shared.contains(.selectable) {
      if selected, isAloneSelectedUnclicked {
        note = "it may have been selected without a click: --synthesize clicks it"
      }
      return selected ? Self.alreadySelected : "already deselected"
    }
    // Gecko's Selection interface and GTK 3's action move the highlight of a list, and choose nothing.
    if selected, element.role == .menuItem, object.dialect.ignoresClosedOptions || comboBox != nil {
      return try await press()
    }
    if selected, let method = try await chooseItemByKeys() { return method }
    let others = selected && object.dialect.replacesSelections ? othersSelected : []
    if let method = try await native(selected ? .select : .deselect) {
      if selected, let box = closedComboBox { try await checkChosen(in: box) }
      try await noteLoss(of: others)
      return method
    }
    if let method = try await selectRow(selected) { return method }
    if let method = try await selectByToggle(selected) { return method }
    let isButton = isPressedInstead
    if !isButton, let method = try await selectInParent(selected) { return method }
    guard selected, request.allowSynthesis else {
      throw isButton
        ? unsupported("it is pressed, not selected", advice: "Run \"press '\(element.id)'\".")
        : unsupported("its container does not allow selecting its children")
    }
    try await click("b1c", fromStart: placeOfText)
    return "synthesised click"
  }

  /// Whether the element is a button that cannot be selected, in something that is no item. Toolbars of LibreOffice select one of
  /// their buttons only by giving it the focus.
  private var isPressedInstead: Bool {
    guard element.role == .button || element.role == .toggleButton,
      !states.shared.contains(.selectable)
    else { return false }
    return element.parent.flatMap { host.store.tree[$0] }?.role.isPartOfItem == false
  }

  /// Whether the element is the only item of its view that is selected, and another one is the current one: it was selected without
  /// a click, and what a click does besides has not been done. A click on one of several would deselect the others.
  private var isAloneSelectedUnclicked: Bool {
    guard object.dialect.tellsOnlyTicks, element.role.isTicked, !states.contains(.focused),
      let view = element.parent.flatMap({ host.store.tree[$0] })
    else { return false }
    return !view.children.contains { id in
      id != element.id && host.store.tree.read(id) { $0.states.contains(.selected) } == true
    }
  }

  /// The closed combo box of which the element is an option that may not be selected so; `nil` when it is none.
  private var closedComboBox: Element? {
    guard element.role == .option, object.dialect.ignoresClosedOptions, let box = comboBox,
      !box.states.contains(.expanded)
    else { return nil }
    return box
  }

  /// The combo box that the element is in.
  var comboBox: Element? {
    let around = host.store.tree.ancestors(of: element.id).lazy.compactMap {
      self.host.store.tree[$0]
    }
    // In GTK 4, the list is in a view in a popover.
    return around.prefix(8).first { $0.role == .comboBox }
  }

  /// Throws unless the element becomes selected. Gecko answers that it selects an option, and does so only in the list
  /// that opens; its Selection interface selects the option, but the page is not told.
  private func checkChosen(in box: Element) async throws(ActionRefusal) {
    for triesLeft in (0...10).reversed() {
      let states = try await call("GetState", of: "Accessible", read: Answer.states)
      if states.contains(.selected) { return }
      if triesLeft > 0 { try await pause(milliseconds: 50) }
    }
    recordNothingDone()
    throw ActionRefusal(
      .rejected, "\(name) was not selected, because \(box.messageName) is closed",
      advice: "Expand the combo box, and press the option in the list that opens.")
  }

  /// Selects or deselects the row of a cell by the interface Table of the table that it is in; `nil` where that does not
  /// know the row, or does nothing.
  private func selectRow(_ selected: Bool) async throws(ActionRefusal) -> String? {
    guard element.role == .cell, object.dialect.selectsCellsByRow,
      let (table, cell) = tableAndCell(), table.interfaces.contains(.table)
    else { return nil }
    guard let row = try await row(of: cell, in: table) else { return nil }
    let member = selected ? "AddRowSelection" : "RemoveRowSelection"
    let isTaken = try await callOptional(
      member, of: "Table", [.int32(row)], at: table.path, read: Answer.bool)
    if isTaken == true { return "Table.\(member)(\(row))" }
    recordNothingDone()
    return nil
  }

  /// The table around the element, and the path of its cell that is the element or has it as one of its parts.
  func tableAndCell() -> (table: ActionObject, cell: String)? {
    let tree = host.store.tree
    var cell = element
    while let parent = cell.parent.flatMap({ tree[$0] }), parent.role == .cell { cell = parent }
    guard let table = cell.parent.flatMap({ host.actionObject($0) }) else { return nil }
    let path = cell.id == element.id ? object.path : host.actionObject(cell.id)?.path
    return path.map { (table, $0) }
  }

  /// Selects or deselects an item of a view by its action `Toggle`; `nil` for any other element, and where a click is to do it.
  private func selectByToggle(_ selected: Bool) async throws(ActionRefusal) -> String? {
    guard object.dialect.tellsOnlyTicks, element.role.isTicked, !togglesOtherItem,
      !selected || !request.allowSynthesis,
      let action = try await nativeAction(normalized: ActionName.toggle)
    else { return nil }
    if selected { noteNoClick() }
    return try await perform(action)
  }

  /// Calls the container's Selection interface; `nil` when there is none.
  func selectInParent(_ selected: Bool) async throws(ActionRefusal) -> String? {
    guard let (container, child) = selectionContainer() else { return nil }
    let answer = try await call(
      "GetIndexInParent", of: "Accessible", at: child.path, read: Answer.int32)
    // GTK 3 answers -1 for some of its children; the mirror knows their index.
    guard let index = answer >= 0 ? answer : child.place else { return nil }
    let member = selected ? "SelectChild" : "DeselectChild"
    let method = "Selection.\(member)(\(index))"
    let isDone = try await tryMethod(
      member, of: "Selection", [.int32(index)], at: container, method: method)
    return isDone ? method : nil
  }

  /// Returns the nearest object around the element with a Selection interface, and the child of it that is the
  /// element or contains it: a cell within a cell (GTK 3), an item within a row.
  private func selectionContainer() -> (path: String, child: (path: String, place: Int32?))? {
    let tree = host.store.tree
    var child = element
    for _ in 0..<4 {
      guard let parent = child.parent, let container = tree[parent],
        let containerObject = host.actionObject(parent), let object = host.actionObject(child.id)
      else { return nil }
      if containerObject.interfaces.contains(.selection) {
        let index = container.children.firstIndex(of: child.id) ?? 0
        // In a container of which only a part is mirrored, the index in the mirror is not the toolkit's.
        let isFullyMirrored = container.totalChildren == nil
        let path = child.id == element.id ? self.object.path : object.path
        return (containerObject.path, (path, isFullyMirrored ? Int32(clamping: index) : nil))
      }
      guard container.role.isPartOfItem else { return nil }
      child = container
    }
    return nil
  }
}

extension Role {
  fileprivate var isPartOfItem: Bool {
    switch self {
    case .cell, .row, .rowGroup, .listItem, .treeItem, .option, .generic, .group: true
    default: false
    }
  }
}
