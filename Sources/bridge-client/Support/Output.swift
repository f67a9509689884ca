internal import CommandLineOptions
internal import Glibc

/// Standard output, by the line: what is written is there when the call returns, so that a pipe sees
/// each event as it comes.
struct Output {
  /// Colours on a terminal, none elsewhere.
  let paint = Painter(isTerminal: Terminal.isTerminal(1))

  /// Writes text as it is. A reader that went away ends the program quietly.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        exit(errno == EPIPE ? 0 : 1)
      }
    }
  }

  func line(_ text: String) {
    write(text + "\n")
  }

  /// Lines of an outline, in colour on a terminal.
  func outline(_ text: String) {
    guard paint.isEnabled else { return write(text) }
    for line in text.split(separator: "\n") { self.line(OutlinePainter(paint).painted(line)) }
  }

  /// Whether nobody will read what is written from now on: the other end of the pipe is closed.
  var isUnread: Bool {
    var entry = pollfd(fd: 1, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLERR) != 0
  }
}

extension Painter {
  /// For standard error.
  static let standardError = Painter(isTerminal: Terminal.isTerminal(2))
}

/// Standard error: what is wrong, where, what to do.
func complain(_ text: String) {
  let name = Painter.standardError("bridge-client:", .red)
  Terminal.write("\(name) \(text)\n", to: 2)
}

/// Standard error: what is no fault, and no part of the output.
func remark(_ text: String) {
  let name = Painter.standardError("bridge-client:", .dim)
  Terminal.write("\(name) \(text)\n", to: 2)
}
