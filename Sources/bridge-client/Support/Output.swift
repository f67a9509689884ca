internal import AccessibilityRendering
internal import AccessibilityTree
internal import CommandLineOptions
internal import Glibc

/// Standard output, written line by line without buffering, so that a pipe receives each event as it occurs.
///
/// Accepts only `TerminalText` and `JSONLines`, which are safe whatever an application, a server or the command line put
/// into it. So does standard error: `printError` and `printNote`. Nothing else in this program writes.
struct Output {
  /// Styles on a terminal, none elsewhere.
  private let paint = Painter(isTerminal: Terminal.isTerminal(1))

  /// The width of the terminal that is written to; `nil`: none is.
  var columns: Int? { CapturedOutput.current == nil ? Terminal.columns(of: 1) : nil }

  /// Writes a text. Exits when it cannot be written: a command without a reader has not succeeded.
  func write(_ text: TerminalText) {
    if let captured = CapturedOutput.current { return captured.add(text) }
    guard Terminal.print(text, by: "bridge-client", paint) else {
      exit(ExitCode.unwritable.rawValue)
    }
  }

  func line(_ text: TerminalText) {
    write(text + "\n")
  }

  /// Writes a line in which no application speaks: agents get it outside of what applications say.
  func ownLine(_ text: String) {
    if let captured = CapturedOutput.current { return captured.advise(text) }
    line("\(text)")
  }

  /// Writes an object for programs as one line.
  func json(_ value: some JSONRepresentable) {
    var lines = JSONLines()
    lines.add(value)
    write(&lines)
  }

  /// Writes elements for programs, each as one line, with the revision at which they were read.
  func json(_ elements: [Element], at revision: Revision) {
    var lines = JSONLines()
    for element in elements {
      lines.add(element, at: revision)
      if lines.count >= Self.pieceSize { write(&lines) }
    }
    write(&lines)
  }

  /// The size of what is written at a time, in bytes.
  private static let pieceSize = 64 * 1024

  /// Writes lines, and removes them. Exits when they cannot be written.
  private func write(_ lines: inout JSONLines) {
    if let captured = CapturedOutput.current {
      captured.add(TerminalText(lines: lines.text))
    } else if !lines.withBytes({ Terminal.print($0, by: "bridge-client") }) {
      exit(ExitCode.unwritable.rawValue)
    }
    lines.removeAll()
  }

  /// Writes the lines of an outline, with styles.
  func outline(_ text: String) {
    write(text.split(separator: "\n").map { OutlinePainter.painted($0) + "\n" }.joined())
  }

  /// Whether nobody can read what is written from now on: the other end of the pipe is closed, or the
  /// terminal is gone.
  var isUnread: Bool {
    if CapturedOutput.current != nil { return false }
    var entry = pollfd(fd: 1, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLERR | POLLHUP) != 0
  }
}

/// Writes an error to standard error: what is wrong, where, and what to do.
func printError(_ text: TerminalText) {
  if let captured = CapturedOutput.current { return captured.note(text + "\n") }
  Terminal.write("\("bridge-client:", .red) \(text)\n", to: 2)
}

/// Writes a remark to standard error: neither an error nor a part of the output.
func printNote(_ text: TerminalText) {
  if let captured = CapturedOutput.current { return captured.note(text + "\n") }
  Terminal.write("\("bridge-client:", .dim) \(text)\n", to: 2)
}
