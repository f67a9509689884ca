import BridgeTestSupport
import Testing

@Suite
struct `Outlines of real applications` {
  @Test
  func `a page of 300 rows shows those on screen, and counts those below`() async throws {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/rows.html")])
    let page = "document[label=\"Rows\"]"
    try await desktop.loaded("Chromium")
    try await desktop.wait("\(page) link[label=\"Row 299\"]")
    try await desktop.wait(page, until: "stable=500")

    let outline = try await desktop.bridge.client("tree", page)
    let lines = outline.lines
    #expect(lines.contains { $0.contains("link \"Row 0\" #") }, "\(outline.standardOutput)")
    #expect(!outline.standardOutput.contains("\"Row 299\""))
    let shown = lines.filter { $0.contains("link \"Row ") }.count
    #expect(shown > 5 && shown < 100)
    // A link, a button and a box are a line each; what Chromium puts around them and beside them is none.
    #expect(lines.filter { $0.contains("button \"Follow\"") }.count >= shown - 1)
    #expect(!outline.standardOutput.contains("(press)"), "\(outline.standardOutput)")
    let count = try #require(lines.first { $0.contains("… ") && $0.contains(" below ") })
    let handle = try #require(count.split(separator: " ").last.map(String.init))
    let rest = try await desktop.bridge.client("tree", handle, "--budget", "100000")
    #expect(rest.standardOutput.contains("link \"Row 299\""), "\(handle): \(rest)")
    #expect(rest.lines.filter { $0.contains("link \"Row ") }.count + shown == 300)

    // What Chromium calls an action of every text can be performed by its name.
    let text = try await desktop.bridge.client("--json", "find", "\(page) text", "--limit", "1")
    let found = try #require(try jsonLines(text.standardOutput).first)
    #expect(found.objects("actions").allSatisfy { $0.text("kind") != "press" })
    #expect(chromium.isRunning)
  }

  @Test
  func `the digits of a calculator are in the first look, and its closed menus are not`()
    async throws
  {
    let desktop = try await Desktop.start()
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    try await desktop.wait("application[name=gnome-calculator] button[label=\"7\"]")
    let outline = try await desktop.bridge.client("tree")
    for digit in 0...9 {
      #expect(
        outline.lines.contains { $0.contains("button \"\(digit)\" #") },
        "\(outline.standardOutput)")
    }
    #expect(calculator.isRunning)
  }

  @Test
  func `reads with since cost an application no call, also after it changed`() async throws {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/controls.html")])
    let button = "document[label=\"Controls\"] button[label^=Count]"
    try await desktop.loaded("Chromium")
    try await desktop.wait("document[label=\"Controls\"] button[label=\"Count 0\"]")
    let first = try await desktop.bridge.client("tree")
    let mark = try #require(first.lines.last?.split(separator: " ").last.map(String.init))
    try await desktop.confirm("press", button)

    func calls() async throws -> String {
      try #require(try await desktop.application("Chromium")?.text("call_count"))
    }
    let changed = try await desktop.bridge.client("tree", "--since", mark)
    #expect(changed.standardOutput.contains("~ button \"Count 1\""))
    func readAgain() async throws {
      for words in [
        ["tree", "--since", mark], ["find", "button", "--since", mark],
        ["get", button, "--since", mark], ["--json", "tree", "--since", mark],
      ] {
        let result = try await desktop.bridge.client(words)
        #expect(result.code == 0, "\(result.standardError)")
      }
    }
    // The server reads again by itself for some seconds after a change.
    try await eventually("reads cost no call") {
      let before = try await calls()
      for _ in 0..<5 { try await readAgain() }
      return try await calls() == before
    }
    #expect(chromium.isRunning)
  }
}
