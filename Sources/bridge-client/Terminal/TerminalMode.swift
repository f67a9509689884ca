internal import CommandLineOptions
internal import Glibc

/// Switches the terminal to deliver each key as it is pressed, until `restore()`. However the program ends,
/// except by SIGKILL, the terminal is restored.
final class TerminalMode {
  enum Screen {
    /// Lines follow one another, as usual.
    case lines
    /// The whole screen is used; its previous contents are restored afterwards.
    case full

  }

  private var isRestored = false

  /// Creates the mode; `nil` when standard input is not a terminal.
  init?(_ screen: Screen) {
    var settings = termios()
    guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
    unsafe saved = settings
    if screen == .full { unsafe farewell = Array(TerminalControl.leaveFullScreen.sequence.utf8) }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    guard unsafe tcsetattr(0, TCSADRAIN, &settings) == 0 else { return nil }
    for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
      Glibc.signal(signal) { number in
        giveBack()
        _exit(128 + number)
      }
    }
    if screen == .full { Terminal.write(TerminalText(.enterFullScreen), to: 1) }
  }

  deinit { restore() }

  func restore() {
    guard !isRestored else { return }
    isRestored = true
    giveBack()
  }
}

// State for signal handlers, to which nothing can be passed.
nonisolated(unsafe) private var saved = termios()
nonisolated(unsafe) private var farewell: [UInt8] = []

/// Restores the terminal. Calls only functions that are allowed in a signal handler.
private func giveBack() {
  unsafe farewell.withUnsafeBufferPointer { bytes in
    _ = unsafe write(1, bytes.baseAddress, bytes.count)
  }
  _ = unsafe tcsetattr(0, TCSADRAIN, &saved)
}
