internal import SafeText

/// Text for a terminal, a pipe or a log: the only thing that is written there.
///
/// It is made by string interpolation. What stands in the source is the program's own. Everything that
/// is interpolated is foreign: escaped, so that it can neither steer the terminal nor begin a line, and
/// cut where it is very long. Styles are no part of the text; they are added where it is written.
///
///     output.line("\(element.label, .bold) of \(application.name)")
package struct TerminalText: Hashable, Sendable {
  /// A piece in one style. Its text is safe already.
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

  /// Of a longer foreign text so many scalars are shown.
  package static let longest = 4096

  package init() {}

  /// A foreign text in some styles.
  package init(_ foreign: some StringProtocol, _ styles: [Style]) {
    append(foreign.escaped(limit: Self.longest), styles)
  }

  /// A text of several lines, each of which may be foreign; its line ends stay.
  package init(lines text: some StringProtocol) {
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if place > 0 { append("\n") }
      append(line.escaped())
    }
  }

  /// Help and completion scripts, which are made of what stands in the source.
  init(own text: String) {
    spans = [Span(text)]
  }

  /// Moves the cursor or changes the screen.
  package init(_ control: TerminalControl) {
    spans = [Span("", control: control)]
  }

  package var isEmpty: Bool { spans.isEmpty }

  /// Without styles and controls.
  package var plain: String { spans.map(\.text).joined() }

  /// With the sequences that a terminal understands.
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

    /// The program's own words, which may have line ends.
    package mutating func appendLiteral(_ literal: String) {
      text += TerminalText(lines: literal)
    }

    /// A foreign text: on one line, escaped, cut at `longest`.
    package mutating func appendInterpolation(_ foreign: some StringProtocol, _ styles: Style...) {
      text.append(foreign.escaped(limit: longest), styles)
    }

    /// The same, however long it is.
    package mutating func appendInterpolation(
      whole foreign: some StringProtocol, _ styles: Style...
    ) {
      text.append(foreign.escaped(), styles)
    }

    /// The same where line ends only stand for pauses: spaces take their place.
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
