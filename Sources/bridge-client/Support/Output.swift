internal import AccessibilityRendering
internal import AccessibilityTree
internal import CommandLineOptions
internal import Glibc

/// Standard output, written line by line without buffering, so that a pipe receives each event as it occurs.
///
/// Accepts only `TerminalText`, which is safe whatever an application, a server or the command line put
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

  /// Writes an object for programs as one line.
  func json(_ value: some JSONRepresentable) {
    line("\(whole: value.json)")
  }

  /// Writes objects for programs, each as one line, many of them at a time.
  func json(lines values: some Sequence<some JSONRepresentable>) {
    let end: TerminalText = "\n"
    var (text, size) = (TerminalText(), 0)
    for value in values {
      let json = value.json
      text += "\(whole: json)"
      text += end
      size += json.utf8.count
      guard size >= Self.pieceSize else { continue }
      write(text)
      (text, size) = (TerminalText(), 0)
    }
    if !text.isEmpty { write(text) }
  }

  /// The size of what is written at a time, in bytes.
  private static let pieceSize = 64 * 1024

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
