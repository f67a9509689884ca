import BridgeTestSupport
import Testing

@Suite
struct `The client, as text for people` {
  let seven = "button[label=\"7\"]"

  @Test
  func `info and apps describe the server`() async throws {
    let bridge = try await Bridge()
    let info = try await bridge.client("info")
    #expect(info.code == 0)
    #expect(info.standardOutput.contains("sample:calculator"))
    #expect(info.standardOutput.contains(bridge.address))
    let apps = try await bridge.client("apps")
    #expect(apps.lines.count == 2)
    #expect(apps.lines[0].contains("HEALTH"))
    #expect(apps.lines[1].contains("Calculator"))
    #expect(apps.lines[1].contains("responsive"))
  }

  @Test
  func `tree prints an outline, and counts what it leaves out, with a handle`() async throws {
    let bridge = try await Bridge()
    let whole = try await bridge.client("tree")
    let text = try await bridge.counted(whole.standardOutput)
    #expect(text.hasPrefix("application \"Calculator\" #1\n"))
    #expect(text.contains("    button \"7\" #8\n"))
    let shallow = try await bridge.client("tree", "--depth", "1")
    #expect(
      try await bridge.counted(shallow.standardOutput).contains(
        "  window \"Calculator\" #2 [active] … "))
    let part = try await bridge.client("tree", "window")
    #expect(part.lines.first?.hasPrefix("window \"Calculator\"") == true)
    #expect(try await bridge.client("tree", bridge.id(2)).standardOutput == part.standardOutput)
    let small = try await bridge.client("tree", "--budget", "100")
    #expect(small.lines.count < whole.lines.count)
    let count = try #require(small.lines.first { $0.contains("… ") })
    let handle = try #require(count.split(separator: " ").last.map(String.init))
    #expect(handle.hasPrefix("#") && handle.hasSuffix("+"))
    let rest = try await bridge.client("tree", handle)
    #expect(rest.lines.first?.contains(handle.dropLast()) == true)
    // Between them they have all lines of the whole.
    let buttons = whole.lines.filter { $0.contains("button \"") }.count
    #expect((small.lines + rest.lines).filter { $0.contains("button \"") }.count == buttons)
    let all = try await bridge.client("tree", "--all", "--frames")
    #expect(all.standardOutput.contains("identifier=\"digit-7\""))
    #expect(all.standardOutput.contains("64×48"))
  }

  @Test
  func `find lists matches, and says when there are more`() async throws {
    let bridge = try await Bridge()
    let two = try await bridge.client("find", "button", "--limit", "2")
    #expect(two.code == 0)
    #expect(two.lines.count == 2)
    #expect(two.standardError.contains("17 more match"))
    #expect(try await bridge.client("find", "button").lines.count == 19)
    let inside = try await bridge.client("find", "button", "--in", "window")
    #expect(inside.lines.count == 19)
  }

  @Test
  func `get shows a card, by selector and by either form of an id`() async throws {
    let bridge = try await Bridge()
    let card = try await bridge.client("get", seven)
    let id = try await bridge.id(8)
    #expect(card.lines.first == "button \"7\" \(id)")
    #expect(card.standardOutput.contains("identifier   digit-7"))
    #expect(card.standardOutput.contains("application \"Calculator\" > window \"Calculator\""))
    #expect(try await bridge.client("get", id).standardOutput == card.standardOutput)
    let digits = String(id.dropFirst())
    #expect(try await bridge.client("get", digits).standardOutput == card.standardOutput)
  }

  @Test
  func `P1 U speak prints what a screen reader says, one line per element`() async throws {
    let bridge = try await Bridge()
    let multiply = "button[label=\"multiply\"]"
    #expect(try await bridge.client("speak", multiply).lines == ["multiply, button"])
    for key in [multiply, "button[label=\"7\"]"] {
      #expect(try await bridge.client("press", key).code == 0)
    }
    #expect(
      try await bridge.client("speak", "text").lines == [
        "Result, 7. Swipe up or down to select a custom action, then double tap to activate."
      ])
    let menu = try await bridge.client("speak", "text", "--verbosity", "brief", "--actions")
    #expect(menu.lines == ["Result, 7", "Actions menu, 1 item, Clear"])
    #expect(try await bridge.client("speak", "button", "--limit", "3").lines.count == 3)
    let id = try await bridge.id(8)
    #expect(try await bridge.client("speak", id).lines == ["7, button"])
    #expect(
      try await bridge.client("--json", "speak", id).standardOutput.contains(
        ##""id":\##(id.dropFirst()),"text":"7, button","parts":[{"kind":"label","text":"7"},"##))
    #expect(try await bridge.client("speak", "slider").code == 1)
    let unfocused = try await bridge.client("speak")
    #expect(unfocused.code == 1)
    #expect(unfocused.standardError.contains("no element has the keyboard focus"))
    #expect(try await bridge.client("speak", "#65535").code == 1)
  }

  @Test
  func `hit finds the element at a point`() async throws {
    let bridge = try await Bridge()
    #expect(try await bridge.client("hit", "40,150").lines.first?.contains("button \"7\"") == true)
    #expect(try await bridge.client("hit", "40,150", "--in", "window").code == 0)
    #expect(try await bridge.client("hit", "9000,9000").code == 1)
    #expect(try await bridge.client("hit", "nowhere").code == 2)
  }

  @Test
  func `actions report their outcome, by short form, by name and by the app's own name`()
    async throws
  {
    let bridge = try await Bridge()
    let press = try await bridge.client("press", seven)
    #expect(press.code == 0)
    let text = try await bridge.counted(press.standardOutput)
    #expect(text.hasPrefix("confirmed: press button \"7\" #8"))
    #expect(text.contains("value text \"Result\" #3: \"0\" → \"7\""))
    #expect(try await bridge.client("act", seven, "press").code == 0)
    #expect(try await bridge.client("get", "text").standardOutput.contains("\"77\""))
    #expect(try await bridge.client("act", "text", "Clear").code == 0)
    #expect(try await bridge.client("get", "text").standardOutput.contains("value        \"0\""))
    let quick = try await bridge.client("press", seven, "--no-settle")
    #expect(quick.code == 0)
  }

  @Test
  func `7 + 8 = is 15, and a second client receives it`() async throws {
    let bridge = try await Bridge()
    let watcher = try bridge.start("watch", "--kinds", "value", "--for", "20")
    _ = try await watcher.standardError.line { $0.contains("watching from revision") }
    for key in ["7", "add", "8", "equals"] {
      #expect(try await bridge.client("press", "button[label=\"\(key)\"]").code == 0)
    }
    let line = try await bridge.counted(
      try await watcher.standardOutput.line { $0.contains("\"15\"") })
    #expect(line.wholeMatch(of: /\[\d+\] value text "Result" #3: "8" → "15"/) != nil, "\(line)")
    let info = try #require(
      try jsonLines(try await bridge.client("--json", "info").standardOutput).first)
    let missed = try await bridge.client(
      "watch", "--since", "1", "--epoch", info.text("epoch") ?? "", "--kinds", "value", "--count",
      "1")
    #expect(missed.standardOutput.contains("value text \"Result\""))
    let epoch = try #require(UInt64(info.text("epoch") ?? ""))
    let marked = try await bridge.client(
      "watch", "--since", "1-\(epoch % 1_000_000)", "--kinds", "value", "--count", "1")
    #expect(marked.standardOutput == missed.standardOutput, "\(marked)")
    let twice = try await bridge.client("watch", "--since", "1-5", "--epoch", "5")
    #expect(twice.code == 2 && twice.standardError.contains("1-5 says already"), "\(twice)")
  }

  @Test
  func `wait returns as soon as its condition holds`() async throws {
    let bridge = try await Bridge()
    let there = try await bridge.client("wait", "text[value=\"0\"]")
    #expect(there.code == 0)
    let waiting = try bridge.start("--timeout", "20", "wait", "text", "--until", "value=7")
    try await eventually("the client waits") {
      try await bridge.client("--json", "info").standardOutput.contains("\"connection_count\":2")
    }
    #expect(try await bridge.client("press", seven).code == 0)
    #expect(try await waiting.ended() == .code(0))
    #expect(waiting.standardOutput.text.contains("\"7\""))
    for condition in ["enabled", "visible", "count=19", "stable=50", "stable=0.05s"] {
      let met = try await bridge.client(
        "wait", condition == "count=19" ? "button" : seven, "--until", condition)
      #expect(met.code == 0, "\(condition): \(met.standardError)")
    }
  }

  @Test
  func `verify, doctor and bench work with a sample`() async throws {
    let bridge = try await Bridge()
    let verify = try await bridge.client("verify")
    #expect(verify.code == 0)
    #expect(verify.standardOutput.contains("0 differences"))
    #expect(try await bridge.client("verify", seven).code == 0)
    let doctor = try await bridge.client("doctor")
    #expect(doctor.code == 0)
    #expect(doctor.standardOutput.contains("sample:calculator"))
    let bench = try await bridge.client("bench", "roundtrip", "--seconds", "0.2")
    #expect(bench.code == 0)
    #expect(bench.standardOutput.contains("p99_us"))
  }
}
