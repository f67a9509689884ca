internal import AccessibilityRendering
internal import AccessibilitySpeech
internal import AccessibilityTree
internal import CommandLineOptions

extension Inspector {
  /// Draws the whole screen: exactly `size.rows` rows of exactly `size.columns` columns.
  ///
  /// Mutating because the tree scrolls to keep the selected line visible.
  package mutating func rows(_ size: ScreenSize) -> [Row] {
    guard size.columns > 0, size.rows > 0 else { return [] }
    let logHeight = size.rows >= 12 ? max(3, size.rows / 5) : 0
    let bodyHeight = max(0, size.rows - 2 - (logHeight > 0 ? logHeight + 1 : 0))
    page = max(1, bodyHeight - 1)
    var rows = [title]
    rows += focus == .help ? help(bodyHeight) : body(size.columns, bodyHeight)
    if logHeight > 0 {
      let heading = "── notifications "
      let rest = max(0, size.columns - heading.displayWidth)
      rows.append(Row(heading + String(repeating: "─", count: rest), .dim))
      rows += logRows(logHeight)
    }
    rows.append(status(size.columns))
    return rows.prefix(size.rows).map { $0.fitted(to: size.columns) }
  }

  private var title: Row {
    let state = isConnected ? "revision \(revision)" : "connection lost, trying again"
    return Row(" inspect \(server)   \(state)   \(tree.count) elements", .reverse)
  }

  private func status(_ columns: Int) -> Row {
    switch focus {
    case .prompt(let prompt):
      let question: String
      switch prompt.purpose {
      case .search: question = "/"
      case .argument(_, let offer):
        question =
          ActionText.argument(of: offer.kind).map { "\(offer.name), \($0): " } ?? "\(offer.name): "
      }
      // Shows the end of the typed text.
      let begun = question.printable.truncated(to: max(1, columns / 2))
      let room = max(0, columns - begun.displayWidth - 1)
      return Row("\(begun)\(prompt.line.text.printable.tail(fitting: room))▏")
    case .actions: return Row("↑↓ choose  Enter run  Esc back", .dim)
    case .help: return Row("any key goes back", .dim)
    case .tree where message.isEmpty:
      return Row("Enter actions  / search  n next  f focus  ? help  q end", .dim)
    case .tree: return Row(message, .bold)
    }
  }

  private func help(_ height: Int) -> [Row] {
    let width = Self.keys.map(\.keys.displayWidth).max() ?? 0
    var rows = Self.keys.map { keys, meaning in
      var row = Row("  " + keys.padded(to: width + 2), .bold)
      row.append(meaning)
      return row
    }
    rows.insert(Row(), at: 0)
    return filled(rows, height)
  }

  private func logRows(_ height: Int) -> [Row] {
    let rows = log.suffix(height).map { line in
      var row = Row("[\(line.revision)] ", .dim)
      let kind = line.text.prefix { $0 != " " }
      row.append(String(kind), [.cyan])
      row.append(String(line.text.dropFirst(kind.count)))
      return row
    }
    return filled(rows, height)
  }

  private func filled(_ rows: [Row], _ height: Int) -> [Row] {
    Array(rows.prefix(height)) + Array(repeating: Row(), count: max(0, height - rows.count))
  }

  // MARK: Body

  private mutating func body(_ columns: Int, _ height: Int) -> [Row] {
    let left = max(1, columns / 2)
    let right = max(0, columns - left - 3)
    let lines = filled(list.visible(height).map(treeRow), height)
    let (all, marked) = details(width: right)
    detailsTop = max(0, min(detailsTop, all.count - height))
    if let marked, height > 0 {
      detailsTop = max(marked - height + 1, min(detailsTop, marked))
    }
    let facts = filled(Array(all.dropFirst(detailsTop)), height)
    return zip(lines, facts).map { line, fact in
      line.fitted(to: left) + Row(" │ ", .dim) + fact.fitted(to: right)
    }
  }

  private func treeRow(_ line: TreeList.Line) -> Row {
    guard let element = tree[line.id] else { return Row() }
    let isSelected = line.id == list.selected
    var row = Row(isSelected ? "▶" : " ")
    // Limits the indentation, so that deep lines still have room for text.
    let depth = min(line.depth, Self.deepest)
    row.append(String(repeating: " ", count: depth))
    if line.depth > Self.deepest { row.append("\(line.depth) ", [.dim]) }
    row.append(line.hasChildren ? (line.isOpen ? "▾ " : "▸ ") : "  ", [.dim])
    row.append(element.role.name, [.cyan])
    if let label = element.label, !label.isEmpty {
      row.append(" " + label.quoted(limit: 60), matches.contains(line.id) ? [.yellow] : [])
    }
    if let value = element.effectiveValue, !value.isEmpty, value != element.label {
      row.append(" = " + value.quoted(limit: 40))
    }
    if element.states.contains(.focused) { row.append(" [focused]", [.yellow]) }
    row.append(" \(line.id)", [.dim])
    return isSelected && focus == .tree ? row.styled(.reverse) : row
  }

  private static let deepest = 12

  /// Returns the details of the selected element: what a screen reader says, its actions, and its attributes;
  /// and the row of the marked action.
  private func details(width: Int) -> (rows: [Row], marked: Int?) {
    guard let element else { return ([Row("nothing is selected", .dim)], nil) }
    var rows: [Row] = []
    func paragraph(_ text: String, _ styles: [Style]) {
      for line in wrapped(text.printable, width: max(1, width)) {
        var row = Row()
        row.append(line, styles)
        rows.append(row)
      }
    }
    paragraph(Outline.line(for: element), [.bold])
    let utterance = Speech.utterance(of: element.id, in: tree, verbosity: .full)
    paragraph("says: " + (utterance.isEmpty ? "nothing" : utterance.text), [.green])
    var marked: Offer?
    if case .actions(let menu) = focus { marked = menu.marked }
    let offers = offered
    let index = marked.flatMap { offers.firstIndex(of: $0) }.map { rows.count + $0 }
    rows += offers.enumerated().map { Self.row(for: $1, at: $0, isMarked: $1 == marked) }
    for fact in element.facts where fact.name != "actions" {
      paragraph("\(fact.name): \(fact.text)", [])
    }
    return (rows, index)
  }

  private static func row(for offer: Offer, at index: Int, isMarked: Bool) -> Row {
    let isOwn = offer.kind == .custom || offer.kind == .intent
    var row = Row(isMarked ? "▶" : " ")
    row.append("\(index + 1) ", [.dim])
    row.append(isOwn ? offer.name.quoted(limit: 40) : offer.name, [.yellow])
    if let native = offer.nativeName { row.append(" (\(native))", [.dim]) }
    return isMarked ? row.styled(.reverse) : row
  }
}
