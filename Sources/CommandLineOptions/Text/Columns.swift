internal import SafeText

/// Rows of cells, written with the columns aligned and two spaces between them. Cells may be untrusted text:
/// each is escaped, put on one line, and cut where it is very long.
package struct Columns: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable {
    case left, right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter alignments: The alignments of the columns, in order; further columns are aligned left.
  package init(_ alignments: [Alignment] = []) {
    self.alignments = alignments
  }

  package init(rows: [[String]]) {
    self.init()
    for row in rows { append(row) }
  }

  package mutating func append(_ cells: [String]) {
    rows.append(cells.map { $0.escaped(limit: TerminalText.longest) })
  }

  /// Returns one line for each row, without trailing spaces.
  package func lines(indent: Int = 0) -> [String] {
    let widths = self.widths
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let alignment = column < alignments.count ? alignments[column] : .left
        line +=
          alignment == .right
          ? cell.leftPadded(to: widths[column]) : cell.padded(to: widths[column])
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Shortens cells, with "…" at their end, where lines would be longer than `width`: those of the `yielding`
  /// columns, in order, each down to its least width. What is still too long stays.
  package mutating func fit(
    _ width: Int, yielding: [(column: Int, least: Int)]
  ) {
    var widths = self.widths
    var excess = self.width - width
    for (column, least) in yielding where excess > 0 && column < widths.count {
      let cut = min(excess, widths[column] - least)
      guard cut > 0 else { continue }
      excess -= cut
      widths[column] -= cut
      for row in rows.indices where column < rows[row].count {
        rows[row][column] = rows[row][column].truncated(to: widths[column])
      }
    }
  }

  private var widths: [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    return widths
  }

  /// The width of the widest line that the columns allow, in columns of the terminal.
  package var width: Int {
    let widths = self.widths
    return widths.reduce(2 * max(0, widths.count - 1), +)
  }

  package func text(indent: Int = 0) -> TerminalText {
    TerminalText(lines: lines(indent: indent).map { $0 + "\n" }.joined())
  }
}

/// Breaks a text at spaces, into lines of at most `width` columns; only a longer word exceeds it.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if line.isEmpty {
      line = String(word)
    } else if line.displayWidth + 1 + word.displayWidth <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}
