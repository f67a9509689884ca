import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@testable import DesktopSource

/// The doctor on real systems: this machine and the lab.
@Suite(.ownThreadInTurn)
struct ExaminationTests {
  private func examine(
    _ machine: MachineFacts, limit: Duration = .seconds(60)
  ) throws -> DesktopFacts {
    let loop = try EventLoop()
    var facts: DesktopFacts?
    loop.startTask {
      facts = await Examination(loop: loop, machine: machine, limit: limit).run()
    }
    #expect(facts == nil, "called back from within")
    loop.run { facts != nil }
    return try #require(facts)
  }

  @Test
  func `a missing accessibility bus is found at once`() throws {
    var machine = MachineFacts()
    machine.environment["AT_SPI_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
    let start = MonotonicTime.now()
    let facts = try examine(machine)
    guard case .failing = facts.accessibilityBus else {
      Issue.record("\(facts.accessibilityBus)")
      return
    }
    #expect(!facts.isIncomplete)
    #expect(MonotonicTime.now().since(start) < .seconds(50))
  }

  @Test
  func `a bus that never answers takes no longer than the limit`() throws {
    let silent = try DeafSocket()
    var machine = MachineFacts()
    machine.environment["AT_SPI_BUS_ADDRESS"] = "unix:path=\(silent.path)"
    // Nothing else would end it.
    let facts = try examine(machine, limit: .milliseconds(400))
    #expect(facts.isIncomplete)
  }

  /// As Chromium, which overwrites its environment, when what started it has ended.
  @Test
  func `a program that owns a window is found whatever its environment says`() async throws {
    let script =
      "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk; "
      + "print('up', flush=True); input()"
    let process = try RunningProcess(
      "/usr/bin/python3", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    _ = try await process.standardOutput.line { $0 == "up" }
    var machine = MachineFacts()
    machine.userID = getuid()
    machine.environment["DISPLAY"] = ":7"
    #expect(ProgramSearch.program(process.pid, machine) == nil)
    var programs: [ProgramFacts] = []
    ProgramSearch.add(owners: [process.pid], to: &programs, machine)
    #expect(programs.map(\.processID) == [process.pid])
    #expect(programs.first?.toolkit == .gtk3)
    machine.userID += 1
    programs = []
    ProgramSearch.add(owners: [process.pid], to: &programs, machine)
    #expect(programs.isEmpty, "it is another user's")
  }

  @Test
  func `in a desktop, bridge-client doctor finds its applications without a server`() async throws {
    // A separate desktop: other tests start this application too, and it runs only once in each session.
    let lab = try await DesktopLab.start()
    let process = try lab.launch("mousepad")
    defer { process.kill() }
    _ = try LiveApplication("mousepad", in: lab)
    // A program that could show windows but does not.
    let helper = try lab.launch(
      "/usr/bin/python3",
      [
        "-c",
        "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk; "
          + "print('ready', flush=True); input()",
      ])
    defer { helper.kill() }
    _ = try await helper.standardOutput.line { $0.hasPrefix("ready") }
    let result = try await lab.run(Places.builtProgram("bridge-client"), ["doctor"])
    #expect(!result.standardOutput.contains("process \(helper.pid)"), "\(result)")
    #expect(result.standardOutput.contains("mousepad"))
    #expect(result.standardOutput.contains("gtk 3"))
  }
}
