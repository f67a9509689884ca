import BridgeTestSupport
import Glibc

/// A message bus for one test: a `dbus-daemon` that ends with this object.
final class PrivateBus {
  private(set) var address = ""
  private var daemon: RunningProcess
  private let directory: TemporaryDirectory

  init() throws {
    directory = try temporaryDirectory()
    daemon = try Self.start(in: directory)
    try awaitAddress()
  }

  private static func start(in directory: TemporaryDirectory) throws -> RunningProcess {
    try RunningProcess(
      "dbus-daemon",
      [
        "--session", "--address=unix:path=\(directory.path("bus"))", "--print-address", "--nofork",
        "--nopidfile",
      ])
  }

  private func awaitAddress() throws {
    // The caller is not asynchronous, and has nothing else to do.
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

  /// Stops the bus while its clients are connected.
  func stop() {
    daemon.kill()
    while daemon.isRunning { usleep(1000) }
  }

  /// Starts another bus at the address of the stopped one.
  func restart() throws {
    stop()
    daemon = try Self.start(in: directory)
    try awaitAddress()
  }

  struct NoBus: Error {
    let reason: String
  }
}
