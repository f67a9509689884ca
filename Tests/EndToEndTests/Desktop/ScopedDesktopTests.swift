import BridgeTestSupport
import Foundation
import Testing

/// Of two real applications, a client may see one. The other one says and does things all the time.
@Suite(.timeLimit(.minutes(10)))
struct `A client that may see one application of a desktop` {
  private let desktop: Desktop
  private let seen: RunningProcess
  private let hidden: RunningProcess
  private let token: [String: String]
  /// Has the token and the server's state.
  private let place: TemporaryDirectory

  private static let (open, secret) = ("speaker-open", "speaker-vault")

  init() async throws {
    let lab = try await DesktopLab.start()
    place = try temporaryDirectory()
    let environment = lab.environment.merging(["XDG_STATE_HOME": place.path("state")]) { $1 }
    let made = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["token", "--name", "narrow", "--allow", "synthesise", "--application", Self.open],
      environment: environment)
    try #require(made.code == 0, "\(made.standardError)")
    let file = place.path("token")
    try writeSecret(made.standardOutput, to: file)
    token = ["A11Y_BRIDGE_TOKEN_FILE": file]
    desktop = Desktop(
      lab: lab, bridge: try await Bridge(source: "desktop", environment: environment))
    let program = Places.fixture("programs/speaker.py")
    seen = try await desktop.launch("/usr/bin/python3", [program, Self.open], name: Self.open)
    // Its window comes to lie above the other one.
    hidden = try await desktop.launch(
      "/usr/bin/python3", [program, Self.secret], name: Self.secret)
  }

  private func narrow(_ words: String...) async throws -> Subprocess.Result {
    try await desktop.bridge.client(words, extra: token)
  }

  private func tell(_ program: RunningProcess, _ line: String) async throws {
    program.write(line + "\n")
    _ = try await program.standardOutput.line { $0 == "ok" }
  }

  private func expectNothing(of result: String, _ words: String) {
    #expect(!result.contains("vault"), "\(words): \(result)")
  }

  @Test func `finds nothing of the other one, by name, by id or by place`() async throws {
    let whole = try await desktop.bridge.client("--json", "apps")
    #expect(whole.standardOutput.contains(Self.secret) && whole.standardOutput.contains(Self.open))
    for words in [
      ["apps"], ["tree"], ["find", "*"], ["find", "window"], ["find", "button"], ["info"],
      ["verify"],
    ] {
      let result = try await desktop.bridge.client(["--json"] + words, extra: token)
      #expect(result.code == 0, "\(words): \(result.standardError)")
      expectNothing(of: result.standardOutput + result.standardError, "\(words)")
    }
    #expect(try await narrow("find", "application").lines.count == 1)
    let other = try await desktop.element("button[label=\"Button of \(Self.secret)\"]")
    let id = try #require(other.text("id") ?? other.number("id").map { "\(Int($0))" })
    for words in [["get", "#\(id)"], ["press", "#\(id)"], ["get", "button[label*=vault]"]] {
      let result = try await desktop.bridge.client(words, extra: token)
      #expect(result.code != 0, "\(words)")
      #expect(!result.standardError.contains("Button of"), "\(result.standardError)")
    }
  }

  @Test func `hits its own application below the window of the other one`() async throws {
    let frame = try #require(
      try await desktop.element("button[label=\"Button of \(Self.secret)\"]").object("frame"))
    let rect = frame.object("rect") ?? frame
    let (x, y) = (
      try #require(rect.number("x")) + 20, try #require(rect.number("y")) + 10
    )
    let place = "\(Int(x)),\(Int(y))"
    #expect(try await desktop.bridge.client("hit", place).standardOutput.contains("vault"))
    let hit = try await narrow("hit", place)
    expectNothing(of: hit.standardOutput + hit.standardError, "hit")
    #expect(hit.standardOutput.contains(Self.open), "\(hit)")
    // What needs no pointer works.
    let pressed = try await narrow("press", "button")
    #expect(pressed.code == 0, "\(pressed)")
    try await desktop.wait("label[label=\"Pressed \(Self.open)\"]")
    // What the desktop would do with it is not for this client.
    let taken = try await narrow("keys", "button", "Super+e", "--synthesize")
    #expect(taken.code == 1 && taken.standardError.contains("for the desktop"), "\(taken)")
  }

  @Test func `hears what its own application says and shows, and nothing of the other one`()
    async throws
  {
    let all = try await desktop.watch("announcement,elements,focus,screen,value,application")
    let watch = try desktop.bridge.start(
      ["--json", "watch", "--kinds", "all"], extra: token)
    _ = try await watch.standardOutput.line { $0.contains("\"subscribed\"") }
    for number in 1...5 {
      try await tell(hidden, "say vault text \(number)")
      try await tell(hidden, "announce vault announcement \(number)")
      try await tell(seen, "say open text \(number)")
      try await tell(seen, "announce open announcement \(number)")
    }
    // Which of two events comes first is not said.
    func expect(_ texts: String..., from watcher: RunningProcess) async throws {
      for text in texts {
        try await eventually(text) {
          watcher.standardOutput.text.contains(text)
        }
      }
    }
    try await expect("open text 5", "open announcement 5", from: watch)
    try await expect("open announcement 5", "vault text 5", "vault announcement 5", from: all)
    #expect(try await desktop.bridge.client("get", "label[label=\"vault text 5\"]").code == 0)
    expectNothing(of: watch.standardOutput.text + watch.standardError.text, "watch")
    // It ends, and its end is not heard either.
    try await tell(hidden, "quit")
    try await eventually("it is gone") {
      try await desktop.application(Self.secret) == nil
    }
    try await tell(seen, "say after the end")
    try await expect("after the end", from: watch)
    expectNothing(of: watch.standardOutput.text, "watch")
  }
}
