import BridgeTestSupport
import Glibc
import Testing

/// Qt reports headers where they would be in a view that is not scrolled.
@Suite struct `Headers of views of Qt` {
  @Test(arguments: ["5", "6"])
  func `headers are where their columns and rows are scrolled to`(version: String) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/wide-qt.py"), version], name: "wide-qt.py")
    try await Self.expect(desktop, shown: ["Month 1", "Fact 1", "Year 1"], hidden: ["Month 12"])
    try await Self.press("Right", desktop)
    try await Self.expect(
      desktop, shown: ["Month 12", "Fact 8", "Year 1"], hidden: ["Month 1", "Fact 1", "Month 8"])
    // No event tells where a cell is now, so one may be known before another.
    try await eventually("a header is above its cells", every: .milliseconds(100)) {
      let header = try await Self.place(of: "columnheader[label=\"Month 11\"]", desktop)
      let cell = try await Self.place(of: "cell[label=\"1/11\"]", desktop)
      return header.number("x") == cell.number("x")
    }
    try await Self.press("Down", desktop)
    try await Self.expect(
      desktop, shown: ["Year 11", "Year 12"], hidden: ["Year 1", "Year 10", "Month 1"])
    try await desktop.expectTrue()
    try await Self.press("Left", desktop)
    try await Self.expect(
      desktop, shown: ["Month 1", "Fact 1", "Year 11"], hidden: ["Month 12", "Fact 8"])
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `what a window shows is known soon after it has another size`(version: String) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/wide-qt.py"), version], name: "wide-qt.py")
    let row = "cell[label=\"File 8.1\"]:visible"
    try await desktop.wait(row)
    for condition in ["disappears", "appears", "disappears"] {
      application.send(SIGUSR1)
      try await desktop.wait(row, until: condition)
    }
    #expect(application.isRunning)
  }

  /// Presses a button that scrolls, of which the receipt may not tell what was scrolled by it.
  private static func press(_ label: String, _ desktop: Desktop) async throws {
    let pressed = try await desktop.bridge.client("press", "button[label=\(label)]")
    #expect(pressed.code == 0, "\(pressed)")
  }

  private static func place(of selector: String, _ desktop: Desktop) async throws -> JSONObject {
    try #require(try await desktop.element(selector).object("frame")?.object("rect"))
  }

  /// Waits until some headers are on screen, and others are not.
  private static func expect(
    _ desktop: Desktop, shown: [String], hidden: [String]
  ) async throws {
    for label in shown { try await desktop.wait(":visible[label=\"\(label)\"]") }
    for label in hidden {
      try await desktop.wait(":visible[label=\"\(label)\"]", until: "disappears")
    }
  }
}
