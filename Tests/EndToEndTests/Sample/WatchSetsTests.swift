import AccessibilityRendering
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
    _ = try await watch.standardError.line {
      $0.contains("1 match of 'text[label=Result]', 0 matches of '")
    }
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
        $0.hasPrefix("enter text \"Result\" = \"7\" #")
          && $0.hasSuffix(" in set '*[value$=7]'")
      })
    #expect(
      lines.contains { $0.hasPrefix("leave text \"Result\" #") && $0.hasSuffix("*[value$=7]'") })
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

  @Test func `a bare revision with its epoch means the same as one that has it`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let info = try #require(
      try jsonLines(try await bridge.client("--json", "info").standardOutput).first)
    let epoch = try #require(UInt64(info.text("epoch") ?? ""))
    for number in [epoch, 77] {
      let bare = ["--since", "1", "--epoch", "\(number)"]
      let marked = ["--since", "1-\(number % 1_000_000)"]
      for command in [["announcements"], ["watch", "--kinds", "value", "--for", "0.2"]] {
        let (first, second) = (
          try await bridge.client(command + bare), try await bridge.client(command + marked)
        )
        #expect(first.code == second.code, "\(command): \(first), \(second)")
        let isRefused = command[0] == "watch" && number == 77
        #expect(first.code == (isRefused ? 1 : 0), "\(first)")
        let tellsOfRestart = [first, second].map { $0.standardError.contains("restarted since 1-") }
        #expect(tellsOfRestart == [number == 77, number == 77], "\(first), \(second)")
      }
    }
    for command in ["announcements", "watch"] {
      let unclear = try await bridge.client(command, "--since", "1")
      #expect(unclear.code == 2 && unclear.standardError.contains("requires --epoch"))
    }
  }

  @Test func `a long announcement is cut where it does not fit, and marked`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    for word in ["pears and ", "\u{1F600}\u{4E00}\u{2067}"] {
      let text = String(repeating: word, count: 300)
      let done = try await bridge.client(
        "do", "set textbox[label=\"New item\"] '\(text)'", "press button[label=Add]",
        "--no-changes")
      #expect(done.code == 0, "\(done)")
      let told = try #require(done.lines.first { $0.contains("said \"") })
      #expect(TokenEstimate(of: told).tokens < 80 && told.contains(" characters)"), "\(told)")
      for budget in [100, 300] {
        let list = try await bridge.client("announcements", "--budget", "\(budget)")
        let printed = list.standardOutput + list.standardError
        #expect((20...budget).contains(TokenEstimate(of: printed).tokens), "\(list)")
        #expect(list.standardOutput.contains("\(text.unicodeScalars.count + 6) characters)"))
        #expect(list.standardError.contains("--json prints all of it"), "\(list)")
      }
    }
    let whole = try await bridge.client("announcements").standardOutput
    #expect(whole.contains(String(repeating: "pears and ", count: 300)))
  }

  @Test func `a receipt has no more of a new label than an outline has`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let text = String(repeating: "pears and ", count: 300)
    #expect(try await bridge.client("set", "textbox[label=\"New item\"]", text).code == 0)
    let added = try await bridge.client("press", "button[label=Add]")
    #expect(added.standardOutput.contains("announcement \"pears"), "\(added)")
    #expect(TokenEstimate(of: added.standardOutput).tokens < 200, "\(added)")
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
