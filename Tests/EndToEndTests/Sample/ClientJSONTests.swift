import BridgeTestSupport
import Foundation
import Testing

@Suite
struct `The client, as JSON for programs` {
  @Test(arguments: [
    ["info"], ["apps"], ["tree"], ["tree", "window", "--depth", "1"],
    ["find", "button"], ["find", "button", "--limit", "3"], ["get", "text"], ["hit", "40,150"],
    ["press", "button[label=\"7\"]"], ["act", "text", "Clear"],
    ["press", "button:nth(4)", "--no-settle"], ["watch", "--snapshot", "--for", "0.2"],
    ["wait", "text"], ["wait", "button", "--until", "count=19"], ["verify"], ["doctor"],
    ["bench", "roundtrip", "--seconds", "0.2"], ["bench", "find", "--seconds", "0.2"],
    ["bench", "outline", "--seconds", "0.2", "--budget", "200"],
  ])
  func `every command prints one object per line, in snake case, ids as numbers of 12 digits`(
    words: [String]
  ) async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(["--json"] + words)
    #expect(result.code == 0, "\(result.standardError)")
    #expect(try !jsonLines(result.standardOutput).isEmpty)
    // Before or after the command: a common option may have any position.
    #expect(try await bridge.client(words + ["--json"]).standardOutput.first == "{")
  }

  @Test(arguments: [
    (["get", "#100000000000"], "UNKNOWN_ELEMENT", 1),
    (["find", "button["], "SELECTOR_SYNTAX", 2),
    (["get", "button"], "AMBIGUOUS", 1),
  ])
  func `a failure is printed as an object too, with its exit code`(
    words: [String], reason: String, code: Int
  ) async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(["--json"] + words)
    let error = try #require(try jsonLines(result.standardOutput).first?.object("error"))
    #expect(error.text("reason") == reason)
    #expect(error.text("message")?.isEmpty == false)
    #expect(error.number("exit_code") == Double(code) && result.code == Int32(code))
    #expect(result.standardError.hasPrefix("bridge-client: "))
  }

  @Test
  func `an element has what the outline shows, and the revision at which it was read`() async throws
  {
    let bridge = try await Bridge()
    let line = try await bridge.client("--json", "get", "button[label=\"7\"]").standardOutput
    let element = try #require(try jsonLines(line).first)
    #expect(try await element.text("id") == String(bridge.idBase() + 8))
    #expect(element.text("role") == "button")
    #expect(element.text("label") == "7")
    #expect(element.text("identifier") == "digit-7")
    #expect(element.text("revision") == "1")
    #expect(element.texts("states").contains("enabled"))
    #expect(element.objects("actions").first?.text("kind") == "press")
    #expect(element.object("frame")?.object("rect")?.number("width") == 64)
  }

  @Test
  func `a receipt has the changes of the action`() async throws {
    let bridge = try await Bridge()
    let line = try await bridge.client("--json", "press", "button[label=\"7\"]").standardOutput
    let receipt = try #require(try jsonLines(line).first)
    #expect(receipt.text("outcome") == "confirmed")
    let update = try #require(receipt.object("update"))
    #expect(update.objects("changed").first?.text("value") == "7")
    let value = update.objects("notifications").first?.object("value_changed")
    #expect(try await value?.text("element_id") == String(bridge.idBase() + 3))
    #expect(value?.text("old_value") == "0")
    #expect(value?.text("new_value") == "7")
    #expect(receipt.text("revision_after") == "2")
  }

  @Test
  func `a receipt names removed elements, which cannot be read any more`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let line = try await bridge.client("--json", "act", "list > [label=Bread]", "delete")
      .standardOutput
    let receipt = try #require(try jsonLines(line).first)
    let id = try #require(receipt.text("element_id"))
    #expect(try await bridge.client("get", "#\(id)").code == 1)
    #expect(receipt.text("element_role") == "switch")
    #expect(receipt.text("element_label") == "Bread")
  }

  @Test
  func `watch begins with its revision, then prints each notification on a line`() async throws {
    let bridge = try await Bridge()
    let watcher = try bridge.start("--json", "watch", "--kinds", "value", "--for", "20")
    let first = try #require(try await watcher.standardOutput.line())
    #expect(try jsonLines(first).first?.object("subscribed")?.text("revision") == "1")
    for key in ["7", "add", "8", "equals"] {
      #expect(try await bridge.client("press", "button[label=\"\(key)\"]").code == 0)
    }
    let line = try await watcher.standardOutput.line { $0.contains("\"15\"") }
    let notification = try #require(try jsonLines(line).first)
    #expect(notification.text("kind") == "value")
    #expect(notification.object("value_changed")?.text("new_value") == "15")
    #expect(notification.text("revision") != nil)
  }

  @Test
  func `a refusal is printed on standard output as data, its reason in the exit code`() async throws
  {
    let bridge = try await Bridge()
    let result = try await bridge.client("--json", "delete", "button[label=\"7\"]")
    #expect(result.code == 1)
    let receipt = try #require(try jsonLines(result.standardOutput).first)
    #expect(receipt.text("outcome") == "refused")
    #expect(receipt.object("refusal")?.text("message")?.contains("delete") == true)
  }
}
