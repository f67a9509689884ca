import AccessibilityRendering
import BridgeProtocol
import BridgeTestSupport
import Foundation
import ModelContext
import Testing

@testable import bridge_client

/// What agents must read before they begin is short.
struct `What agents read first` {
  private static let request =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
    + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}"

  @Test func `the list of tools has at most 8 tools and 1,500 tokens`() throws {
    let tools = AgentTool.allCases.map(\.spec)
    #expect(tools.count <= 8)
    var session = MCPSession(
      MCPConfiguration(name: "t", version: "1", instructions: "", tools: tools, resources: []))
    guard case .listTools(let id)? = session.receive(Self.request).first else {
      Issue.record("no list")
      return
    }
    let line = session.finish(id, .tools(mayAct: true)) ?? ""
    #expect(line.contains("\"name\":\"help\""))
    #expect((500...1_500).contains(TokenEstimate(of: line).tokens))
  }

  @Test func `the skill has at most 800 tokens, and its commands are understood`() throws {
    let path = "\(Places.root)/skills/a11y-bridge/SKILL.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect((300...800).contains(TokenEstimate(of: text).tokens))
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("bridge-client ") }
    #expect(lines.count > 10)
    for line in lines where !line.contains("|") && !line.contains("COMMAND") {
      let command = line.split(separator: "#").first.map(String.init) ?? ""
      let words = try StepWords.split(command).dropFirst().map { word in
        ["N-M": "4-5", "ID": "482117350014"][word] ?? word
      }
      guard case .run(let parsed) = try ClientProgram.description.read(Array(words)) else {
        Issue.record("\(line) only shows help")
        continue
      }
      let type = try #require(ClientProgram.commands.first { $0.spec.name == parsed.command })
      _ = try type.init(parsed)
    }
  }

  /// A receipt for each effect that a server can report.
  private static let receipts = Receipt.Effect.allCases.filter { $0 != .refused }.map { effect in
    Receipt(outcome: effect == .seen ? .confirmed : .unconfirmed, effect: effect, retry: .unsafe)
  }

  @Test func `the skill and the guide explain the words that are printed, and no others`() throws {
    let path = "\(Places.root)/skills/a11y-bridge/SKILL.md"
    let skill = try String(contentsOfFile: path, encoding: .utf8)
    let words = Set(ReceiptText.Word.allCases.map(\.rawValue))
    for receipt in Self.receipts {
      let printed = ReceiptText.outcome(of: receipt).plain
      #expect(words.contains(String(printed.prefix { $0.isLetter })), "\(printed)")
    }
    let retries = [Receipt.Retry.safe, .unsafe].map { ReceiptText.retry($0).plain }
    let paragraph = try #require(
      skill.split(separator: "\n\n").first { $0.hasPrefix("The first word of the answer") })
    let explained = paragraph.matches(of: /`([a-z: ]+)`/).map { String($0.output.1) }
    #expect(Set(explained) == words.union(retries))
    for word in words { #expect(AgentGuide.text.contains(word), "\(word)") }
    #expect(AgentGuide.text.contains(retries[1]))
  }

  @Test func `the skill names the exit codes that the program has`() throws {
    let path = "\(Places.root)/skills/a11y-bridge/SKILL.md"
    let skill = try String(contentsOfFile: path, encoding: .utf8)
    let paragraph = try #require(
      skill.split(separator: "\n\n").first { $0.hasPrefix("Exit codes:") })
    let numbers = paragraph.matches(of: /\b\d\b/).compactMap { Int32($0.output) }
    #expect(numbers.count > 5)
    for number in numbers { #expect(ExitCode(rawValue: number) != nil, "\(number)") }
    #expect(ClientProgram.description.exitCodes.count == ExitCode.allCases.count)
  }

  @Test func `the guide names only commands and selectors that exist`() throws {
    #expect(TokenEstimate(of: AgentGuide.text).tokens < 500)
    for name in [
      "press", "set", "insert", "keys", "focus", "select", "wait", "find", "get", "tree",
    ] {
      #expect(ClientProgram.commands.contains { $0.spec.name == name })
      #expect(AgentGuide.text.contains("\(name) "))
    }
  }
}
