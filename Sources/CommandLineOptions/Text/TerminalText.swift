internal import SafeText

/// Text for a terminal, a pipe or a log: the only thing that is written there.
///
/// It is made by string interpolation. What stands in the source is the program's own. Everything that
/// is interpolated is foreign: escaped, so that it can neither steer the terminal nor begin a line, and
/// cut where it is very long. Styles are no part of the text; they are added where it is written.
///
///     output.line("\(element.label, .bold) of \(application.name)")
public struct TerminalText: Hashable, Sendable {
  /// A piece in one style. Its text is safe already.
  public struct Span: Hashable, Sendable {
    public let text: String
    public internal(set) var styles: [Style]
    let control: TerminalControl?

    init(_ text: String, _ styles: [Style] = [], control: TerminalControl? = nil) {
      self.text = text
      self.styles = styles
      self.control = control
    }
  }

  public private(set) var spans: [Span] = []

  /// Of a longer foreign text so many scalars are shown.
  public static let longest = 4096

  public init() {}

  /// A foreign text in some styles.
  public init(_ foreign: some StringProtocol, _ styles: [Style]) {
    append(foreign.escaped(limit: Self.longest), styles)
  }

  /// A text of several lines, each of which may be foreign; its line ends stay.
  public init(lines text: some StringProtocol) {
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
  public init(_ control: TerminalControl) {
    spans = [Span("", control: control)]
  }

  public var isEmpty: Bool { spans.isEmpty }

  /// Without styles and controls.
  public var plain: String { spans.map(\.text).joined() }

  /// With the sequences that a terminal understands.
  public func rendered(_ paint: Painter) -> String {
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
  public static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var text = left
    text += right
    return text
  }

  public static func += (left: inout TerminalText, right: TerminalText) {
    left.spans += right.spans
  }
}

extension Sequence<TerminalText> {
  public func joined(separator: TerminalText = "") -> TerminalText {
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
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// The program's own words, which may have line ends.
    public mutating func appendLiteral(_ literal: String) {
      text += TerminalText(lines: literal)
    }

    /// A foreign text: on one line, escaped, cut at `longest`.
    public mutating func appendInterpolation(_ foreign: some StringProtocol, _ styles: Style...) {
      text.append(foreign.escaped(limit: longest), styles)
    }

    /// The same, however long it is.
    public mutating func appendInterpolation(whole foreign: some StringProtocol, _ styles: Style...)
    {
      text.append(foreign.escaped(), styles)
    }

    /// The same where line ends only stand for pauses: spaces take their place.
    public mutating func appendInterpolation(
      flowing foreign: some StringProtocol, _ styles: Style...
    ) {
      text.append(foreign.escaped(limit: longest, flowing: true), styles)
    }

    public mutating func appendInterpolation(_ safe: TerminalText, _ styles: Style...) {
      text.append(safe, styles)
    }

    public mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ styles: Style...
    ) {
      text.append(value.description.escaped(limit: longest), styles)
    }
  }

  public init(stringLiteral own: String) {
    self.init(lines: own)
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }
}
