internal import CommandLineOptions
internal import Glibc

/// A terminal that gives each key as it is pressed, until `restore()`. However the program ends, short
/// of SIGKILL, the terminal is as it was before.
final class TerminalMode {
  enum Screen {
    /// Lines follow one another, as usual.
    case lines
    /// The whole screen is drawn on; what was there before comes back.
    case full

  }

  private var isRestored = false

  /// - Returns: `nil` when standard input is no terminal.
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

// What a signal handler finds: it can be given nothing.
nonisolated(unsafe) private var saved = termios()
nonisolated(unsafe) private var farewell: [UInt8] = []

/// Only what may be called in a signal handler.
private func giveBack() {
  unsafe farewell.withUnsafeBufferPointer { bytes in
    _ = unsafe write(1, bytes.baseAddress, bytes.count)
  }
  _ = unsafe tcsetattr(0, TCSADRAIN, &saved)
}
