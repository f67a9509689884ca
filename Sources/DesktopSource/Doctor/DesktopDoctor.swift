public import AccessibilityTree
public import BridgeTransport

/// Finds what prevents a live desktop from being mirrored, and says how to correct it.
///
/// Needs no server, no bus and no display: that they are missing is what it reports.
public enum DesktopDoctor {
  /// Examines the desktop that this process's environment names. Blocks for at most 6 seconds, on an event
  /// loop of its own.
  public static func examineThisMachine() -> [Finding] {
    let loop: EventLoop
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      return [
        Finding(
          .problem, "event loop", "Cannot be created: \(error)",
          remedy: "Raise the limit of open files: ulimit -n 1024")
      ]
    }
    var findings: [Finding]?
    examine(on: loop) { findings = $0 }
    while findings == nil { loop.runOnce(timeout: .milliseconds(100)) }
    return findings ?? []
  }

  /// Examines the desktop without blocking the loop. `completion` is called once, in a later turn, at the
  /// latest when `limit` has passed.
  public static func examine(
    on loop: EventLoop, within limit: Duration = .seconds(5),
    completion: @escaping ([Finding]) -> Void
  ) {
    loop.startTask {
      let examination = Examination(loop: loop, machine: .current(), limit: limit)
      completion(Diagnosis(await examination.run()).findings)
    }
  }
}
