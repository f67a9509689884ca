internal import Glibc

/// Access to the terminal and the environment that the program runs in.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Returns the number of columns of the terminal; `nil` when it is not a terminal or has no size.
  package static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor).map { Int($0.ws_col) }
  }

  /// Returns the number of rows of the terminal; `nil` when it is not a terminal or has no size.
  package static func rows(of descriptor: Int32) -> Int? {
    size(of: descriptor).map { Int($0.ws_row) }
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return size
  }

  /// Returns a variable of the process's environment.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Writes all of a text. Programs print only through this function.
  ///
  /// - Returns: 0, or the error number when it cannot be written.
  @discardableResult
  package static func write(
    _ text: TerminalText, to descriptor: Int32, _ paint: Painter
  ) -> Int32 {
    writeAll(text.rendered(paint).utf8.span, to: descriptor)
  }

  private static func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let chunk = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = unsafe Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN, awaitRoom(descriptor) { continue }
          return errno
        }
        unsafe rest = rest.dropFirst(count)
      }
      return 0
    }
  }

  /// Writes to standard output. When that fails, writes the reason to standard error, except when the reader
  /// has closed the pipe.
  ///
  /// - Returns: false when the text could not be written.
  package static func print(_ text: TerminalText, by program: String, _ paint: Painter) -> Bool {
    print(text.rendered(paint).utf8.span, by: program)
  }

  /// Writes bytes that their writer has made safe for a terminal already, such as JSON.
  ///
  /// - Returns: false when they could not be written.
  package static func print(_ safe: Span<UInt8>, by program: String) -> Bool {
    let error = writeAll(safe, to: 1)
    guard error != 0 else { return true }
    if error != EPIPE {
      let reason = unsafe String(cString: strerror(error))
      write("\(program): cannot write to standard output: \(reason)\n", to: 2)
    }
    return false
  }

  /// Writes to standard output, with styles where it is a terminal that shows them.
  package static func print(_ text: TerminalText, by program: String) -> Bool {
    print(text, by: program, Painter(isTerminal: isTerminal(1)))
  }

  /// Writes a text, with styles where the descriptor is a terminal that shows them.
  @discardableResult
  package static func write(_ text: TerminalText, to descriptor: Int32) -> Int32 {
    write(text, to: descriptor, Painter(isTerminal: isTerminal(descriptor)))
  }

  /// Waits until a descriptor that another process has made non-blocking can be written to.
  private static func awaitRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, -1) > 0
  }
}
