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

  private func start(_ program: String, _ desktop: Desktop) async throws -> RunningProcess {
    let application = try desktop.lab.launch("/usr/bin/python3", [Places.fixture(program)])
    try await desktop.wait("window[label=Popovers] button[label=First]")
    // Until then, what an expander hides may say that it is shown. GTK 4 calls the application after Python.
    try await eventually("\(program) is mirrored", every: .milliseconds(100)) {
      let all = try await desktop.bridge.client("--json", "apps").standardOutput
      return try jsonLines(all).allSatisfy { $0.text("load") == "complete" }
    }
    return application
  }

  /// The first line of the window of an outline.
  private func firstLine(_ desktop: Desktop) async throws -> String {
    let lines = try await desktop.bridge.client("tree").lines
    let window = try #require(lines.firstIndex { $0.contains("window \"Popovers\"") })
    return String(lines[window + 1])
  }

  @Test
  func `a popover of GTK 3 that is not modal comes first, and what an expander hides is counted`()
    async throws
  {
    let desktop = try await Desktop.start()
    let application = try await start("programs/popovers.py", desktop)
    let closed = try await desktop.bridge.client("tree")
    #expect(closed.standardOutput.contains(/"More" #\d+ \[collapsed\] … 1\n/), "\(closed)")
    #expect(try await firstLine(desktop).contains("button \"First\""))
    try await desktop.confirm("press", "toggle-button[label=Details]")
    try await desktop.wait("button[label=Apply]", until: "visible")
    let open = try await desktop.bridge.client("tree").standardOutput
    let popover =
      /\n    generic [^\n]*#\d+\n(      "In the popover"\n)?      button "Apply" #\d+\n    button "First"/
    #expect(open.contains(popover), "\(open)")
    #expect(application.isRunning)
  }

  @Test
  func `popovers of GTK 4 come first, and buttons with only an icon have their hint`()
    async throws
  {
    let desktop = try await Desktop.start()
    let application = try await start("programs/popovers4.py", desktop)
    try await desktop.wait("button[label=Details]")
    let closed = try await desktop.bridge.client("tree").standardOutput
    #expect(closed.contains(/\n    button hint "Save the file" #\d+\n/), "\(closed)")
    let buttons = /\n    button "Details" #\d+\n    button hint "Main menu" #\d+\n/
    #expect(closed.contains(buttons), "\(closed)")
    #expect(!closed.contains("no press"), "\(closed)")

    let toggle = "button[label=Details]"
    try await desktop.confirm("press", toggle)
    try await desktop.wait("button[label=Apply]")
    #expect(try await firstLine(desktop).contains("    generic "))
    try await desktop.confirm("press", toggle)
    try await desktop.wait("button[label=Apply]", until: "disappears")

    let main = "button[hint=\"Main menu\"]"
    try await desktop.confirm("press", main)
    try await desktop.wait("menuitem[label=Open]")
    #expect(try await firstLine(desktop).contains("    menu "))
    try await desktop.confirm("press", main)
    try await desktop.wait("menuitem[label=Open]", until: "disappears")
    let again = try await desktop.bridge.client("tree").standardOutput
    #expect(again.contains("button hint \"Main menu\""), "\(again)")

    try await desktop.confirm("press", "button[label=Opener]")
    try await desktop.wait("button[label=Inside]")
    #expect(try await firstLine(desktop).contains("button \"Opener\""))
    #expect(application.isRunning)
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
