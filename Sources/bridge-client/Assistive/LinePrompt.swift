internal import AssistiveClients
internal import CommandLineOptions

/// A command that is typed on a terminal whose keys mean something each.
struct LinePrompt {
  enum Output: Equatable {
    case key(Key)
    /// A key that stands for a line.
    case line(String)
    /// A line that was typed; the cursor is still on it.
    case entered(String)
    /// It looks different now, or is gone.
    case redraw
    case nothing
    case quit
  }

  /// What was typed; `nil` while keys are commands.
  private var line: TypedLine?

  mutating func take(_ key: Key) -> Output {
    guard var typed = line else {
      switch key {
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

  /// What takes it off the screen, so that lines can be written.
  var erased: TerminalText { line == nil ? "" : Self.clear }

  /// What puts it on the screen again.
  var drawn: TerminalText { line == nil ? "" : looks }

  /// What brings the line of the screen that it stands on up to date: its end, where all of it does
  /// not fit.
  var looks: TerminalText {
    guard let line else { return Self.clear }
    // The last column is the cursor's.
    let room = (Terminal.columns(of: 1) ?? 80) - 3
    return "\(Self.clear): \(line.text.printable.tail(fitting: max(0, room)))"
  }

  private static let clear = TerminalText(.clearLine)
}
