import BridgeTestSupport
import SampleApps
import Testing

/// The rule of the talks: everything can be done by screen reader alone, by voice alone, by keyboard alone and by
/// switch alone.
@Suite
struct `V1–V4: every task of the samples` {
  @Test(arguments: SampleTask.clients)
  func `everything can be done with one client alone, and is heard`(client: String) async throws {
    let bridge = try await Bridge(source: "sample")
    for task in try SampleTask.all() {
      let place = "\(task.application), \(task.name)"
      if let becomes = task.becomes {
        #expect(try await bridge.found(becomes).isEmpty, "\(place): is so before")
      }
      let lines = try await bridge.perform(task, with: client)
      #expect(lines.contains(where: task.isHeard), "\(place): \(lines)")
      if let becomes = task.becomes {
        #expect(try await !bridge.found(becomes).isEmpty, "\(place): \(lines)")
      }
    }
  }

  @Test func `each sample has tasks, and each task a script for each client`() async throws {
    let tasks = try SampleTask.all()
    for task in tasks {
      #expect(Set(task.scripts.keys) == Set(SampleTask.clients), "\(task.name)")
      #expect(!task.hears.isEmpty, "\(task.name)")
    }
    let bridge = try await Bridge(source: "sample")
    let samples = try await bridge.found("application").compactMap { $0.text("label") }
    #expect(samples.count == SampleCatalog.names.count)
    // The gallery only has defects.
    #expect(Set(tasks.map(\.application)) == Set(samples).subtracting(["Audit Gallery"]))
  }
}

extension Bridge {
  /// Returns what a client says while it performs a task. Nothing may be refused.
  fileprivate func perform(_ task: SampleTask, with client: String) async throws -> [String] {
    let place = "\(task.application), \(task.name)"
    let script = try #require(task.scripts[client], "\(place)")
    guard client == "switch-control" else {
      let result = try await self.client(
        [client, "application[name=\"\(task.application)\"]"] + script.flatMap { ["--do", $0] })
      #expect(result.code == 0, "\(place): \(result)")
      return result.lines.map(String.init)
    }
    var user = try SwitchUser(in: task.application, on: self)
    for step in script { try await user.take(step) }
    let (lines, code) = try await user.finish()
    #expect(code == .code(0), "\(place): \(lines)")
    return lines
  }
}
