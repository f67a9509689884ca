import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// A desktop with a well-behaved bystander, a server that mirrors it, and a client that finds its elements.
struct HostileScene {
  let desktop: Desktop
  let client: BridgeClient
  private let bystander: RunningProcess
  private let residentBefore: Int

  /// The maximum time to find the bystander's element, on a machine that runs other tests as well.
  static let patience = Duration.seconds(2)
  /// The maximum growth of the server during a test, in megabytes.
  static let growth = 200

  static func start() async throws -> HostileScene {
    let desktop = try await Desktop.start()
    let client = try await BridgeClient.connect(
      to: SocketAddress(parsing: desktop.bridge.address, defaultPort: 0))
    let bystander = try program(["calm", "--name", "Bystander"], in: desktop)
    try await desktop.loaded("Bystander")
    let scene = HostileScene(
      desktop: desktop, client: client, bystander: bystander,
      residentBefore: resident(desktop.bridge.process.pid))
    return scene
  }

  private static func program(_ words: [String], in desktop: Desktop) throws -> RunningProcess {
    try desktop.lab.launch("python3", ["-B", Places.fixture("programs/hostile")] + words)
  }

  /// Starts an application that misbehaves, and returns when it is registered.
  func hostile(_ row: HostileRow) async throws -> RunningProcess {
    let fields = row.fields.map { "--set=\($0)" }
    let process = try Self.program([row.name, "--name", "Hostile"] + fields, in: desktop)
    _ = try await process.standardOutput.line { $0.hasPrefix("ready") }
    return process
  }

  /// The application that is not the bystander, as `apps` shows it.
  func other() async throws -> Application? {
    let all = try await client.call(ListApplicationsRequest(), timeout: .patience)
    return all.applications.map(\.application).first { $0.name != "Bystander" }
  }

  /// Whether both `apps` and `doctor` report what is wrong with the other application.
  func says(_ reason: String) async throws -> Bool {
    guard try await other()?.loadDetail?.contains(reason) == true else { return false }
    let found = try await client.call(DiagnoseRequest(), timeout: .patience).findings
    return found.contains { $0.subject.hasPrefix("mirror of") && $0.message.contains(reason) }
  }

  /// Finds the bystander's element repeatedly while another application misbehaves.
  func expectUndisturbed(_ row: HostileRow) async throws {
    let request = FindRequest(
      selector: "application[name=Bystander] button[label=\"Button 7\"]")
    let clock = ContinuousClock()
    // Returns the longest time that the client waited.
    func findRepeatedly() async throws -> Duration {
      var longest = Duration.zero
      for _ in 0..<60 {
        let began = clock.now
        let found = try await client.call(request, timeout: .patience)
        longest = max(longest, clock.now - began)
        #expect(found.total == 1, "\(row)")
        try await Task.sleep(for: .milliseconds(5))
      }
      return longest
    }
    // A busy machine may delay some, but not each time.
    var longest = try await findRepeatedly()
    for _ in 1..<5 where longest >= Self.patience { longest = try await findRepeatedly() }
    #expect(longest < Self.patience, "\(row)")
  }

  /// Expects the bystander's mirror to be true, and the mirror of the other, which behaves again, to become
  /// true.
  func expectHealed(_ row: HostileRow) async throws {
    var last = "not mirrored"
    try await eventually("\(row): the mirrors are true: \(last)") {
      let verified = try await client.call(VerifyRequest(), timeout: .seconds(130))
      last = verified.reports.map {
        "\($0.name): \($0.report.failure) \($0.report.differences.prefix(3))"
      }
      .joined(separator: "; ")
      return verified.reports.count == 2
        && verified.reports.allSatisfy { $0.report.failure.isEmpty && $0.differenceCount == 0 }
    }
  }

  /// Waits until only the bystander is mirrored.
  func expectAlone() async throws {
    try await eventually("the other applications are gone") {
      try await client.call(ListApplicationsRequest(), timeout: .patience).applications.count
        == 1
    }
  }

  /// Expects the server not to have grown too much, and the bystander to be unchanged.
  func end() async throws {
    #expect(desktop.bridge.process.isRunning && bystander.isRunning)
    let grown = Self.resident(desktop.bridge.process.pid) - residentBefore
    #expect(grown < Self.growth, "in megabytes")
    client.close()
    try await desktop.lab.stop()
  }

  /// Returns the resident memory of a process, in megabytes.
  private static func resident(_ process: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? 0
  }
}

/// A way to misbehave, and what must be reported about it.
struct HostileRow: Sendable, CustomStringConvertible {
  let name: String
  let fields: [String]
  let verdict: Verdict

  enum Verdict {
    /// The report says what is wrong, in a text that contains this.
    case reason(String)
    /// The report says that the application does not answer.
    case notResponding
    /// No report is needed, for this reason.
    case fine(String)
    /// The application behaves, and its mirror is complete.
    case whole
  }

  init(_ name: String, _ fields: String..., verdict: Verdict) {
    self.name = name
    self.fields = fields
    self.verdict = verdict
  }

  var description: String { ([name] + fields).joined(separator: " ") }
}
