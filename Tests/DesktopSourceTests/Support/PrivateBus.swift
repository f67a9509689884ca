import BridgeTestSupport
import Glibc

/// A message bus of a test's own: a `dbus-daemon` that ends with this object.
final class PrivateBus {
  let address: String
  private let daemon: RunningProcess
  private let directory: TemporaryDirectory

  init() throws {
    directory = try temporaryDirectory()
    daemon = try RunningProcess(
      "dbus-daemon",
      [
        "--session", "--address=unix:path=\(directory.path("bus"))", "--print-address", "--nofork",
        "--nopidfile",
      ])
    // Who asks is not asynchronous, and has nothing else to do.
    while !daemon.standardOutput.text.hasSuffix("\n") {
      guard daemon.isRunning else { throw NoBus(reason: daemon.standardError.text) }
      usleep(1000)
    }
    address = String(daemon.standardOutput.text.dropLast())
  }

  deinit {
    stop()
  }

  var process: pid_t { daemon.pid }

  /// Takes the bus away from under everybody on it.
  func stop() {
    daemon.kill()
    while daemon.isRunning { usleep(1000) }
  }

  struct NoBus: Error {
    let reason: String
  }
}
