/// The states of the parts of a cell, such as an icon and a text in one column.
extension ObjectReader {
  /// The states that the parts of a cell have of it.
  private static let sharedStates: AtspiStates = [
    .active, .focused, .selected, .expandable, .expanded,
  ]

  /// Gives the parts of a cell the states that it has got or lost, where its toolkit tells them of the cell alone. Nothing is read.
  func shareStates(of cell: MirroredObject, before old: AtspiStates) {
    guard cell.peer.dialect.sharesStatesInCells, !cell.children.isEmpty, cell.isTableCell else {
      return
    }
    let states = cell.facts.states
    let changed = states.symmetricDifference(old).intersection(Self.sharedStates)
    guard !changed.isEmpty else { return }
    for part in cell.children where part.isTableCell && part.known.contains(.states) {
      // The answer that is in flight may be older.
      reads.outdateReads(of: .states, of: part)
      update(
        part.facts.states.subtracting(changed).union(states.intersection(changed)), of: part)
    }
  }

  /// Has the other boxes of a cell composed again: which of them are drawn follows from all of them.
  func recheckBoxes(beside part: MirroredObject) {
    guard part.hasStatesOfCell, let cell = part.parent else { return }
    for other in cell.children where other !== part { publisher.touch(other, .all) }
  }
}

extension MirroredObject {
  var isTableCell: Bool { facts.hasRole(.cell) }

  /// Whether the object is a part of a cell that tells of its states.
  var hasStatesOfCell: Bool {
    peer.dialect.sharesStatesInCells && isTableCell && parent?.isTableCell == true
  }
}
