package import CommandLineOptions

/// One row of the screen: pieces of text, each in a style.
package struct Row: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var text: String
    package var styles: [Style]
  }

  package private(set) var spans: [Span] = []
  /// Columns taken up to now.
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

  /// The same in exactly so many columns: cut with "…", or filled with spaces.
  func fitted(to columns: Int) -> Row {
    var row = Row()
    for span in spans where row.width < columns {
      let room = columns - row.width
      // A row that goes on after this span shows that it was cut only where it is.
      let isCut = span.text.displayWidth > room
      row.append(isCut ? span.text.truncated(to: room) : span.text, span.styles)
    }
    if row.width < columns {
      row.append(String(repeating: " ", count: columns - row.width), row.fillStyles)
    }
    return row
  }

  /// A bar of colour goes on to the edge.
  private var fillStyles: [Style] {
    spans.last?.styles.contains(.reverse) == true ? [.reverse] : []
  }

  /// Every span in these styles too.
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

  /// For a terminal.
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

/// What is on the screen, so that only what changes is written.
package struct ScreenUpdater: Sendable {
  private var shown: [Row] = []
  private var size: ScreenSize?

  package init() {}

  /// What brings the terminal from what it shows to these rows; empty when nothing changes.
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
