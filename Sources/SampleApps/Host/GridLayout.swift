internal import AccessibilityTree

/// Places elements on a grid of equal cells within a window.
struct GridLayout {
  /// The top left corner of the first cell, on the screen.
  var origin: Point
  var cellWidth: Double
  var cellHeight: Double
  /// Between cells, in pixels.
  var spacing: Double

  /// The frame of a cell, or of several side by side. Rows and columns count from 0.
  func frame(row: Int, column: Int, columns: Int = 1) -> Frame {
    Frame(
      rect: Rect(
        x: origin.x + Double(column) * (cellWidth + spacing),
        y: origin.y + Double(row) * (cellHeight + spacing),
        width: width(columns: columns), height: cellHeight),
      space: .screen)
  }

  /// The frame around a number of rows and columns, with a margin.
  func bounds(rows: Int, columns: Int, margin: Double) -> Frame {
    Frame(
      rect: Rect(
        x: origin.x - margin, y: origin.y - margin, width: width(columns: columns) + 2 * margin,
        height: Double(rows) * (cellHeight + spacing) - spacing + 2 * margin),
      space: .screen)
  }

  private func width(columns: Int) -> Double {
    Double(columns) * (cellWidth + spacing) - spacing
  }
}
