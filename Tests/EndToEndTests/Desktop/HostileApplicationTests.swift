import BridgeProtocol
import BridgeTestSupport
import Testing

/// Applications by script that misbehave in every way, beside one that behaves, on one server.
///
/// The long form, with figures, is `bench/hostile-applications`. What the rows do stands in
/// `Tests/Fixtures/programs/hostile`.
@Suite("Applications that misbehave harm nobody else")
struct HostileApplicationTests {
  static let trees = [
    HostileRow("cycles"), HostileRow("foreign", reason: "other applications"), HostileRow("claims"),
    HostileRow("million", "size=3000", "row=1000"),
    HostileRow("wide", "size=60_000"),
    HostileRow("deep", "size=1100", reason: "levels deep"),
    HostileRow("digger", "size=100"), HostileRow("moody"),
  ]

  static let answers = [
    HostileRow("huge-texts", "size=2_000_000"), HostileRow("strange-texts"),
    HostileRow("wrong-types", reason: "do not hold what they should"),
    HostileRow("errors", reason: "refuses to say"), HostileRow("vague", reason: "refuses to say"),
    HostileRow("silent", answers: false), HostileRow("late", "delay=5.0", answers: false),
    HostileRow("numbers", "many=2000", reason: "do not hold what they should"),
    HostileRow("huge-cache", "size=20_000"), HostileRow("lying-cache"),
  ]

  static let events = [
    HostileRow("flood", reason: "more events"),
    HostileRow("flood", "kinds=['showing']", reason: "more events"),
    HostileRow("flood", "kinds=['selection']", reason: "more events"),
    HostileRow("flood", "kinds=['announcement']", reason: "more events"),
    HostileRow("flood", "unknown_paths=True", reason: "more events"),
    HostileRow("forged", "length=100_000"),
    HostileRow("calls-us"), HostileRow("large-window", isWhole: true),
  ]

  static let lines = [
    "good-line", "garbage-line", "garbage-messages", "hanging-line", "others-line",
    "strange-addresses", "silent-line", "dripping-line", "lying-line", "claiming-line",
    "four-gigabytes", "flooding-line",
  ].map { HostileRow($0, "many=600") }

  @Test func `trees that no toolkit has`() async throws { try await expectCalm(Self.trees) }

  @Test func `answers that are wrong, too large, late or missing`() async throws {
    try await expectCalm(Self.answers)
  }

  @Test func `events without end, and of others`() async throws {
    try await expectCalm(Self.events)
  }

  @Test func `direct connections that lead to garbage`() async throws {
    try await expectCalm(Self.lines)
  }

  @Test func `applications that come and go, many at once, and in the midst of an action`()
    async throws
  {
    let scene = try await HostileScene.start()
    let crowd = try await scene.hostile(HostileRow("crowd", "members=40"))
    try await eventually("all of the crowd are mirrored", within: .seconds(40)) {
      let all = try await scene.client.call(ListApplicationsRequest(), timeout: .seconds(20))
      return all.applications.count { $0.application.load == .complete } == 41
    }
    crowd.kill()
    let restarts = try await scene.hostile(HostileRow("restarts", "times=30", "pause=0.01"))
    _ = try await scene.desktop.loaded("Hostile")
    restarts.kill()
    let registering = try await scene.hostile(HostileRow("registering"))
    try await Task.sleep(for: .milliseconds(500))
    registering.kill()
    let dying = try await scene.hostile(HostileRow("dies-in-action"))
    try await scene.desktop.loaded("Hostile")
    let button = "application[name=\"Hostile\"] button[label=\"Button 3\"]"
    let press = try await scene.desktop.bridge.client("--timeout", "10", "press", button)
    #expect(press.code != 0, "\(press)")
    try await eventually("it has ended", within: .seconds(10)) { !dying.isRunning }
    try await scene.expectAlone()
    try await scene.end()
  }

  /// Has each row misbehave for a while beside a bystander, which must not notice, and then behave.
  private func expectCalm(_ rows: [HostileRow]) async throws {
    let scene = try await HostileScene.start()
    for row in rows {
      let hostile = try await scene.hostile(row)
      try await scene.expectUndisturbed(row)
      if let reason = row.reason {
        try await eventually("\(row): what is wrong is said", within: .seconds(30)) {
          try await scene.reason()?.contains(reason) == true
        }
      }
      if row.isWhole {
        try await eventually("\(row): its mirror is whole", within: .seconds(40)) {
          try await scene.other()?.load == .complete
        }
      }
      if !row.answers {
        try await eventually("\(row): that it does not answer is said", within: .seconds(30)) {
          try await scene.other()?.health == .notResponding
        }
      }
      hostile.write("behave\n")
      try await scene.expectHealed(row)
      hostile.kill()
      try await scene.expectAlone()
    }
    try await scene.end()
  }
}
