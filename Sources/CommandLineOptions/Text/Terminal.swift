internal import Glibc

/// What is known of the terminal and the environment that the program runs in.
public enum Terminal {
  public static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// How many columns the terminal has; `nil` when the descriptor is none.
  public static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor).map { Int($0.ws_col) }
  }

  /// How many rows the terminal has; `nil` when the descriptor is none.
  public static func rows(of descriptor: Int32) -> Int? {
    size(of: descriptor).map { Int($0.ws_row) }
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return size
  }

  /// A variable of the process's environment.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Writes all of a text; gives up silently when nobody reads.
  public static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let chunk = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = unsafe Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }
}
