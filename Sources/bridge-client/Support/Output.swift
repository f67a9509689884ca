internal import AccessibilityRendering
internal import AccessibilityTree
internal import CommandLineOptions
internal import Glibc

/// Standard output, by the line: what is written is there when the call returns, so that a pipe sees
/// each event as it comes.
///
/// Takes `TerminalText` alone, which is safe whatever an application, a server or the command line put
/// into it. So does standard error: `complain` and `remark`. Nothing else in this program writes.
struct Output {
  /// Colours on a terminal, none elsewhere.
  private let paint = Painter(isTerminal: Terminal.isTerminal(1))

  /// Writes text as it is. Where that cannot be the program ends: what is not read is not done.
  func write(_ text: TerminalText) {
    guard Terminal.print(text, by: "bridge-client", paint) else {
      exit(ExitCode.unwritable.rawValue)
    }
  }

  func line(_ text: TerminalText) {
    write(text + "\n")
  }

  /// An object for programs, on a line.
  func json(_ value: some JSONRepresentable) {
    line("\(whole: value.json)")
  }

  /// Lines of an outline.
  func outline(_ text: String) {
    write(text.split(separator: "\n").map { OutlinePainter.painted($0) + "\n" }.joined())
  }

  /// Whether nobody will read what is written from now on: the other end of the pipe is closed, or the
  /// terminal is gone.
  var isUnread: Bool {
    var entry = pollfd(fd: 1, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLERR | POLLHUP) != 0
  }
}

/// Standard error: what is wrong, where, what to do.
func complain(_ text: TerminalText) {
  Terminal.write("\("bridge-client:", .red) \(text)\n", to: 2)
}

/// Standard error: what is no fault, and no part of the output.
func remark(_ text: TerminalText) {
  Terminal.write("\("bridge-client:", .dim) \(text)\n", to: 2)
}
