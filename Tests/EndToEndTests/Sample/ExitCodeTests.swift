import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Glibc
import Testing

@testable import bridge_client

@Suite
struct `Exit codes and errors of the client` {
  /// Expects the error on standard error only, beginning with the program's name.
  func expectError(
    _ result: Subprocess.Result, _ code: Int32, _ words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.code == code, "\(result)", sourceLocation: sourceLocation)
    #expect(result.standardOutput == "", sourceLocation: sourceLocation)
    #expect(
      result.standardError.hasPrefix("bridge-client: "), "\(result.standardError)",
      sourceLocation: sourceLocation)
    for word in words {
      #expect(
        result.standardError.contains(word), "\(word) in \(result.standardError)",
        sourceLocation: sourceLocation)
    }
  }

  @Test
  func `1: not found, refused, ambiguous, or a condition that was not met`()
    async throws
  {
    let bridge = try await Bridge()
    expectError(try await bridge.client("find", "slider"), 1, ["slider"])
    expectError(try await bridge.client("get", "slider"), 1, ["slider"])
    expectError(try await bridge.client("get", "#65535"), 1, ["#65535", "an earlier run"])
    expectError(try await bridge.client("get", "#65535 button"), 1, ["#65535", "an earlier run"])
    expectError(
      try await bridge.client("get", "button"), 1,
      ["19 elements", "\(try await bridge.id(8))  button \"7\"", "9 more"])
    expectError(
      try await bridge.client("expand", "button[label=\"7\"]"), 1, ["refused", "expand", "press"])
    expectError(
      try await bridge.client("wait", "text", "--until", "value=nosuch", "--timeout", "3"), 1,
      ["nosuch"])
  }

  @Test(arguments: [
    (["nosuch"], "--help"), ([], "command"), (["get"], "target"), (["find", "button["], "^"),
    (["find", "nosuch"], "role"), (["act", "text"], "action"),
    (["info", "--nosuch"], "--nosuch"),
    (["--timeout", "soon", "info"], "--timeout"), (["--server", "foo:bar", "info"], "foo:bar"),
    (["wait", "text", "--until", "nosuch"], "appears"),
    (["watch", "--kinds", "nosuch"], "value"),
    (["act", "text", "scroll", "sideways"], "down"), (["act", "text", "set-value", "x"], "x"),
    (["bench", "nosuch"], "roundtrip"),
  ])
  func `2: a usage error, with a remedy`(words: [String], help: String) async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(words)
    #expect(result.code == 2, "\(result)")
    #expect(result.standardOutput == "")
    #expect(
      result.standardError.lowercased().contains(help), "\(help) in \(result.standardError)")
  }

  @Test(arguments: ["127.0.0.1:1", "unix:/tmp/no-such-socket"])
  func `3: no server listens at the address`(address: String) async throws {
    for command in [["info"], ["tree"], ["watch"], ["bench", "roundtrip"]] {
      let result = try await Subprocess.run(
        Places.builtProgram("bridge-client"), ["--server", address] + command)
      expectError(result, 3, [address, "is the server running?"])
    }
  }

  @Test
  func `3: the server ended during the command`() async throws {
    let bridge = try await Bridge()
    let watcher = try bridge.start("--timeout", "2", "watch")
    _ = try await watcher.standardError.line { $0.contains("watching") }
    bridge.process.kill()
    #expect(try await watcher.ended() == .code(3))
  }

  @Test
  func `4: the deadline passed`() async throws {
    let bridge = try await Bridge()
    let counted = try await bridge.client("watch", "--count", "1", "--for", "0.2")
    #expect(counted.code == 4)
    #expect(counted.standardError.contains("with --for"), "\(counted)")
  }

  @Test
  func `8: an action without a receipt in time is not to be repeated`() async throws {
    let bridge = try await Bridge()
    let words = [
      "press", "button[label=\"7\"]", "--quiet", "9000", "--settle", "9000", "--timeout", "3",
    ]
    expectError(try await bridge.client(words), 8, ["unknown", "retry: unsafe"])
    #expect(try await bridge.client("expect", "text[label=Result]", "value=7").code == 0)
    let object = try await bridge.client(["--json"] + words)
    let error = try jsonLines(object.standardOutput).first?.object("error")
    #expect(error?.text("reason") == "OUTCOME_UNKNOWN" && error?.text("retry") == "unsafe")
    let steps = try await bridge.client(
      "--timeout", "3", "do", "press button[label=\"7\"] --quiet 9000 --settle 9000",
      "press button[label=\"7\"]")
    #expect(steps.code == 8, "\(steps)")
    #expect(steps.standardOutput.contains("1 press: failed: "), "\(steps)")
    #expect(steps.standardOutput.contains("\n  retry: unsafe\n"), "\(steps)")
  }

  @Test
  func `1: an action whose target is missing may be repeated, and a search has no such line`()
    async throws
  {
    let bridge = try await Bridge()
    let words = ["press", "slider"]
    expectError(try await bridge.client(words), 1, ["nothing matches slider", "\nretry: safe"])
    let object = try await bridge.client(["--json"] + words)
    let error = try jsonLines(object.standardOutput).first?.object("error")
    #expect(error?.text("retry") == "safe", "\(object)")
    let read = try await bridge.client("get", "slider")
    #expect(read.code == 1 && !read.standardError.contains("retry"), "\(read)")
  }

  @Test
  func `1: an action that was never begun may be repeated, whatever refused it`() async throws {
    let bridge = try await Bridge(options: ["--limit", "selector-steps=1000"])
    let mark = try #require(
      try await bridge.client("tree").lines.last?.split(separator: " ").last.map(String.init))
    let parts = mark.split(separator: "-")
    let later = "\(try #require(Int(parts[0])) + 98)-\(parts[1])"
    let seven = try await bridge.id(8)
    let costly = ":has(:has(:has(button))) > :has(button) button ~ button ~ button"
    for (words, reason, text) in [
      ([seven, "--if-revision", "3-1"], "EPOCH_CHANGED", "restarted since 3-1"),
      (["button[label=\"7\"]", "--if-revision", later], "OUT_OF_RANGE", "does not exist yet"),
      ([costly], "LIMIT", "selector-steps=1000"),
    ] {
      expectError(try await bridge.client(["press"] + words), 1, [text, "\nretry: safe\n"])
      let object = try await bridge.client(["--json", "press"] + words)
      let error = try jsonLines(object.standardOutput).last?.object("error")
      #expect(error?.text("reason") == reason && error?.text("retry") == "safe", "\(object)")
    }
    // A revision without its run is refused, 0 as well: nothing was read there.
    expectError(
      try await bridge.client("press", "button[label=\"7\"]", "--if-revision", "0"), 2,
      ["alone does not say in which run"])
    // Nothing is said to be printed where nothing is.
    let gone = try await bridge.client("get", "#5", "--since", "3-1")
    #expect(gone.code == 1 && !gone.standardError.contains("is printed"), "\(gone)")
  }

  @Test
  func `only what was never begun is said to be safe to repeat`() {
    for (status, isUndone) in [
      (Status(.notRecorded, "full"), true), (Status(.permissionDenied, "no"), true),
      (Status(.selectorSyntax, "no"), true), (Status(.shuttingDown, "no"), true),
      (Status(.permissionDenied, "changed", remedy: .connectWithNewRights), false),
      (Status(.unauthenticated, "revoked"), false), (Status(.frameTooLarge, "long"), false),
    ] {
      #expect(Failure.leavesUndone(ClientError.status(status)) == isUndone, "\(status)")
    }
    #expect(!Failure.leavesUndone(ClientError.connectionLost("gone")))
    #expect(!Failure.leavesUndone(ClientError.cannotConnect("gone")))
  }

  @Test
  func `1: a wait lasts for its whole time limit, and the error gives that time`()
    async throws
  {
    let bridge = try await Bridge()
    let request = #"{"target": {"selector": "slider"}, "condition": "CONDITION_APPEARS"}"#
    for words in [["wait", "slider"], ["call", "WaitFor", request]] {
      let result = try await bridge.client(words + ["--timeout", "1"])
      #expect(result.code == 1, "\(result)")
      let said = result.standardError.firstMatch(of: /after (\d+) ms/).flatMap { Int($0.1) }
      #expect(said ?? 0 >= 1000, "\(result.standardError)")
    }
  }

  @Test
  func `3: a hanging server is distinguished from a missing one`() async throws {
    let bridge = try await Bridge()
    // A stopped server still accepts connections, and sends nothing.
    bridge.process.suspend()
    let silent = try await bridge.client("--timeout", "3", "info")
    expectError(silent, 3, [bridge.address, "no hello"])
    bridge.process.resume()
    #expect(try await bridge.client("info").code == 0)
  }
}
