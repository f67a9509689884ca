import BridgeTestSupport
import Testing

/// LibreOffice Calc: a table of 2³⁰ cells, of which those on screen and those that were requested are
/// mirrored.
@Suite
struct `Calc through TCP` {
  private let table = "application[name=soffice] table[label^=Sheet]"
  private let bar = "application[name=soffice] scrollbar[label^=Vertical]"

  private func start() async throws -> Desktop {
    let desktop = try await Desktop.start()
    _ = try await desktop.launch(
      "soffice", ["--calc", "--norestore", "--nologo", "--nofirststartwizard"], name: "soffice")
    try await desktop.wait("\(table) cell[label=A1]")
    return desktop
  }

  /// Requests a cell, and expects its element to be there with the receipt.
  private func bring(_ address: String, _ desktop: Desktop) async throws {
    let brought = try await desktop.bridge.client(
      "--timeout", "60", "act", table, "cell \(address)")
    #expect(brought.code == 0, "\(brought.standardError)")
    let found = try await desktop.bridge.client("find", "\(table) cell[label=\(address)]")
    #expect(found.code == 0, "\(address) after: \(brought.standardOutput)\(found.standardError)")
  }

  @Test
  func `a requested cell is there with the receipt, and a distant one is not scrolled to`()
    async throws
  {
    let desktop = try await start()
    for address in ["B500000", "C700", "B900000"] { try await bring(address, desktop) }
    let before = try await desktop.element(bar).object("range")?.number("current")
    let refused = try await desktop.bridge.client(
      "--timeout", "60", "scroll", "\(table) cell[label=B500000]")
    #expect(refused.code == 1)
    #expect(refused.standardError.contains("nothing was scrolled"), "\(refused.standardError)")
    #expect(try await desktop.element(bar).object("range")?.number("current") == before)
    let reached = try await desktop.bridge.client(
      "--timeout", "60", "scroll", "\(table) cell[label=C700]")
    #expect(reached.code == 0, "\(reached.standardError)")
    try await desktop.wait("\(table) cell[label=C700]:showing")
  }

  @Test
  func `scrolling sends no value changes of cells, and a formula sends its result`() async throws {
    let desktop = try await start()
    let watcher = try await desktop.watch("value")
    for _ in 1...2 {
      let result = try await desktop.bridge.client(
        "act", bar, "incrementBlock", "--settle", "10000")
      #expect(result.code == 0, "\(result.standardError)")
    }
    try await bring("D5", desktop)
    // The first value of a cell may already be there when the cell is first read.
    for value in ["40", "41"] {
      try await desktop.confirm("set", "\(table) cell[label=D5]", value)
    }
    let told = try await watcher.standardOutput.line { $0.contains("\"new_value\":\"41\"") }
    let cell = try #require(try await desktop.element("\(table) cell[label=D5]").text("id"))
    #expect(told.contains(cell))
    let lines = try jsonLines(watcher.standardOutput.text).filter { $0.text("kind") == "value" }
    // Besides the cell, the scroll bar and the address field change.
    #expect(lines.count < 20, "\(watcher.standardOutput.text.prefix(2000))")

    try await bring("E5", desktop)
    try await desktop.confirm(
      "--timeout", "40", "set", "\(table) cell[label=E5]", "=D5+1", "--synthesize")
    try await desktop.wait("\(table) cell[label=E5][value=\"42\"]")
  }
}
