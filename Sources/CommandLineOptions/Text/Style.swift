/// A style of text on a terminal.
package enum Style: String, Hashable, Sendable, CaseIterable {
  case bold = "1"
  case dim = "2"
  case underline = "4"
  case reverse = "7"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"
  /// By numbers of the palette that themes do not change.
  case blackOnWhite = "38;5;16;48;5;231"
}

/// When to use colour: the values of an option `--color`.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  case auto, always, never
}

/// Decides whether styles are written.
package struct Painter: Hashable, Sendable {
  package let isEnabled: Bool

  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// With `auto`, enables styles on a terminal that can show them, unless NO_COLOR is set.
  package init(
    _ choice: ColorChoice = .auto, isTerminal: Bool,
    environment: (String) -> String? = Terminal.environment
  ) {
    func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    switch choice {
    case .always: isEnabled = true
    case .never: isEnabled = false
    case .auto: isEnabled = isTerminal && !isSet("NO_COLOR") && environment("TERM") != "dumb"
    }
  }
}
