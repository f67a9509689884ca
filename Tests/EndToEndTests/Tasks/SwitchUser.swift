import BridgeTestSupport
import Testing

/// Somebody with two switches: one moves on, the other one selects.
struct SwitchUser {
  private let client: RunningProcess
  private(set) var heard: [String] = []

  /// The number of choices that are passed before it is clear that something is not presented.
  private static let patience = 120

  init(in application: String, on bridge: Bridge) throws {
    client = try bridge.start([
      "--json", "switch-control", "application[name=\"\(application)\"]", "--echo", "--mode",
      "items",
    ])
  }

  /// Moves on until a choice is presented, and selects it so many times. Other words are commands.
  mutating func take(_ step: String) async throws {
    if step.hasPrefix("hear ") || step.hasPrefix("mode ") { return client.write("\(step)\n") }
    let (choice, count) = step.fields(separatedBy: " * ") ?? (step, "1")
    for _ in 0..<Self.patience {
      guard try await next().contains(choice) else { continue }
      for _ in 0..<(Int(count) ?? 0) { client.write("select\n") }
      return
    }
    throw NotPresented(description: "\(choice) is not presented, only \(heard.suffix(20))")
  }

  /// Moves on, and returns what is presented.
  private mutating func next() async throws -> String {
    client.write("next\n")
    var isAnswer = false
    while true {
      let line = try #require(try await client.standardOutput.line(), "\(heard)")
      let said = try #require(try jsonLines(line).first)
      let text = said.text("text") ?? ""
      switch said.text("kind") {
      case "command": isAnswer = text == "next"
      case "element" where isAnswer, "choice" where isAnswer:
        heard.append(text)
        return text
      default: heard.append(text)
      }
    }
  }

  /// Ends, and returns everything that was heard.
  consuming func finish() async throws -> (lines: [String], code: RunningProcess.Exit) {
    client.closeInput()
    let code = try await client.ended()
    while let line = try await client.standardOutput.line() {
      heard += try jsonLines(line).compactMap { $0.text("text") }
    }
    return (heard, code)
  }

  struct NotPresented: Error, CustomStringConvertible {
    let description: String
  }
}
