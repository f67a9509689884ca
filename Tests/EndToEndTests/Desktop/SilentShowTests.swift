import BridgeTestSupport
import Testing

/// GTK 4 does not report what it shows: pages, rows and messages are found nevertheless.
@Suite struct `What GTK 4 shows without a word` {
  private let label = "application[name=\"visibility-4\"] label"

  private func start(_ version: Int = 4) async throws -> (Desktop, RunningProcess) {
    let desktop = try await Desktop.start()
    let program = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/visibility.py"), String(version)],
      name: "visibility-\(version)")
    return (desktop, program)
  }

  /// Lets the application change by itself, and returns when it has.
  private func tell(_ program: RunningProcess, _ line: String) async throws {
    program.write(line + "\n")
    _ = try await program.standardOutput.line { $0 == "ok" }
  }

  @Test
  func `a wait sees an element that is shown for the first time, hidden, and shown again`()
    async throws
  {
    let (desktop, program) = try await start()
    // It has the same size as what was there, so that not even a change of size is reported.
    try await tell(program, "late on")
    try await desktop.wait("\(label)[label=\"Late words\"]")
    try await tell(program, "late off")
    try await desktop.wait("\(label)[label=\"Late words\"]", until: "disappears")
    try await tell(program, "late on")
    try await desktop.wait("\(label)[label=\"Late words\"]")
    try await tell(program, "row 3 off")
    try await desktop.wait("\(label)[label=\"Row 3\"]", until: "disappears")
    try await tell(program, "row 3 on")
    try await desktop.wait("\(label)[label=\"Row 3\"]")
    try await desktop.expectTrue()
  }

  @Test(arguments: [3, 4])
  func `a watching client sees new and repeated messages of 200 ms`(gtk: Int)
    async throws
  {
    let (desktop, program) = try await start(gtk)
    let watcher = try await desktop.watch("elements")
    let messages = ["message", "again"].map { kind in (1...10).map { "\(kind)-\($0)-" } }
    for message in messages.joined() {
      try await tell(program, "\(message.split(separator: "-")[0]) \(message) 200")
    }
    // The permanent label is shown after all of them.
    try await tell(program, "late on")
    _ = try await watcher.standardOutput.line { $0.contains("Late words") }
    let told = watcher.standardOutput.text
    for kind in messages {
      // A busy machine may not even draw what is shown for 200 ms.
      #expect(kind.count { told.contains($0) } >= 5, "\(kind)")
    }
  }

  @Test
  func `of pages that were all laid out, only the one in front is visible`() async throws {
    let (desktop, program) = try await start()
    func content(_ page: String) -> String { "\(label)[label=\"Content of the \(page) page\"]" }
    func expectInFront(_ page: String) async throws {
      for other in ["first", "second", "third"] {
        let isInFront = other == page
        try await desktop.wait(
          "\(content(other)):visible", until: isInFront ? "appears" : "disappears")
      }
      try await desktop.expectTrue()
    }
    try await expectInFront("first")
    // Each page is in front once, so that all have a position.
    for page in ["second", "third", "first", "third", "second"] {
      try await tell(program, "page \(page)")
      try await expectInFront(page)
    }
    let tab = "application[name=\"visibility-4\"] tab[label=\"The third page\"]"
    let result = try await desktop.bridge.client("press", tab)
    #expect(result.code == 0, "\(result.standardError)")
    try await expectInFront("third")
    let found = try await desktop.bridge.client("find", "textbox:visible")
    #expect(found.standardOutput.split(separator: "\n").count == 1, "\(found.standardOutput)")
  }

  @Test
  func `after the receipt of a press, the page that faded out is not visible`() async throws {
    let (desktop, program) = try await start()
    for page in ["second", "third", "first", "second", "first"] {
      let tab = "application[name=\"visibility-4\"] tab[label=\"The \(page) page\"]"
      _ = try await desktop.element(tab)
      let result = try await desktop.bridge.client("press", tab, "--settle", "10000")
      #expect(result.code == 0, "\(result.standardError)")
      let found = try await desktop.bridge.client("find", "\(label)[label^=\"Content of\"]:visible")
      #expect(
        found.standardOutput.contains("Content of the \(page) page")
          && found.standardOutput.split(separator: "\n").count == 1,
        "\(page): \(found.standardOutput)")
    }
    #expect(program.isRunning)
  }

  @Test
  func `a page in whose middle GTK 4 finds nothing is in front when it is shown again`()
    async throws
  {
    let (desktop, program) = try await start()
    let words = "\(label)[label^=\"Content of\"]:visible"
    for page in ["search", "first", "search", "second", "search"] {
      try await tell(program, "page \(page)")
      try await desktop.wait(
        "searchbox:visible", until: page == "search" ? "appears" : "disappears")
      try await desktop.wait(words, until: page == "search" ? "disappears" : "appears")
    }
    try await desktop.expectTrue()
  }

  @Test
  func `the content of a closed revealer is not visible, wherever it was`() async throws {
    let (desktop, program) = try await start()
    let words = "\(label)[label=\"Revealed words\"]:visible"
    try await tell(program, "reveal on")
    try await desktop.wait(words)
    try await tell(program, "reveal off")
    try await desktop.wait(words, until: "disappears")
    try await desktop.expectTrue()
    try await tell(program, "reveal on")
    try await desktop.wait(words)
  }

  @Test
  func `the receipt of a press contains the page that it shows`() async throws {
    let (desktop, program) = try await start()
    let button = "application[name=\"visibility-4\"] button[label=\"Show late page\"]"
    _ = try await desktop.element(button)
    let result = try await desktop.bridge.client("--json", "press", button, "--settle", "10000")
    #expect(result.code == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains("Words of the late page"), "\(result.standardOutput)")
    let found = try await desktop.bridge.client(
      "find", "\(label)[label=\"Words of the late page\"]")
    #expect(found.code == 0)
    #expect(program.isRunning)
    try await desktop.expectTrue()
  }
}
