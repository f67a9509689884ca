import BridgeTestSupport
import Foundation
import Testing

@Suite(.needsTwoHosts, .timeLimit(.minutes(10)))
struct `The page about two machines` {
  /// Runs a command until it prints what the page says: an application is mirrored some time after it was started, and
  /// a person would look again.
  private func run(
    _ step: DeployPage.Step, _ command: String, on hosts: TwoHosts
  ) async throws -> Subprocess.Result {
    let end = ContinuousClock.now + .patience
    while true {
      let result = try await hosts.run(on: step.host, ["bash", "-c", command])
      let printed = result.standardOutput + result.standardError
      if result.code == step.exitCode, step.matches(printed) { return result }
      let changes = command.contains(" apps") || command.contains(" press ")
      guard changes, ContinuousClock.now < end else {
        Issue.record("\(command)\n\(printed)")
        return result
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  @Test func `does what it says when its commands are run one after another`() async throws {
    let text = try String(contentsOfFile: "\(Places.root)/docs/deploy.md", encoding: .utf8)
    let page = try DeployPage(text)
    #expect(page.steps.count >= 8)
    let desktop = try await DesktopLab.start()
    let calculator = try desktop.launch("gnome-calculator")
    let hosts = try await TwoHosts(
      environment: desktop.environment.filter { $0.key != "PATH" && $0.key != "XDG_STATE_HOME" })
    var servers: [RunningProcess] = []
    var invitation = ""
    for step in page.steps {
      // The reader pastes what the desktop printed.
      let command = step.command.replacingOccurrences(of: "A11Y1-…", with: invitation)
      if step.isServer {
        let server = try hosts.start(on: step.host, ["bash", "-c", "exec \(command)"])
        servers.append(server)
        _ = try await server.standardError.line { $0.contains("listening on") }
        #expect(step.matches(server.standardError.text), "\(command): \(server.standardError.text)")
        continue
      }
      let result = try await run(step, command, on: hosts)
      if let word = result.standardOutput.split(whereSeparator: \.isWhitespace)
        .first(where: { $0.hasPrefix("A11Y1-") })
      {
        invitation = String(word)
      }
    }
    #expect(!servers.isEmpty && calculator.isRunning)
    try await desktop.stop()
  }
}
