import BridgeTestSupport
import Testing

/// Where and when synthesised clicks are made.
@Suite struct `Clicks in real applications` {
  private func start(_ version: String) async throws -> (Desktop, RunningProcess) {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/clicks-qt.py"), version], name: "clicks-qt.py")
    return (desktop, application)
  }

  @Test(arguments: ["5", "6"])
  func `the clicks of two actions are no double click`(version: String) async throws {
    let (desktop, application) = try await start(version)
    for _ in 1...3 {
      let clicked = try await desktop.bridge.client(
        "press", "listitem[label^=Photo]", "--synthesize", "--no-settle")
      #expect(clicked.standardOutput.contains("by synthesised click"), "\(clicked)")
    }
    try await desktop.wait(":text(\"clicked Photo of Bo\")")
    let opened = try await desktop.bridge.client("find", ":text(\"opened Photo of Bo\")")
    #expect(opened.code == 1, "\(opened)")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `a row that is scrolled out of sight is not clicked`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let row = "listitem[label=\"Bill 12\"]"
    let refused = try await desktop.bridge.client("select", row, "--synthesize")
    #expect(
      refused.code == 1 && refused.standardError.contains("out of sight of list"), "\(refused)")
    #expect(refused.standardError.contains("down --synthesize"), "\(refused)")
    // What a click there would have reached.
    let clicked = try await desktop.bridge.client("find", ":text(\"clicked\")")
    #expect(clicked.code == 1, "\(clicked)")
    for _ in 1...10 {
      let outcome = try await desktop.bridge.client("select", row, "--synthesize")
      if outcome.code == 0 { break }
      let advice = try #require(
        outcome.standardError.firstMatch(of: /scroll '(#\d+)' (\w+) --synthesize/), "\(outcome)")
      _ = try await desktop.bridge.client(
        "scroll", String(advice.1), String(advice.2), "--synthesize")
    }
    try await desktop.wait(":text(\"clicked Bill 12\")")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `a receipt says what a click has deselected`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let clicked = try await desktop.bridge.client(
      "select", "listitem[label=\"Bill 1\"]", "--synthesize")
    #expect(
      clicked.standardOutput.contains("it deselected listitem \"Bill 0\", listitem \"Bill 2\""),
      "\(clicked)")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `a click that only deselects is not confirmed`(version: String) async throws {
    let (desktop, application) = try await start(version)
    for row in ["Cellar", "Barn"] {
      let clicked = try await desktop.bridge.client(
        "press", "listitem[label=\(row)]", "--synthesize")
      #expect(clicked.standardOutput.hasPrefix("unconfirmed"), "\(clicked)")
      if row == "Barn" { break }
      #expect(
        clicked.standardOutput.contains("it deselected listitem \"Attic\", listitem \"Barn\""),
        "\(clicked)")
      #expect(
        clicked.standardOutput.contains("\"Cellar\" is not selected behind the click, which may"),
        "\(clicked)")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `a click that switches an item off among others is confirmed`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let clicked = try await desktop.bridge.client(
      "press", "listitem[label=Train]", "--synthesize")
    #expect(clicked.standardOutput.hasPrefix("confirmed"), "\(clicked)")
    #expect(clicked.standardOutput.contains("\"Train\" #"), "\(clicked)")
    try await desktop.wait("listitem[label=Ferry]:selected")
    #expect(application.isRunning)
  }

  /// Qt does not tell that a title has changed.
  @Test(arguments: ["5", "6"])
  func `a receipt says how the window is called since`(version: String) async throws {
    let (desktop, application) = try await start(version)
    for row in ["Song of Cy", "Photo of Bo"] {
      let clicked = try await desktop.bridge.client(
        "press", "listitem[label=\"\(row)\"]", "--synthesize")
      #expect(clicked.standardOutput.contains("→ \"Clicks: clicked \(row)\""), "\(clicked)")
      let titled = try await desktop.bridge.client("find", "window[label$=\"\(row)\"]")
      #expect(titled.code == 0, "\(titled)")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `the menu of a long row is that of its text`(version: String) async throws {
    let (desktop, application) = try await start(version)
    for row in ["Photo of Bo", "Letter to Ada"] {
      try await desktop.confirm("menu", "listitem[label=\"\(row)\"]", "--synthesize")
      try await desktop.wait(":text(\"menu of \(row)\")")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `a menu is not confirmed where the row is not selected`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let shown = try await desktop.bridge.client("menu", "listitem[label=Bread]", "--synthesize")
    #expect(shown.standardOutput.hasPrefix("unconfirmed"), "\(shown)")
    #expect(
      shown.standardOutput.contains("\"Bread\" is not selected behind the click: the menu may be"),
      "\(shown)")
    #expect(application.isRunning)
  }
}
