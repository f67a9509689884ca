internal import BridgeTransport
internal import CSDDaemon
internal import Glibc

/// The service manager that started this program, if one did: what it passed, and what it is told.
///
/// It is systemd's protocol, by its own library: `LISTEN_FDS`, `NOTIFY_SOCKET`, `WATCHDOG_USEC`. Without a service
/// manager nothing happens.
final class ServiceManager {
  private var watchdog: Timer?

  /// Takes over the sockets that were passed.
  static func takeSockets() throws(ProgramError) -> [PassedSocket] {
    let count = sd_listen_fds(1)
    guard count >= 0 else {
      throw ProgramError(
        "cannot take the sockets of LISTEN_FDS: \(SystemError(errno: -count, call: "sd_listen_fds"))"
      )
    }
    var sockets: [PassedSocket] = []
    for number in 0..<count {
      do throws(PassedSocketError) {
        let descriptor = FileDescriptor(owning: SD_LISTEN_FDS_START + number)
        sockets.append(try PassedSocket(descriptor))
      } catch {
        throw ProgramError("\(error)")
      }
    }
    return sockets
  }

  /// Tells that the server serves, and for people, what and where.
  func ready(_ status: String) {
    tell("READY=1\nSTATUS=\(oneLine(status))")
  }

  func reloading() {
    let now = MonotonicTime.now().nanoseconds / 1000
    tell("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  func reloaded() { tell("READY=1") }

  func stopping() { tell("STOPPING=1\nSTATUS=waiting for calls under way") }

  /// Reports regularly that the loop turns, when the service manager watches that. The report is made by the loop:
  /// when it hangs, there is none.
  func keepAlive(on loop: EventLoop) {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return }
    report(every: .microseconds(Int64(clamping: max(1_000, microseconds / 3))), on: loop)
  }

  private func report(every interval: Duration, on loop: EventLoop) {
    tell("WATCHDOG=1")
    watchdog = loop.schedule(after: interval) { [weak self, unowned loop] in
      self?.report(every: interval, on: loop)
    }
  }

  private func tell(_ state: String) {
    _ = unsafe sd_notify(0, state)
  }

  private func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
