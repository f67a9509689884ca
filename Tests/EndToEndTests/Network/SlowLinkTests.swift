import BridgeTestSupport
import Foundation
import Testing

/// What a link between two machines does to commands, subscriptions and actions. The link has a round trip of 40 ms
/// and loses a packet in a hundred, unless a test says otherwise.
@Suite(.serialized, .needsTwoHosts, .timeLimit(.minutes(10)))
struct `Over a link that is slow, loses packets and breaks` {
  private static let digits = ["1", "2", "3", "4", "5", "6", "7", "8"]

  /// Returns the notifications that a watcher printed. (Changes of elements are joined while nobody takes them.)
  private func notifications(_ watcher: RunningProcess) throws -> [String] {
    try watcher.standardOutput.text.split(separator: "\n").map(String.init).filter {
      try jsonLines($0).first?.text("kind") != nil
    }
  }

  /// Returns the revision of the last change that a watcher printed.
  private func revision(_ watcher: RunningProcess) throws -> String? {
    try jsonLines(watcher.standardOutput.text).last { $0.text("from_revision") != nil }?
      .text("revision")
  }

  @Test(arguments: ["cut", "move 192.0.2.77"])
  func `a subscription resumes with nothing lost and nothing twice`(
    _ event: String
  ) async throws {
    let paired = try await PairedHosts()
    try await paired.hosts.link("delay 20")
    try await paired.hosts.link("loss 1")
    let remote = try paired.startClient(
      "--json", "--keepalive", "0.5", "watch", "--kinds", "all")
    let local = try paired.hosts.start(
      on: .desktop, ["bridge-client", "--json", "watch", "--kinds", "all"])
    for watcher in [remote, local] {
      _ = try #require(try await watcher.standardOutput.line())
    }
    try await paired.local("press", "button[label=\"9\"]")
    try await paired.hosts.link(event)
    for digit in Self.digits { try await paired.local("press", "button[label=\"\(digit)\"]") }
    // The loss is noticed and said while nothing arrives.
    let note = try await remote.standardError.line {
      $0.contains("trying to resume")
    }
    #expect(note.contains("does not respond"))
    try await paired.hosts.link("join")
    try await paired.local("press", "button[label=\"equals\"]")
    try await eventually("the last change has arrived") {
      try notifications(local).count > Self.digits.count && revision(remote) == revision(local)
    }
    #expect(try notifications(remote) == notifications(local))
    #expect(remote.isRunning)
  }

  @Test func `an action whose connection breaks is done once`() async throws {
    let paired = try await PairedHosts()
    try await paired.hosts.link("delay 20")
    // The action waits for quiet for longer than the link is broken: its receipt is lost with the connection.
    let press = try paired.startClient(
      "--keepalive", "0.3", "press", "button[label=\"7\"]", "--quiet", "1500")
    try await eventually("it is performed") { try await paired.display() == "7" }
    try await paired.hosts.link("cut")
    try await Task.sleep(for: .seconds(3))
    try await paired.hosts.link("join")
    #expect(try await press.ended() == .code(0), "\(press.standardError.text)")
    #expect(press.standardOutput.text.hasPrefix("confirmed: press button \"7\""))
    #expect(try await paired.display() == "7", "pressed twice it would be 77")
  }

  @Test func `an action whose outcome cannot be learned is said to be unknown`() async throws {
    func cut(within seconds: Int) async throws -> RunningProcess {
      let paired = try await PairedHosts()
      let quiet = "\(seconds * 500)"
      let press = try paired.startClient(
        "--json", "--timeout", "\(seconds)", "press", "button[label=\"7\"]", "--quiet", quiet,
        "--settle", quiet)
      try await eventually("it is performed") { try await paired.display() == "7" }
      try await paired.hosts.link("cut")
      try await press.ended()
      return press
    }
    // On a busy machine the receipt may be there before the link is cut.
    var press = try await cut(within: 4)
    if press.exit == .code(0) { press = try await cut(within: 40) }
    #expect(press.exit == .code(8), "\(press.standardError.text)")
    #expect(press.standardError.text.contains("whether it was performed is unknown"))
    let error = try jsonLines(press.standardOutput.text).last?.object("error")
    #expect(error?.text("reason") == "OUTCOME_UNKNOWN")
  }

  /// How often the laptop sent something after the desktop had, since this was last asked: each time took a round
  /// trip.
  private func flights(_ paired: PairedHosts) async throws -> Int {
    let counts = try jsonLines(try await paired.hosts.link("count")).first
    return Int(try #require(counts?.number("flights")))
  }

  @Test(arguments: [["press", "button[label=\"7\"]"], ["find", "button"], ["tree"], ["info"]])
  func `a command takes one round trip for TCP, one for TLS and one for all that it asks`(
    _ words: [String]
  ) async throws {
    let paired = try await PairedHosts()
    // So long that what is asked at the beginning is ready before the connection is, at the latest at last.
    var count = 0
    for delay in [150, 300, 450] where count != 2 {
      try await paired.hosts.link("delay \(delay)")
      _ = try await flights(paired)
      let result = try await paired.client(words)
      #expect(result.code == 0, "\(result.standardError)")
      count = try await flights(paired)
    }
    // TCP's own packets carry no data.
    #expect(count == 2)
  }

  @Test func `a step of a connected client takes one round trip`() async throws {
    let paired = try await PairedHosts()
    try await paired.hosts.link("delay 50")
    var (steps, made) = (0.0, 0.0)
    // A busy machine may need longer for enough of them.
    for seconds in ["3", "20"] where steps <= 10 {
      _ = try await flights(paired)
      let result = try await paired.client(
        "--json", "bench", "action", "--selector", "button[label=\"0\"]", "--seconds", seconds)
      let report = try #require(
        try jsonLines(result.standardOutput).last, "\(result.standardError)")
      steps = try #require(report.number("operations"))
      #expect(try #require(report.number("p50_us")) >= 100_000)
      made = Double(try await flights(paired))
    }
    #expect(steps > 10)
    // Before the steps come the handshake, the search and a few that are not counted.
    #expect(made < steps + 10)
  }
}
