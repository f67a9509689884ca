import BridgeTestSupport
import Glibc
import Testing

/// Qt tells of no row that is added, removed, renamed or moved, and lists no scroll bar of a view.
@Suite struct `Views of Qt that change by themselves` {
  @Test(arguments: ["5", "6"])
  func `what is in sight is known while a client watches`(version: String) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/views-qt.py"), version], name: "views-qt.py")
    // The window is not at the origin of the screen.
    for letter in ["S", "C", "F"] { try await Self.expect(desktop, [letter + "1", letter + "2"]) }
    application.send(SIGUSR1)
    try await desktop.wait("progressbar[value=50]")
    application.send(SIGUSR1)
    try await Self.expect(desktop, ["S60", "C300", "F400"], hidden: ["S1", "C1", "F1"])
    application.send(SIGUSR1)
    try await Self.expect(desktop, ["S1", "C1", "F1"], hidden: ["S60", "C300", "F400"])
    application.send(SIGUSR1)
    try await Self.expect(desktop, ["S1", "Snew", "S2", "Cnew", "C2", "Fnew", "F2"])
    let row = try await desktop.element("cell[label=\"F2\"]").text("id")
    application.send(SIGUSR1)
    try await Self.expect(desktop, ["Snew", "Cnew", "Fnew"], hidden: ["S1", "C1", "F1"])
    #expect(try await desktop.element("cell[label=\"F2\"]").text("id") == row)
    application.send(SIGUSR1)
    for (view, letter) in [("list", "S"), ("table", "C"), ("tree", "F")] {
      try await Self.expect(desktop, ["new", "3", "2"].map { letter + $0 }, in: view)
    }
    application.send(SIGUSR1)
    try await Self.expect(desktop, ["Snew", "S9", "S8"], in: "list")
    try await Self.expect(desktop, ["Cnew", "C99", "C98"], in: "table")
    try await Self.expect(desktop, ["Fnew", "F99", "F98"], in: "tree")
    #expect(application.isRunning)
  }

  private static func expect(
    _ desktop: Desktop, _ shown: [String], hidden: [String] = []
  ) async throws {
    for label in shown { try await desktop.wait(":visible[label=\"\(label)\"]") }
    for label in hidden {
      try await desktop.wait(":visible[label=\"\(label)\"]", until: "disappears")
    }
  }

  /// Waits until the first rows of a view are these.
  private static func expect(
    _ desktop: Desktop, _ rows: [String], in view: String
  ) async throws {
    for (row, next) in zip(rows, rows.dropFirst()) {
      try await desktop.wait("\(view) > [label=\"\(row)\"]:visible")
      try await eventually("\(next) is below \(row)", every: .milliseconds(200)) {
        guard let above = try await Self.height(of: row, in: view, desktop),
          let below = try await Self.height(of: next, in: view, desktop)
        else { return false }
        return above < below
      }
    }
  }

  /// How far down a row is on the screen.
  private static func height(
    of row: String, in view: String, _ desktop: Desktop
  ) async throws -> Double? {
    let element = try await desktop.element("\(view) > [label=\"\(row)\"]")
    return element.object("frame")?.object("rect")?.number("y")
  }
}
