import BridgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The client refuses what it cannot use` {
  static let unusable: [(words: [String], advice: String)] = [
    (["act", "slider:first", "increment", "3"], "omit \"3\""),
    (["act", "button:first", "press", "extra"], "omit \"extra\""),
    (["act", "text", "Clear", "all"], "omit \"all\""),
    (["press", "a", "b"], "unexpected argument \"b\""),
    (["wait", "text", "value=a b"], "did you mean --until 'value=a b'?"),
    (["wait", "text", "enabled"], "did you mean --until enabled?"),
    (["wait", "text", "x"], "quote an argument that contains spaces"),
    (["info", "x"], "unexpected argument \"x\""),
    (["verify", "a", "b"], "unexpected argument \"b\""),
    (["act", "text", "set-selection", "a-5"], "not a range"),
    (["press", "#8", "--no-settle", "--settle", "5"], "--settle"),
    (["set", "#8", "1", "--quiet", "5", "--no-settle"], "--quiet"),
    (["watch", "--epoch", "1"], "--since"), (["watch", "--kinds", "all,nosuch"], "value"),
    (["watch", "--kinds", ""], "value"), (["audit", "--rules", "window"], "--rules"),
    (["audit", "--rules", "--severity", "note"], "--severity"),
    (["bench", "roundtrip", "--selector", "x"], "--selector"),
    (["bench", "find", "--size", "5"], "--size"),
    (["--timeout", "1", "bench", "roundtrip", "--seconds", "2"], "lower --seconds"),
    (["--json", "tree", "--budget", "100"], "--budget"), (["--json", "inspect"], "inspect"),
    (["drag", "#1", "--point", "x"], "--onto"), (["hit", "5"], "X,Y"),
    (["help", "nosuch"], "nosuch"), (["help", "tree", "extra"], "unexpected argument \"extra\""),
    (["help", "tree", "--depth", "4"], "--depth"),
  ]

  @Test(arguments: unusable)
  func `words and options without effect are refused, with what to remove`(
    words: [String], advice: String
  ) async throws {
    let bridge = try await Bridge()
    let before = try await bridge.client("--json", "info").standardOutput
    let result = try await bridge.client(words)
    #expect(result.code == 2, "\(result)")
    #expect(result.standardError.contains(advice), "\(advice) in \(result.standardError)")
    // No action was performed.
    let revision = /"revision":"\d+"/
    let after = try await bridge.client("--json", "info").standardOutput
    #expect(before.firstMatch(of: revision)?.output == after.firstMatch(of: revision)?.output)
    let object = try await bridge.client(words.contains("--json") ? words : words + ["--json"])
    let error = try jsonLines(object.standardOutput).first?.object("error")
    #expect(error?.number("exit_code") == 2 && object.code == 2, "\(object)")
    #expect(error?.text("message")?.isEmpty == false)
  }

  static let failing: [(words: [String], code: Int32, reason: String)] = [
    (["nosuch"], 2, usage), ([], 2, usage), (["get"], 2, usage),
    (["info", "--nosuch"], 2, usage), (["--server", "foo:bar", "info"], 2, usage),
    (["call", "Find", "{"], 2, usage), (["act", "text", "set-value", "x"], 2, usage),
    (["find", "slider"], 1, nothing), (["hit", "9000,9000"], 1, nothing),
    (["speak", "slider"], 1, nothing), (["audit", "slider"], 1, nothing),
    (["press", "slider"], 1, nothing), (["tree", "slider"], 1, nothing),
    (["bench", "element", "--selector", "slider", "--seconds", "0.1"], 1, nothing),
    (["audit", "#65535"], 1, "NOT_FOUND UNKNOWN_ELEMENT"),
    (["watch", "--count", "1", "--for", "0.1"], 4, "DEADLINE_EXCEEDED TIMED_OUT"),
    (["call", "Subscribe", "--timeout", "0.2"], 4, "DEADLINE_EXCEEDED TIMED_OUT"),
    (["wait", "slider", "--timeout", "3"], 1, "DEADLINE_EXCEEDED CONDITION_NOT_MET"),
    (
      ["voiceover", "--do", "hear nothing", "--timeout", "0.2"], 1,
      "DEADLINE_EXCEEDED CONDITION_NOT_MET"
    ),
    (["--server", "127.0.0.1:1", "info"], 3, "UNAVAILABLE CANNOT_CONNECT"),
    (["--server", "127.0.0.1:1", "watch"], 3, "UNAVAILABLE CANNOT_CONNECT"),
    (["--server", "127.0.0.1:1", "bench", "roundtrip"], 3, "UNAVAILABLE CANNOT_CONNECT"),
  ]

  private static let usage = "INVALID_ARGUMENT USAGE"
  private static let nothing = "NOT_FOUND NO_MATCH"

  @Test(arguments: failing)
  func `every failure is an object for programs, wherever it occurs`(
    words: [String], code: Int32, reason: String
  ) async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(["--json"] + words)
    #expect(result.code == code, "\(result)")
    let error = try jsonLines(result.standardOutput).last?.object("error")
    #expect(error?.number("exit_code") == Double(code), "\(result)")
    #expect(error?.text("message")?.isEmpty == false)
    #expect(error?.text("remedy")?.isEmpty == false, "\(result)")
    #expect("\(error?.text("code") ?? "–") \(error?.text("reason") ?? "–")" == reason)
    #expect(result.standardError.hasPrefix("bridge-client: "))
    let text = try await bridge.client(words)
    let prints = ["call", "voiceover"].contains(words.first)
    #expect(text.code == code && (prints || text.standardOutput == ""))
  }

  @Test(arguments: [
    (["press", "button"], "safe"), (["do", "press button"], "safe"), (["info"], nil),
  ])
  func `where no server answers, only what acts is safe to repeat`(
    words: [String], retry: String?
  ) async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(["--json", "--server", "127.0.0.1:1"] + words)
    let error = try jsonLines(result.standardOutput).last?.object("error")
    #expect(error?.text("reason") == "CANNOT_CONNECT" && error?.text("retry") == retry, "\(result)")
  }

  @Test
  func `an option of other commands that a command takes as an argument is said to be one`()
    async throws
  {
    let bridge = try await Bridge()
    let wrong = try await bridge.client("expect", "dialog", "--until", "appears")
    #expect(wrong.code == 2)
    #expect(
      wrong.standardError.hasPrefix(
        "bridge-client: unknown option --until; 'expect' takes CONDITION without it: "
          + "'expect TARGET [CONDITION]'\n"), "\(wrong.standardError)")
    let other = try await bridge.client("find", "dialog", "--until", "appears").standardError
    let lists = other.contains("'press', 'set' and ") && other.contains(" other commands\n")
    #expect(lists, "\(other)")
  }

  @Test
  func `a stream that breaks off ends with its failure, on a separate line`() async throws {
    let bridge = try await Bridge()
    let watcher = try bridge.start("--json", "watch", "--snapshot", "--timeout", "2")
    _ = try await watcher.standardOutput.line { $0.contains("\"equals\"") }
    bridge.process.kill()
    #expect(try await watcher.ended() == .code(3))
    let error = try jsonLines(watcher.standardOutput.text).last?.object("error")
    #expect(error?.text("code") == "UNAVAILABLE", "\(watcher.standardOutput.text)")
    #expect(error?.text("reason") == "CONNECTION_LOST")
  }

  @Test
  func `advice that names a field is printed with the option that sets it`()
    async throws
  {
    let bridge = try await Bridge()
    let words = ["watch", "--since", "1", "--epoch", "4"]
    let advice = "Start again with a snapshot (--snapshot)."
    #expect(try await bridge.client(words).standardError.contains(advice))
    let json = try await bridge.client(words + ["--json"]).standardOutput
    let error = try jsonLines(json).last?.object("error")
    #expect(error?.text("remedy") == advice, "\(json)")
    // A message that is written by hand has the field itself.
    let call = try await bridge.client("call", "Subscribe", #"{"since": 1, "epoch": 4}"#)
    #expect(call.standardError.contains("(snapshot_first)"))
    #expect(!call.standardError.contains("--snapshot"))
  }

  @Test
  func `a refusal names the command that lists the alternatives, not the method`() async throws {
    let bridge = try await Bridge()
    let refused = try await bridge.client("press", "text")
    #expect(refused.standardError.contains("that 'bridge-client get TARGET' lists"), "\(refused)")
    let receipt = try jsonLines(try await bridge.client("--json", "press", "text").standardOutput)
    let remedy = receipt.first?.object("refusal")?.text("remedy")
    #expect(remedy?.contains("that 'bridge-client get TARGET' lists") == true, "\(receipt)")
    let point = try await bridge.client("hit", "9e9,1")
    #expect(point.standardError.contains("bridge-client: the point is not"), "\(point)")
  }

  @Test
  func `points left of and above the screen are valid`() async throws {
    let bridge = try await Bridge()
    let nothing = try await bridge.client("hit", "-5,-5")
    #expect(nothing.code == 1, "\(nothing)")
    #expect(nothing.standardError.contains("no element at -5,-5"))
    let zoom = try await bridge.client("zoom-in", "text", "--at", "-5,-5")
    #expect(zoom.code == 1, "\(zoom)")
    #expect(try await bridge.client("hit", "40,150").code == 0)
  }

  @Test
  func `an unknown role is offered as a label`() async throws {
    let bridge = try await Bridge()
    let expected = try await bridge.client("press", "button", "--if", "role=slidr")
    #expect(expected.code == 2)
    #expect(expected.standardError.contains("no role \"slidr\"; did you mean slider?"))
    // Text and JSON say it at the same place.
    let command = try await bridge.client("--json", "prss")
    let error = try jsonLines(command.standardOutput).last?.object("error")
    #expect(error?.text("message") == "unknown command \"prss\"; did you mean press?")
    #expect(error?.text("remedy") == "Try 'bridge-client --help'.")
    for (word, offer) in [("Save", "[label=\"Save\"]"), ("Save as", "[label=\"Save as\"]")] {
      let result = try await bridge.client("press", word)
      #expect(result.code == 2)
      #expect(result.standardError.contains(offer), "\(result.standardError)")
    }
    let seven = try await bridge.client("press", "[label=\"7\"]")
    #expect(seven.code == 0)
  }

  @Test
  func `find names the application of matches with the same name`() async throws {
    let bridge = try await Bridge(source: "sample:calculator")
    let windows = try await bridge.client("find", "window, application")
    #expect(!windows.standardOutput.contains(" in application"), "\(windows)")
    let twice = try await Bridge(source: "sample")
    let found = try await twice.client("find", "*", "--limit", "100000")
    var places: [Substring: Set<Substring>] = [:]
    for line in found.lines {
      let parts = line.split(separator: " in application ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = parts[0].split(separator: "#").first ?? ""
      places[name, default: []].insert(parts[1])
    }
    #expect(!places.isEmpty, "\(found.standardOutput.prefix(2000))")
    #expect(places.values.allSatisfy { $0.allSatisfy { $0.contains("\"") && $0.contains("#") } })
    #expect(try await twice.client("--json", "find", "button").standardOutput.first == "{")
  }

  @Test
  func `an outline counts what it leaves out`() async throws {
    let bridge = try await Bridge()
    func outline(_ words: String...) async throws -> String {
      let result = try await bridge.client(["tree"] + words)
      #expect(result.code == 0 && result.standardError == "", "\(result)")
      return result.standardOutput
    }
    #expect(
      try await outline("--depth", "1").contains(/window "Calculator" #\d+ \[active\] … 20\n/))
    #expect(try await outline("--budget", "100").contains(/… \d+ buttons more #\d+\+\n/))
    #expect(try await !outline().contains("…"))
  }
}
