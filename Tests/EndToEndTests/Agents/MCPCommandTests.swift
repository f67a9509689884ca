import AccessibilityTree
import BridgeTestSupport
import Foundation
import Testing

@testable import bridge_client

/// `bridge-client mcp` at its input and output.
@Suite(.timeLimit(.minutes(10)))
struct `The command mcp` {
  private static let begin =
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}\n"

  private func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"\(tool)\","
      + "\"arguments\":\(arguments)}}\n"
  }

  /// Starts a server, and the command on another machine, with a token that is made for it.
  private func start(
    on machines: TwoMachines, _ rights: String...
  ) async throws -> (Bridge, RunningProcess) {
    let token = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["token", "--name", "agent"] + rights,
      environment: machines.there)
    let path = machines.laptop.path("token")
    try writeSecret(token.standardOutput, to: path)
    let bridge = try await Bridge(environment: machines.there)
    let mcp = try RunningProcess(
      Places.builtProgram("bridge-client"),
      ["--server", bridge.address, "--token-file", path, "mcp"], environment: machines.here)
    return (bridge, mcp)
  }

  /// Returns the answer with an id.
  private func answer(_ id: Int, _ process: RunningProcess) async throws -> [String: Any] {
    let line = try await process.standardOutput.line { $0.contains("\"id\":\(id),") }
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func result(_ id: Int, _ process: RunningProcess) async throws -> (
    text: String, isError: Bool
  ) {
    let result = try await answer(id, process)["result"] as? [String: Any]
    let content = (result?["content"] as? [[String: Any]])?.first
    return (content?["text"] as? String ?? "", result?["isError"] as? Bool ?? false)
  }

  @Test func `an id that is not UTF-8 is a parse error, and the conversation goes on`() async throws
  {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write(Array("{\"jsonrpc\":\"2.0\",\"id\":\"a".utf8) + [0xFF])
    mcp.write("\",\"method\":\"ping\"}\n" + Self.begin)
    _ = try await answer(0, mcp)
    let first = try #require(mcp.standardOutput.text.split(separator: "\n").first)
    #expect(first.contains("\"id\":null") && first.contains("-32700"), "\(first)")
    mcp.closeInput()
    try await mcp.ended()
  }

  @Test func `wrong lines are answered, and the end of the input ends the command`() async throws {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write("no json\n[]\n" + String(repeating: "x", count: 1_100_000) + "\n" + Self.begin)
    _ = try await answer(0, mcp)
    let lines = mcp.standardOutput.text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].contains("-32700") && lines[1].contains("-32600")
        && lines[2].contains("1048576 bytes"))
    // A call that is under way does not keep the command.
    mcp.write(call(1, "wait", "{\"target\":\"dialog\",\"seconds\":200}"))
    mcp.closeInput()
    try await mcp.ended()
    #expect(mcp.standardOutput.text.split(separator: "\n").count == 4)
  }

  @Test func `an option of the program in a step is refused, with what to do`() async throws {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin + call(1, "do", "{\"steps\":[\"tree --json\"]}"))
    let refused = try await result(1, mcp)
    #expect(refused.isError)
    #expect(
      refused.text.hasPrefix("step 1: --json is no option of a step; leave it out"), "\(refused)")
  }

  @Test func `a line of the bridge's own is told outside of what applications say`() {
    let captured = CapturedOutput()
    CapturedOutput.$current.withValue(captured) {
      Output().ownLine("The tree is empty.")
      Output().line("window \"A\"")
    }
    #expect(captured.advice == ["The tree is empty."])
    #expect(captured.text == "window \"A\"")
  }

  @Test func `a call connects anew, so that a server may come and go`() async throws {
    let directory = try temporaryDirectory()
    let socket = "unix:\(directory.path("bridge"))"
    let first = try await Bridge(listen: [socket])
    let mcp = try first.start("--timeout", "5", "mcp")
    mcp.write(Self.begin + call(1, "apps"))
    #expect(try await result(1, mcp).text.contains("Calculator"))
    first.process.kill()
    try await first.process.ended()
    for (id, call) in [
      (2, call(2, "apps")), (3, call(3, "do", "{\"steps\":[\"press button\"]}")),
    ] {
      mcp.write(call)
      let failed = try await result(id, mcp)
      #expect(failed.isError)
      #expect(
        failed.text.contains("cannot connect") || failed.text.contains("Start a11y-bridge"),
        "\(failed.text)")
    }
    let second = try await Bridge(listen: [socket])
    mcp.write(call(4, "apps"))
    #expect(try await result(4, mcp).text.contains("Calculator"))
    withExtendedLifetime(second) {}
  }

  @Test func `progress is told with the time that is waited for`() async throws {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin)
    for (id, arguments) in [(1, "{\"seconds\":2}"), (2, "{\"target\":\"dialog\",\"seconds\":3}")] {
      mcp.write(
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\""
          + (id == 1 ? "watch" : "wait") + "\",\"arguments\":\(arguments),"
          + "\"_meta\":{\"progressToken\":\"p\(id)\"}}}\n")
      let line = try await mcp.standardOutput.line { $0.contains("\"progressToken\":\"p\(id)\"") }
      #expect(line.contains("\"total\":\(id + 1)"), "\(line)")
    }
    mcp.closeInput()
  }

  @Test func `a server that is started again elsewhere is found by its ready file`() async throws {
    let bridge = try await Bridge()
    let directory = try temporaryDirectory()
    let ready = directory.path("ready")
    func serve() throws -> RunningProcess {
      try RunningProcess(
        Places.builtProgram("a11y-bridge"),
        ["--listen", "127.0.0.1:0", "--source", "sample:shopping-list", "--ready-file", ready],
        environment: bridge.environment)
    }
    let first = try serve()
    let mcp = try bridge.start("--server", "ready:\(ready)", "mcp")
    mcp.write(Self.begin + call(1, "apps"))
    #expect(try await result(1, mcp).text.contains("Shopping"))
    first.kill()
    try await first.ended()
    mcp.write(call(2, "apps"))
    let failed = try await result(2, mcp)
    #expect(failed.isError && failed.text.contains("no server is ready"), "\(failed.text)")
    let second = try serve()
    mcp.write(call(3, "apps"))
    #expect(try await result(3, mcp).text.contains("Shopping"))
    second.kill()
    withExtendedLifetime(directory) {}
  }

  @Test func `what needs no server is answered before its ready file is there`() async throws {
    let directory = try temporaryDirectory()
    let ready = directory.path("ready")
    let mcp = try RunningProcess(
      Places.builtProgram("bridge-client"),
      ["--server", "ready:\(ready)", "--timeout", "60", "mcp"], environment: ["PATH": "/usr/bin"])
    mcp.write(Self.begin + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
    mcp.write("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n")
    mcp.write(call(3, "help") + call(4, "help", "{\"command\":\"press\"}") + call(5, "apps"))
    for id in 0...2 { #expect(try await answer(id, mcp)["result"] != nil) }
    for id in 3...4 { #expect(try await result(id, mcp).isError == false) }
    // The call that needs the server waits for it.
    let server = try RunningProcess(
      Places.builtProgram("a11y-bridge"),
      ["--listen", "127.0.0.1:0", "--source", "sample:shopping-list", "--ready-file", ready],
      environment: ["PATH": "/usr/bin"])
    #expect(try await result(5, mcp).text.contains("Shopping"))
    server.kill()
    mcp.closeInput()
    #expect(try await mcp.ended() == .code(0))
    withExtendedLifetime(directory) {}
  }

  @Test func `a call fails when no ready file comes, and says which one`() async throws {
    let directory = try temporaryDirectory()
    let ready = directory.path("ready")
    let mcp = try RunningProcess(
      Places.builtProgram("bridge-client"),
      ["--server", "ready:\(ready)", "--timeout", "0.1", "mcp"], environment: ["PATH": "/usr/bin"])
    mcp.write(Self.begin + call(1, "look"))
    let failed = try await result(1, mcp)
    #expect(failed.isError && failed.text.contains("no server is ready: \(ready)"), "\(failed)")
    #expect(failed.text.contains("Ask the user to start a11y-bridge"), "\(failed)")
    #expect(!failed.text.contains("--ready-file"), "\(failed)")
    mcp.closeInput()
    #expect(try await mcp.ended() == .code(0))
    // What is wrong with the address itself is said at once.
    let wrong = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["--server", "ready:", "mcp"],
      environment: ["PATH": "/usr/bin"])
    #expect(wrong.code == 2)
    withExtendedLifetime(directory) {}
  }

  @Test(arguments: ["observe", "act"])
  func `a client that may only observe is offered no tool that acts`(right: String) async throws {
    let machines = try TwoMachines()
    let (bridge, mcp) = try await start(on: machines, "--allow", right)
    mcp.write(Self.begin + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n")
    let list = try await answer(1, mcp)["result"] as? [String: Any]
    let names = (list?["tools"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
    #expect(names.count == (right == "act" ? 8 : 7))
    #expect(names.contains("do") == (right == "act"))
    mcp.write(call(2, "do", "{\"steps\":[\"press button[label=7]\"]}"))
    let pressed = try await result(2, mcp)
    #expect(pressed.isError == (right == "observe"), "\(pressed.text)")
    mcp.closeInput()
    withExtendedLifetime(bridge) {}
  }

  @Test func `what an application says cannot end the mark around it`() async throws {
    let server = try await HostileServer()
    let mcp = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "\(server.address)", "mcp"])
    mcp.write(Self.begin)
    for (id, call) in [
      (1, call(1, "look")), (2, call(2, "get", "{\"target\":\"button\"}")),
    ] {
      mcp.write(call)
      let text = try await result(id, mcp).text
      #expect(HostileText.raw(in: text.replacing("\n", with: "")).isEmpty)
      #expect(text.ranges(of: "</ui>").count == 1)
    }
    mcp.closeInput()
    withExtendedLifetime(server) {}
  }

  @Test func `elements are remembered with the revision at which they were printed`() throws {
    let seen = SeenHandles()
    func mark(_ id: UInt64) -> String? { seen.mark(of: ElementID(rawValue: id))?.description }
    seen.learn("button \"Save #482117350099\" #482117350014\nrevision 41-582113")
    #expect(mark(482_117_350_014) == "41-582113")
    #expect(mark(482_117_350_099) == nil)
    seen.learn("revision 43-582113\nlink \"Help\" #482117350015")
    #expect(mark(482_117_350_015) == "43-582113")
    seen.learn("button \"Delete\" #482117350014 in a text without a revision")
    #expect(mark(482_117_350_014) == "41-582113")
  }

  @Test func `an action on an id is refused when the element has become another one`() async throws
  {
    let bridge = try await Bridge(source: "sample:traits")
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin + call(1, "find", "{\"selector\":\"button[label=Play]\"}"))
    let found = try await result(1, mcp).text
    let id = try #require(found.firstMatch(of: /#\d+/)).output
    // Somebody else presses it, and it is "Pause" then.
    #expect(try await bridge.client("press", "button[label=Play]").code == 0)
    for (number, step) in [
      "press \(id)", "press '\(id)'", "press \(id) --timeout 5",
    ].enumerated() {
      let steps = try #require(String(bytes: JSONEncoder().encode([step]), encoding: .utf8))
      mcp.write(call(10 + number, "do", "{\"steps\":\(steps)}"))
      let pressed = try await result(10 + number, mcp)
      #expect(
        pressed.isError && pressed.text.contains("press: refused"), "\(step): \(pressed.text)")
      #expect(pressed.text.contains("retry: safe"), "\(pressed.text)")
    }
    mcp.write(call(19, "do", "{\"steps\":[\"expect window\\npress \(id)\"]}"))
    #expect(try await result(19, mcp).text.contains("step 1 has a line break"))
    #expect(try await bridge.client("expect", "button[label=Pause]").code == 0)
    // What the agent says itself counts instead.
    mcp.write(call(20, "do", "{\"steps\":[\"press \(id) --if label=Pause\"]}"))
    #expect(try await result(20, mcp).isError == false)
    mcp.closeInput()
  }

  @Test func `an id that no tool has printed is acted on only with what it must be`() async throws {
    let bridge = try await Bridge()
    let found = try await bridge.client("find", "button[label=\"7\"]", "--since", "0")
    let id = try #require(found.standardOutput.firstMatch(of: /#\d+/)).output
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin)
    func press(_ number: Int, _ step: String) async throws -> (text: String, isError: Bool) {
      mcp.write(call(number, "do", "{\"steps\":[\"\(step)\"]}"))
      return try await result(number, mcp)
    }
    // To be refused does not count as having been printed.
    for number in 1...2 {
      let refused = try await press(number, "press \(id)")
      #expect(refused.isError && refused.text.contains("no tool has printed \(id)"), "\(refused)")
    }
    #expect(try await bridge.client("expect", "text[label=Result]", "value=0").code == 0)
    #expect(try await press(3, "press \(id) --if label=8").isError)
    #expect(try await press(4, "press \(id) --if label=7").isError == false)
    mcp.write(call(5, "get", "{\"target\":\"button\"}"))
    #expect(try await result(5, mcp).text.contains("\(id)"))
    #expect(try await press(6, "press \(id)").isError == false)
    mcp.closeInput()
  }

  @Test func `what is wrong stands outside of the text of applications, in words of tools`()
    async throws
  {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin)
    let missing = #"button[label=\"No such\"]"#
    // What quotes an application is marked as its text.
    let cases: [Answer] = [
      ("get", #"{"target":"slider"}"#, "nothing matches slider", "Look again", false),
      ("get", #"{"target":"\#(missing)"}"#, "nothing matches button", "Look again", false),
      ("get", #"{"target":"button"}"#, "19 elements match", "Give the id", true),
      ("look", #"{"target":"button["}"#, "character 8", "The tool 'help'", false),
      ("look", #"{"since":"5-x"}"#, "'since' requires a revision", "The tool 'help'", false),
      ("find", #"{"selector":"button","limit":2}"#, "button", "raise 'limit' to see more", true),
      ("do", #"{"steps":["press slider"]}"#, "press: refused: nothing", "Look again", false),
      ("do", #"{"steps":["press \#(missing)"]}"#, "press: refused:", "Look again", false),
      (
        "do", #"{"steps":["wait dialog --timeout 0.1"]}"#, "not met", "--timeout in the step", false
      ),
      ("do", #"{"steps":["press --frob button"]}"#, "--frob", "The tool 'help'", false),
      ("do", #"{"steps":["expect button[label=7] disabled"]}"#, "first button", "'find'", true),
      (
        "wait", #"{"target":"dialog","seconds":1}"#, "not met", "Allow more time with 'seconds'",
        false
      ),
      ("find", #"{"selector":"buton > text"}"#, "buton", "The tool 'help'", false),
      (
        "do", #"{"steps":["press buton","wait text"]}"#, "no step was run", "The tool 'help'", false
      ),
      ("watch", #"{"announced":"10 parsecs"}"#, "'announced' must be an age", "The tool", false),
      ("help", #"{"command":"sett"}"#, "there is no command 'sett'", "did you mean 'set'?", false),
      ("help", #"{"command":"press"}"#, "", "Usage: press", false),
      ("help", #"{"command":"look"}"#, "", "Usage: tree", false),
      ("help", #"{"command":"steps"}"#, "", "Steps of 'do'", false),
    ]
    try await expect(cases, mcp)
    mcp.closeInput()
  }

  @Test func `times are written as in steps`() async throws {
    let bridge = try await Bridge()
    let mcp = try bridge.start("mcp")
    mcp.write(Self.begin)
    let longer = "Allow more time with 'seconds'"
    let number = "must be a number of seconds from 0.001 to 300, or one with a unit such as 500ms"
    let cases: [Answer] = [
      ("wait", #"{"target":"dialog","seconds":"100ms"}"#, "not met after 1", longer, false),
      ("wait", #"{"target":"dialog","timeout":"0.1s"}"#, "not met after 1", longer, false),
      ("wait", #"{"target":"dialog","seconds":0.1}"#, "not met after 1", longer, false),
      ("wait", #"{"target":"dialog","seconds":"1x"}"#, number, "not \"1x\"", false),
      ("wait", #"{"target":"dialog","seconds":301}"#, number, "not \"301\"", false),
      ("watch", #"{"for":0}"#, number, "not \"0\"", false),
      ("watch", #"{"announced":"10"}"#, "must be an age such as 30s", "not \"10\"", false),
      ("wait", #"{"target":"dialog","for":1}"#, "has no argument 'for'", "seconds", false),
    ]
    try await expect(cases, mcp)
    mcp.closeInput()
  }

  private typealias Answer = (
    tool: String, arguments: String, what: String, remedy: String, isMarked: Bool
  )

  private func expect(_ cases: [Answer], _ mcp: RunningProcess) async throws {
    for (number, (tool, arguments, what, remedy, isMarked)) in cases.enumerated() {
      mcp.write(call(number + 1, tool, arguments))
      let text = try await result(number + 1, mcp).text
      let end = text.firstRange(of: "</ui>")?.upperBound ?? text.startIndex
      let (marked, own) = (text[..<end], text[end...])
      #expect(isMarked ? marked.contains(what) : marked.isEmpty && own.contains(what), "\(text)")
      #expect(own.contains(remedy) && !marked.contains(remedy), "\(text)")
      #expect(!text.contains("bridge-client") && !text.contains("--token-file"), "\(text)")
      #expect(tool == "do" || !own.contains("--") || tool == "help", "\(text)")
    }
  }

  @Test func `an agent without a right is told to ask for it, and no command of the server`()
    async throws
  {
    let machines = try TwoMachines()
    let (bridge, mcp) = try await start(on: machines)
    mcp.write(Self.begin + call(1, "do", #"{"steps":["press button[label=7]"]}"#))
    let refused = try await result(1, mcp)
    #expect(refused.isError)
    #expect(
      !refused.text.contains("--allow") && !refused.text.contains("a11y-bridge"), "\(refused)")
    #expect(
      refused.text.contains("permission 'act'") && !refused.text.contains("<ui>"), "\(refused)")
    #expect(refused.text.contains("Ask the user for the right"), "\(refused)")
    mcp.closeInput()
    withExtendedLifetime(bridge) {}
  }

  @Test func `reads say only what is new, and that the server was restarted`() async throws {
    let directory = try temporaryDirectory()
    let address = "unix:\(directory.path("socket"))"
    let seven = "button[label=\\\"7\\\"]"
    let first = try await Bridge(listen: [address])
    let mcp = try first.start("mcp")
    mcp.write(Self.begin + call(1, "find", "{\"selector\":\"\(seven)\"}"))
    let found = try await result(1, mcp).text
    let mark = try #require(found.firstMatch(of: /revision (\d+-\d+)/)).output.1
    for (id, tool, input) in [(2, "find", "selector"), (3, "get", "target")] {
      mcp.write(call(id, tool, "{\"\(input)\":\"\(seven)\",\"since\":\"\(mark)\"}"))
      #expect(try await result(id, mcp).text == "<ui>\nunchanged since \(mark)\n</ui>")
    }
    first.process.kill()
    try await first.process.ended()
    let second = try await Bridge(listen: [address])
    mcp.write(call(4, "look", "{\"since\":\"\(mark)\"}"))
    let whole = try await result(4, mcp).text
    #expect(whole.contains("button \"7\""), "\(whole)")
    #expect(whole.contains("the server was restarted"), "\(whole)")
    mcp.write(call(5, "look", "{\"since\":\"42\"}"))
    let bare = try await result(5, mcp)
    #expect(bare.isError && bare.text.contains("does not say in which run"), "\(bare.text)")
    mcp.closeInput()
    withExtendedLifetime(second) {}
  }
}
