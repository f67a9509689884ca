import BridgeTestSupport
import Foundation
import Testing

/// `watch --selector` and `announcements` of the command line.
@Suite(.timeLimit(.minutes(10)))
struct `Sets and announcements on the command line` {
  @Test func `watch prints what enters, changes and leaves the sets`() async throws {
    let bridge = try await Bridge()
    let watch = try bridge.start(
      "watch", "--snapshot", "--selector", "text[label=Result]", "--selector", "*[value$=7]",
      "--count", "3")
    _ = try await watch.standardError.line { $0.contains("1 match, 0 matches") }
    for key in ["7", "8"] {
      _ = try await bridge.client("press", "button[label=\"\(key)\"]")
    }
    _ = try await bridge.client("press", "button[label=\"7\"]")
    let exit = try await watch.ended()
    #expect(exit == .code(0))
    let lines = watch.standardOutput.text.split(separator: "\n").map {
      $0.replacing(#/^\[\d+\] /#, with: "").replacing(#/#\d+/#, with: "#")
    }
    #expect(lines.first?.hasPrefix("enter text \"Result\" = \"0\" #") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("change text \"Result\" = \"7\" #") }, "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("enter text \"Result\" = \"7\" #") && $0.hasSuffix("*[value$=7]")
      })
    #expect(
      lines.contains { $0.hasPrefix("leave text \"Result\" #") && $0.hasSuffix("*[value$=7]") })
  }

  @Test func `options that contradict each other are refused`() async throws {
    let bridge = try await Bridge()
    for words in [
      ["watch", "button", "--selector", "link"],
      ["watch", "--selector", "link", "--kinds", "value"],
      ["watch", "--selector", "link", "--in", "window"], ["announcements", "--since", "5"],
      ["announcements", "--since", "5x"], ["announcements", "--epoch", "5"],
      ["announcements", "--since", "5m", "--epoch", "5"],
    ] {
      #expect(try await bridge.client(words).code == 2, "\(words)")
    }
  }

  @Test func `what was announced can be read later`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let before = try await bridge.client("announcements")
    #expect(before.code == 0)
    let json = try await bridge.client("--json", "announcements", "--since", "10m", "--limit", "5")
    #expect(json.code == 0)
    #expect(json.lines.allSatisfy { $0.hasPrefix("{\"revision\":") }, "\(json.standardOutput)")
  }
}
