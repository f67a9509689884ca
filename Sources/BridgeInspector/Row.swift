package import CommandLineOptions

/// A row of the screen, consisting of styled spans.
package struct Row: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var text: String
    package var styles: [Style]
  }

  package private(set) var spans: [Span] = []
  /// The width in columns.
  package private(set) var width = 0

  init() {}

  init(_ text: String, _ styles: Style...) {
    append(text, styles)
  }

  mutating func append(_ text: String, _ styles: [Style] = []) {
    let text = text.printable
    guard !text.isEmpty else { return }
    spans.append(Span(text: text, styles: styles))
    width += text.displayWidth
  }

  /// Returns the row with exactly `columns` columns: cut with "…", or padded with spaces.
  func fitted(to columns: Int) -> Row {
    var row = Row()
    for span in spans where row.width < columns {
      let room = columns - row.width
      // Spans after the cut are dropped, so a row that ends exactly at a span's end has no "…".
      let isCut = span.text.displayWidth > room
      row.append(isCut ? span.text.truncated(to: room) : span.text, span.styles)
    }
    if row.width < columns {
      row.append(String(repeating: " ", count: columns - row.width), row.fillStyles)
    }
    return row
  }

  /// The styles of the padding: a reversed bar extends to the edge.
  private var fillStyles: [Style] {
    spans.last?.styles.contains(.reverse) == true ? [.reverse] : []
  }

  /// Returns the row with styles added to every span.
  func styled(_ styles: Style...) -> Row {
    var row = self
    for place in row.spans.indices {
      row.spans[place].styles.removeAll { $0 == .dim && styles.contains(.reverse) }
      row.spans[place].styles += styles
    }
    return row
  }

  static func + (left: Row, right: Row) -> Row {
    var row = left
    for span in right.spans { row.append(span.text, span.styles) }
    return row
  }

  package var plain: String { spans.map(\.text).joined() }

  /// The row as terminal output.
  package var text: TerminalText {
    spans.map { TerminalText($0.text, $0.styles) }.joined()
  }
}

/// The size of a terminal, in columns and rows.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The content of the terminal, so that only changed rows are written.
package struct ScreenUpdater: Sendable {
  private var shown: [Row] = []
  private var size: ScreenSize?

  package init() {}

  /// Returns the output that changes the terminal to the given rows; empty when nothing changed.
  package mutating func update(to rows: [Row], _ size: ScreenSize) -> TerminalText {
    var text = TerminalText()
    if size != self.size {
      text = TerminalText(.clearScreen)
      shown = []
      self.size = size
    }
    for (place, row) in rows.prefix(size.rows).enumerated() {
      if shown.indices.contains(place), shown[place] == row { continue }
      text += TerminalText(.moveToRow(place + 1)) + row.text
    }
    shown = rows
    return text.isEmpty ? text : TerminalText(.beginUpdate) + text + TerminalText(.endUpdate)
  }
}
