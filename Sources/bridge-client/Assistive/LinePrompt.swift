internal import AssistiveClients

/// A command that is typed on a terminal whose keys mean something each.
struct LinePrompt {
  enum Output: Equatable {
    case key(Key)
    /// A key that stands for a line.
    case line(String)
    /// A line that was typed; the cursor is still on it.
    case entered(String)
    /// To be written as it is.
    case show(String)
    case quit
  }

  /// What was typed; `nil` while keys are commands.
  private(set) var text: String?

  mutating func take(_ key: Key) -> Output {
    guard let typed = text else {
      switch key {
      case .character("q"), .control("c"), .control("d"): return .quit
      case .character("?"): return .line("help")
      case .character(":"):
        text = ""
        return .show(": ")
      default: return .key(key)
      }
    }
    switch key {
    case .enter:
      text = nil
      return typed.isEmpty ? .show("\r\u{1B}[K") : .entered(typed)
    case .escape, .control("c"):
      text = nil
      return .show("\r\u{1B}[K")
    case .backspace:
      guard !typed.isEmpty else { return .show("") }
      text = String(typed.dropLast())
      return redrawn
    case .control("u"):
      text = ""
      return redrawn
    case .character(let character):
      text = typed + String(character)
      return redrawn
    default: return .show("")
    }
  }

  private var redrawn: Output { .show("\r\u{1B}[K: \(text ?? "")") }
}
