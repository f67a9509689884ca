import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The QR code of an invitation` {
  /// Decodes a code that is printed with half blocks.
  private func decoded(_ lines: [String]) async throws -> String {
    let directory = try TemporaryDirectory()
    let width = try #require(lines.map(\.count).max())
    let scale = 6
    var rows: [String] = []
    for line in lines {
      for marks in ["▀█", "▄█"] {
        let cells = line.padding(toLength: width, withPad: " ", startingAt: 0).map { cell in
          Array(repeating: marks.contains(cell) ? "1" : "0", count: scale).joined(separator: " ")
        }
        rows += Array(repeating: cells.joined(separator: " "), count: scale)
      }
    }
    let image = directory.path("code.pbm")
    let text = "P1\n\(width * scale) \(rows.count)\n" + rows.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: image))
    let result = try await Subprocess.run("zbarimg", ["--quiet", "--raw", image])
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let colours = "\u{1B}[38;5;16;48;5;231m"

  @Test func `it is the pasted line, black on white in any terminal`() async throws {
    let machines = try TwoMachines()
    for addresses in [1, 8] {
      var words = ["pair", "--name", "laptop\(addresses)", "--qr"]
      for number in 1...addresses { words += ["--address", "desktop-\(number).example:50151"] }
      let result = try await Subprocess.run(
        Places.builtProgram("a11y-bridge"), words,
        environment: machines.there.merging(["NO_COLOR": "1"]) { $1 })
      let (line, code) = (result.lines.first, result.lines.dropFirst())
      #expect(code.allSatisfy { $0.hasPrefix(Self.colours) && $0.hasSuffix("\u{1B}[0m") })
      let cells = code.map { $0.dropFirst(Self.colours.count).dropLast(4).description }
      #expect(try await decoded(cells) == line.map(String.init))
    }
  }

  @Test func `a pipe gets the line alone`() async throws {
    let machines = try TwoMachines()
    let result = try await machines.admin("pair", "--name", "laptop", "--address", "a.example:1")
    #expect(result.lines.count == 1)
  }

  @Test func `a terminal shows it, unless it is too narrow`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start()
    let program = try Places.builtProgram("a11y-bridge")
    let pair =
      "XDG_STATE_HOME='\(machines.desktop.path)' '\(program)' pair --address a.example:1"
    let wide = try await TerminalSession(
      "\(pair) --name one; sleep 60", columns: 200, rows: 40, on: bridge)
    let rows = try await wide.shows("the code") { rows in
      rows.contains { $0.hasPrefix("Run this on the other machine") }
    }
    let line = try #require(rows.first { $0.hasPrefix("bridge-client pair") })
    let end = try #require(rows.firstIndex { $0.hasPrefix("Run this") })
    #expect(try await decoded(Array(rows[1..<end])) == line)
    try await wide.end()
    let narrow = try await TerminalSession(
      "\(pair) --name two; sleep 60", columns: 40, rows: 40, on: bridge)
    try await narrow.shows("why there is none") { rows in
      rows.joined().contains("The QR code needs")
    }
    try await narrow.end()
  }
}
