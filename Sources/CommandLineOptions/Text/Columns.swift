/// Rows of cells, written with the columns aligned and two spaces between them.
public struct Columns: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable {
    case left, right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter alignments: of the columns, in order; others are aligned left.
  public init(_ alignments: [Alignment] = []) {
    self.alignments = alignments
  }

  public var isEmpty: Bool { rows.isEmpty }

  public mutating func append(_ cells: [String]) {
    rows.append(cells)
  }

  /// One line a row, without spaces at its end.
  public func lines(indent: Int = 0) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
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

  public func text(indent: Int = 0) -> String {
    lines(indent: indent).map { $0 + "\n" }.joined()
  }
}

/// Breaks a text at spaces so that no line is wider than `width`, where its words allow it.
public func wrapped(_ text: String, width: Int) -> [String] {
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
