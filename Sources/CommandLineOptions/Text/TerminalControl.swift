/// What is done to a screen: together with styles, all the control sequences that are ever written.
package enum TerminalControl: Hashable, Sendable {
  /// The whole screen is drawn on, without a cursor; what was there before comes back with `leave`.
  case enterFullScreen
  case leaveFullScreen
  case clearScreen
  /// The line of the cursor is emptied, and the cursor stands at its beginning.
  case clearLine
  /// To the beginning of a row; the first is 1.
  case moveToRow(Int)
  /// What is written from here to `endUpdate` is shown at once, by terminals that can.
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
