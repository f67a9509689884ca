import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Scripted applications that misbehave in every way, beside one that behaves, on one server.
///
/// The long form, with figures, is `bench/hostile-applications`. `Tests/Fixtures/programs/hostile`
/// implements the rows.
@Suite
struct `Applications that misbehave harm nobody else` {
  private static let malformed = "answers are malformed"
  private static let refused = "refuses to describe"
  private static let flooded = "too many events"

  static let trees = [
    HostileRow("cycles", verdict: .reason("they are their own ancestors")),
    HostileRow("foreign", verdict: .reason("other applications")),
    HostileRow("claims", verdict: .reason("more than 50000 children")),
    HostileRow("million", "size=3000", "row=1000", verdict: .whole),
    HostileRow("wide", "size=60_000", verdict: .reason("more than 50000 children")),
    HostileRow("deep", "size=1100", verdict: .reason("levels deep")),
    HostileRow("digger", "size=100", verdict: .fine("elements may change places")),
    HostileRow("moody", verdict: .fine("elements may change")),
  ]

  static let answers = [
    HostileRow("huge-texts", "size=2_000_000", verdict: .fine("long texts are cut, as documented")),
    HostileRow("strange-texts", verdict: .reason(malformed)),
    HostileRow("wrong-types", verdict: .reason(malformed)),
    HostileRow("errors", verdict: .reason(refused)),
    HostileRow("vague", verdict: .reason(refused)),
    HostileRow("silent", verdict: .notResponding),
    HostileRow("late", "delay=5.0", verdict: .notResponding),
    HostileRow("numbers", "many=2000", verdict: .reason(malformed)),
    HostileRow(
      "huge-cache", "size=20_000", verdict: .fine("what is in no tree is passed over")),
    HostileRow("lying-cache", verdict: .reason("cache contradicts the direct answers")),
  ]

  static let events = [
    HostileRow("flood", verdict: .reason(flooded)),
    HostileRow("flood", "kinds=['showing']", verdict: .reason(flooded)),
    HostileRow("flood", "kinds=['selection']", verdict: .reason(flooded)),
    HostileRow("flood", "kinds=['announcement']", verdict: .reason(flooded)),
    HostileRow("flood", "unknown_paths=True", verdict: .reason(flooded)),
    HostileRow("forged", "length=100_000", verdict: .fine("events of others are passed over")),
    HostileRow("calls-us", verdict: .fine("its calls are passed over")),
    HostileRow("large-window", verdict: .whole),
  ]

  static let lines =
    [HostileRow("good-line", "many=600", verdict: .whole)]
    + [
      "garbage-line", "garbage-messages", "hanging-line", "others-line", "strange-addresses",
      "silent-line", "dripping-line", "lying-line", "claiming-line", "four-gigabytes",
      "flooding-line",
    ].map { HostileRow($0, "many=6000", verdict: .reason("direct connection is unusable")) }

  @Test func `invalid trees do not affect others, and are reported`() async throws {
    try await expectCalm(Self.trees)
  }

  @Test func `wrong, too large, late or missing answers do not affect others, and are reported`()
    async throws
  {
    try await expectCalm(Self.answers)
  }

  @Test func `endless or forged events do not affect others, and are reported`() async throws {
    try await expectCalm(Self.events)
  }

  @Test func `direct connections to garbage do not affect others, and are reported`() async throws {
    try await expectCalm(Self.lines)
  }

  @Test func `applications that restart, start in a crowd or end during an action are handled`()
    async throws
  {
    let scene = try await HostileScene.start()
    let crowd = try await scene.hostile(HostileRow("crowd", "members=40", verdict: .whole))
    try await eventually("all of the crowd are mirrored") {
      let all = try await scene.client.call(ListApplicationsRequest(), timeout: .patience)
      return all.applications.count { $0.application.load == .complete } == 41
    }
    crowd.kill()
    let restarts = try await scene.hostile(
      HostileRow("restarts", "times=30", "pause=0.01", verdict: .whole))
    _ = try await scene.desktop.loaded("Hostile")
    restarts.kill()
    let registering = try await scene.hostile(HostileRow("registering", verdict: .whole))
    var roots: Set<ElementID> = []
    try await eventually("it has come and gone some times") {
      if let other = try await scene.other() { roots.insert(other.root) }
      return roots.count >= 3
    }
    registering.kill()
    let dying = try await scene.hostile(HostileRow("dies-in-action", verdict: .whole))
    try await scene.desktop.loaded("Hostile")
    let button = "application[name=\"Hostile\"] button[label=\"Button 3\"]"
    let press = try await scene.desktop.bridge.client("--timeout", "10", "press", button)
    #expect(press.standardOutput.hasPrefix("unconfirmed, the application ended"), "\(press)")
    #expect(press.standardOutput.contains("retry: unsafe") && press.code == 8, "\(press)")
    try await eventually("it has ended") { !dying.isRunning }
    try await scene.expectAlone()
    try await scene.end()
  }

  /// Lets each row misbehave for a while beside a bystander, which must not be affected, and then behave.
  private func expectCalm(_ rows: [HostileRow]) async throws {
    let scene = try await HostileScene.start()
    do {
      for row in rows { try await expectCalm(row, in: scene) }
    } catch {
      let server = scene.desktop.bridge.process
      Issue.record(
        "\(error); the server: \(server.exit.map { "\($0)" } ?? "runs"), \(server.standardError.text.suffix(2000))"
      )
      throw error
    }
    try await scene.end()
  }

  private func expectCalm(_ row: HostileRow, in scene: HostileScene) async throws {
    let hostile = try await scene.hostile(row)
    try await scene.expectUndisturbed(row)
    switch row.verdict {
    case .reason(let reason):
      try await eventually("\(row): what is wrong is said") {
        try await scene.says(reason)
      }
    case .notResponding:
      try await eventually("\(row): that it does not answer is said") {
        try await scene.other()?.health == .notResponding
      }
    case .whole:
      try await eventually("\(row): its mirror is whole", within: .seconds(120)) {
        guard let other = try await scene.other() else { return false }
        return other.load == .complete && other.loadDetail == nil
      }
    case .fine: break
    }
    hostile.write("behave\n")
    try await scene.expectHealed(row)
    hostile.kill()
    try await scene.expectAlone()
  }
}
