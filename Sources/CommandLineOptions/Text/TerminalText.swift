internal import SafeText

/// Text for a terminal, a pipe or a log. Nothing else is written there.
///
/// Made by string interpolation. Literal text is trusted. Interpolated values are untrusted: they are
/// escaped, so that they can neither control the terminal nor begin a line, and cut where they are very long.
/// Styles are not part of the text; they are added when it is written.
///
///     output.line("\(element.label, .bold) of \(application.name)")
package struct TerminalText: Hashable, Sendable {
  /// A piece of text in one set of styles, already escaped.
  package struct Span: Hashable, Sendable {
    package let text: String
    package internal(set) var styles: [Style]
    let control: TerminalControl?

    init(_ text: String, _ styles: [Style] = [], control: TerminalControl? = nil) {
      self.text = text
      self.styles = styles
      self.control = control
    }
  }

  package private(set) var spans: [Span] = []

  /// The maximum length of an untrusted text, in Unicode scalars; the rest is cut.
  package static let longest = 4096

  package init() {}

  /// Creates a text from an untrusted string, escaped, in some styles.
  package init(_ foreign: some StringProtocol, _ styles: [Style]) {
    append(foreign.escaped(limit: Self.longest), styles)
  }

  /// Creates a text of several lines from an untrusted string: line ends are kept, the rest is escaped.
  package init(lines text: some StringProtocol) {
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if place > 0 { append("\n") }
      append(line.escaped())
    }
  }

  /// Creates a text from trusted text, without escaping it: help and completion scripts.
  init(own text: String) {
    spans = [Span(text)]
  }

  /// Creates a text that moves the cursor or changes the screen.
  package init(_ control: TerminalControl) {
    spans = [Span("", control: control)]
  }

  package var isEmpty: Bool { spans.isEmpty }

  /// The text without styles and controls.
  package var plain: String { spans.map(\.text).joined() }

  /// Returns the text with the control sequences for a terminal.
  package func rendered(_ paint: Painter) -> String {
    var text = ""
    for span in spans {
      if let control = span.control {
        text += control.sequence
      } else if paint.isEnabled, !span.styles.isEmpty {
        let codes = span.styles.map(\.rawValue).joined(separator: ";")
        text += "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
      } else {
        text += span.text
      }
    }
    return text
  }

  fileprivate mutating func append(_ safe: String, _ styles: [Style] = []) {
    guard !safe.isEmpty else { return }
    spans.append(Span(safe, styles))
  }

  fileprivate mutating func append(_ text: TerminalText, _ styles: [Style]) {
    for var span in text.spans {
      span.styles += styles
      spans.append(span)
    }
  }
}

// MARK: Joining

extension TerminalText {
  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var text = left
    text += right
    return text
  }

  package static func += (left: inout TerminalText, right: TerminalText) {
    left.spans += right.spans
  }
}

extension Sequence<TerminalText> {
  package func joined(separator: TerminalText = "") -> TerminalText {
    var result = TerminalText()
    for (place, text) in enumerated() {
      if place > 0 { result += separator }
      result += text
    }
    return result
  }
}

// MARK: Interpolation

extension TerminalText: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text, which may have line ends.
    package mutating func appendLiteral(_ literal: String) {
      text += TerminalText(lines: literal)
    }

    /// Appends untrusted text: on one line, escaped, cut at `longest`.
    package mutating func appendInterpolation(_ foreign: some StringProtocol, _ styles: Style...) {
      text.append(foreign.escaped(limit: longest), styles)
    }

    /// Appends untrusted text on one line, escaped, whatever its length.
    package mutating func appendInterpolation(
      whole foreign: some StringProtocol, _ styles: Style...
    ) {
      text.append(foreign.escaped(), styles)
    }

    /// Appends untrusted text where line ends are only pauses: like the first, with spaces for line ends.
    package mutating func appendInterpolation(
      flowing foreign: some StringProtocol, _ styles: Style...
    ) {
      text.append(foreign.escaped(limit: longest, flowing: true), styles)
    }

    package mutating func appendInterpolation(_ safe: TerminalText, _ styles: Style...) {
      text.append(safe, styles)
    }

    package mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ styles: Style...
    ) {
      text.append(value.description.escaped(limit: longest), styles)
    }
  }

  package init(stringLiteral own: String) {
    self.init(lines: own)
  }

  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }
}
