import BridgeTestSupport
import Foundation
import SafeText
import Testing

/// No text of an application, a server or the command line reaches a terminal unchanged.
@Suite(.timeLimit(.minutes(10)))
struct `Hostile texts` {
  /// The arguments of each command. A command that is missing here fails the test.
  private static let table: [String: [[String]]] = [
    "info": [[]], "apps": [[]],
    "tree": [["--all", "--frames"], [], ["--since", "1-1"], ["--whole", "--budget", "100"]],
    "find": [["*"], ["nosuch\(HostileServer.text)"], ["*", "--since", "1-1"]],
    "get": [
      ["button"], ["button", "--since", HostileServer.text], ["*"],
      ["*[label=\"\(HostileServer.text)\"]"],
    ],
    "hit": [["5,5"], ["-1000,-1000"]],
    "speak": [["*", "--actions"], []],
    "act": [["button", HostileServer.text], ["button", "set-text", HostileServer.text]],
    "press": [["button"], ["*"], ["nosuch"]],
    "set": [["textbox", HostileServer.text], ["slider", "1"]],
    "insert": [["textbox", HostileServer.text]],
    "keys": [["textbox", "Ctrl+S"], ["textbox", HostileServer.text]],
    "drag": [["button"], ["button", "--onto", "image", "--point", HostileServer.text]],
    "touch": [["image", "1,1 2,2"]], "gesture": [["image", "1,1 2,2"]],
    "custom": [["button", HostileServer.text], ["image", "nosuch"]],
    "intent": [["button", HostileServer.text], ["image", "nosuch", "a=\(HostileServer.text)"]],
    "scroll": [["list", "down"]], "zoom-in": [["image"]], "zoom-out": [["image"]],
    "watch": [
      ["--snapshot", "--kinds", "all", "--for", "0.5"], ["nosuch", "--for", "0.2"],
      ["--snapshot", "--selector", "*", "--selector", HostileServer.text, "--for", "0.5"],
      ["--snapshot", "--selector", "*", "--selector", "button", "--for", "0.5"],
    ],
    "announcements": [[], ["--since", HostileServer.text], ["--since", "5m"]],
    "wait": [["button"], ["button", "--until", "value=x"]],
    "do": [
      ["press button", "set textbox '\(HostileServer.text)'"],
      ["find *", "get button", "tree --all", "expect button value=x"], [HostileServer.text],
      ["press button --then '\(HostileServer.text)'"],
      ["press button --then nosuch", "press link"],
    ],
    "expect": [["button"], ["button", "value=\(HostileServer.text)"]],
    "voiceover": [
      [
        "--do", "next", "--do", "next", "--do", "activate", "--do", HostileServer.text, "--do",
        "help",
      ]
    ],
    "voice-control": [["--do", "show names", "--do", "show numbers", "--do", "tap x"]],
    "switch-control": [["--do", "next", "--do", "select", "--do", "windows"]],
    "keyboard": [["--do", "next", "--do", "find save", "--do", "activate"]],
    "audit": [[], ["--severity", "note"], ["--rules"]], "verify": [[]], "doctor": [[]],
    "bench": [
      ["find", "--seconds", "0.1"], ["element", "--seconds", "0.1", "--selector", "nosuch"],
    ],
    "pair": [[HostileServer.text], ["A11Y1-\(HostileServer.text)"]],
    "servers": [[], ["--forget", HostileServer.text]],
    "inspect": [[]], "mcp": [[]], "methods": [[], ["Find"], [HostileServer.text]],
    "call": [
      ["ListApplications"], ["GetOutline"], ["Find", "{\"selector\": \"*\"}"], ["GetTree"],
      [HostileServer.text],
      ["Find", "{\"\(HostileServer.text)\": 1}"],
      ["GetElement", "{\"target\": {\"selector\": \"*\"}}"],
    ],
  ]

  /// Commands that take only an element.
  private static let simple = [
    "focus", "increment", "decrement", "expand", "collapse", "select", "deselect", "menu", "escape",
    "magic-tap", "delete", "hover",
  ]

  @Test
  func `no command prints a hostile text unescaped, as text, as JSON, or in colour`() async throws {
    let server = try await HostileServer()
    let help = try await run(["--help"], server)
    let commands = help.standardOutput.matches(of: /(?m)^  ([a-z][a-z-]*) {2,}[A-Z]/)
      .map { String($0.1) }
    #expect(commands.count > 35, "\(commands)")
    for command in commands {
      let simple = Self.simple.contains(command) ? [["button"]] : nil
      let runs = try #require(Self.table[command] ?? simple, "\(command): add it to the table")
      for words in runs {
        // A command with an unknown argument must not wait long.
        let line = ["--timeout", "1", command] + words
        check(try await run(line, server), command)
        let json = try await run(["--json"] + line, server)
        check(json, "--json \(command)")
        for text in json.standardOutput.split(separator: "\n") {
          #expect(
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil, "\(command): \(text)"
          )
        }
        check(terminal: try await runOnTerminal(line, server), command)
      }
    }
    withExtendedLifetime(server) {}
  }

  @Test
  func `no log line of the server contains a hostile text unescaped`() async throws {
    let bridge = try await Bridge()
    let socket = try TestSocket(bridge.address)
    socket.write(Array("\(HostileServer.text) is no frame".utf8))
    _ = try await bridge.process.standardError.line { $0.contains("closing") }
    check(bridge.process.standardError.text, "the log")
    let words = ["--source", "sample:\(HostileServer.text)", "--listen", "127.0.0.1:0"]
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), words, environment: ["PATH": "/usr/bin:/bin"])
    check(result, "--source")
  }

  // MARK: Running

  private func run(_ words: [String], _ server: HostileServer) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("bridge-client"), words, environment: environment(server))
  }

  /// Runs on a terminal with colours. An inspector is ended with "q" once it has drawn an element.
  private func runOnTerminal(_ words: [String], _ server: HostileServer) async throws -> String {
    let words = try [Places.builtProgram("bridge-client")] + words
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    let terminal = try RunningProcess(
      "script", ["-qec", "stty cols 80 rows 24; " + command, "/dev/null"],
      environment: environment(server))
    if words.contains("inspect") {
      try await eventually("an element is drawn") {
        terminal.standardOutput.text.contains("fake: line")
      }
      terminal.write("q")
    } else {
      terminal.closeInput()
    }
    try await terminal.ended()
    return terminal.standardOutput.text
  }

  private func environment(_ server: HostileServer) -> [String: String] {
    [
      "A11Y_BRIDGE_SERVER": "\(server.address)", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
    ]
  }

  // MARK: Checking

  private func check(_ result: Subprocess.Result, _ what: String) {
    if case .signal(let number) = result.exit { Issue.record("\(what) ended by signal \(number)") }
    check(result.standardOutput, what)
    check(result.standardError, "standard error of \(what)")
  }

  private func check(_ text: String, _ what: String) {
    let raw = text.unicodeScalars.filter { $0 != "\n" && ($0.isUnsafeToPrint || $0 == "\u{FFFD}") }
    #expect(raw.isEmpty, "\(what) prints \(raw.prefix(20).map { String($0.value, radix: 16) })")
    let fake = text.split(separator: "\n").contains { $0.hasPrefix("fake:") }
    #expect(!fake, "\(what) lets a text begin a line")
  }

  /// Expects only colours and the control sequences that an inspector draws with.
  private func check(terminal text: String, _ what: String) {
    let known =
      /\e\[(\?1049[hl]|\?25[hl]|\?2026[hl]|2J|[0-9]+;1H|K|(0|[1247]|3[1-6])(;([1247]|3[1-6]))*m)/
    // The terminal driver ends lines with both.
    let rest = text.replacing(known, with: "").unicodeScalars.filter { $0 != "\r" }
    check(String(String.UnicodeScalarView(rest)), "\(what) on a terminal")
  }
}
