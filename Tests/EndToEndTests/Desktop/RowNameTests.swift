import BridgeTestSupport
import Testing

/// Rows without a label are named by the texts in them, in every line that lists them.
@Suite
struct `Names of rows` {
  @Test(arguments: ["chromium", "firefox"])
  func `rows are told apart in lists of matches as in outlines`(_ browser: String) async throws {
    let desktop = try await Desktop.start()
    let file = "file://\(Places.fixture("pages/people.html"))"
    let application =
      browser == "chromium"
      ? try desktop.lab.launchChromium([file]) : try desktop.lab.launch("firefox-esr", [file])
    let page = "document[label=People]"
    try await desktop.loaded(browser == "chromium" ? "Chromium" : "Firefox")
    try await desktop.wait("\(page) button[label=Add]")
    // Firefox tells what is in the table last. What was named less than 2 s ago may be something else by the press.
    try await desktop.wait("\(page) row:nth(2) button[label=Edit]")
    try await desktop.wait(page, until: "stable=2500")

    let (bridge, rows) = (desktop.bridge, "\(page) row")
    let outline = try await bridge.client("tree", page)
    func name(of row: Int, in lines: [Substring]) -> String? {
      lines.filter { $0.contains("row with ") }.dropFirst(row).first?.split(separator: " #").first
        .map { String($0.drop { $0 == " " }) }
    }
    #expect(name(of: 0, in: outline.lines) == "row with \"Ada\", \"36\"", "\(outline)")
    let found = try await bridge.client("find", rows)
    #expect(found.lines.count == 2)
    for row in 0..<2 {
      #expect(name(of: row, in: found.lines) == name(of: row, in: outline.lines), "\(found)")
    }
    let waited = try await bridge.client("wait", rows)
    #expect(name(of: 1, in: waited.lines) == name(of: 1, in: outline.lines), "\(waited)")

    let watch = try bridge.start("watch", "--selector", rows)
    _ = try await watch.standardError.line { $0.contains("2 matches") }
    let step = try await bridge.client(
      "press", "\(page) button[label=Add]", "--then", "\(rows):nth(3)")
    let cem = "row with \"Cem\", \"41\" #"
    #expect(step.standardOutput.contains(cem), "\(step)")
    _ = try await watch.standardOutput.line { $0.contains(cem) }
    watch.kill()
    #expect(application.isRunning)
  }
}
