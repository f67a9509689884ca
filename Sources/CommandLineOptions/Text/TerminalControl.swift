/// A control of the screen. These and the styles are all the control sequences that are ever written.
package enum TerminalControl: Hashable, Sendable {
  /// Switches to the alternate screen and hides the cursor; `leaveFullScreen` restores the previous contents.
  case enterFullScreen
  case leaveFullScreen
  case clearScreen
  /// Clears the line of the cursor, and moves the cursor to its beginning.
  case clearLine
  /// Moves the cursor to the beginning of a row; the first row is 1.
  case moveToRow(Int)
  /// Begins a synchronized update: terminals that support it show everything up to `endUpdate` at once.
  case beginUpdate
  case endUpdate

  package var sequence: String {
    switch self {
    case .enterFullScreen: "\u{1B}[?1049h\u{1B}[?25l"
    case .leaveFullScreen: "\u{1B}[?25h\u{1B}[?1049l"
    case .clearScreen: "\u{1B}[2J"
    case .clearLine: "\r\u{1B}[K"
    case .moveToRow(let row): "\u{1B}[\(row);1H"
    case .beginUpdate: "\u{1B}[?2026h"
    case .endUpdate: "\u{1B}[?2026l"
    }
  }
}
