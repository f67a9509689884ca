internal import AssistiveClients
internal import CommandLineOptions

/// The prompt for commands typed as text on a terminal where each key is a command.
struct LinePrompt {
  enum Output: Equatable {
    case key(Key)
    /// A key that is short for a command line.
    case line(String)
    /// A line that was typed; the cursor is still on it.
    case entered(String)
    /// The prompt has changed or was closed.
    case redraw
    case nothing
    case quit
  }

  /// The text typed so far; `nil` while keys are commands.
  private var line: TypedLine?

  /// Handles a key.
  ///
  /// - Parameter numbers: How many numbers can be chosen. A digit is one of them; where there are numbers of two
  ///   digits, it begins a line.
  mutating func take(_ key: Key, numbers: Int) -> Output {
    guard var typed = line else {
      switch key {
      case .character(let digit) where numbers > 0 && digit.isASCII && digit.isNumber:
        guard numbers > 9 else { return .line(String(digit)) }
        var typed = TypedLine()
        _ = typed.take(key)
        line = typed
        return .redraw
      case .character("q"), .control("c"), .control("d"): return .quit
      case .character("?"): return .line("help")
      case .character(":"):
        line = TypedLine()
        return .redraw
      default: return .key(key)
      }
    }
    switch key {
    case .enter:
      line = nil
      return typed.isEmpty ? .redraw : .entered(typed.text)
    case .escape, .control("c"):
      line = nil
      return .redraw
    default:
      let isChanged = typed.take(key)
      line = typed
      return isChanged ? .redraw : .nothing
    }
  }

  /// The text that removes the prompt from the screen, so that lines can be written.
  var erased: TerminalText { line == nil ? "" : Self.clear }

  /// The text that draws the prompt again.
  var drawn: TerminalText { line == nil ? "" : looks }

  /// The text that redraws the prompt's line of the screen, with the end of the typed text where not all of
  /// it fits.
  var looks: TerminalText {
    guard let line else { return Self.clear }
    // The last column is for the cursor.
    let room = (Terminal.columns(of: 1) ?? 80) - 3
    return "\(Self.clear): \(line.text.printable.tail(fitting: max(0, room)))"
  }

  private static let clear = TerminalText(.clearLine)
}
