import BridgeProtocol
import BridgeTestSupport
import Testing

@testable import bridge_client

/// Errors use the words of the contract, for writers of clients; on a command line they name options and
/// commands.
@Suite(.timeLimit(.minutes(10)))
struct `The client says errors in the words of the command line` {
  private func failure(
    _ words: [String], _ server: RefusingServer
  ) async throws -> (message: String, remedy: String, standardError: String) {
    let result = try await Subprocess.run(
      Places.builtProgram("bridge-client"), ["--json"] + words,
      environment: ["A11Y_BRIDGE_SERVER": "\(server.address)"])
    let error = try #require(
      try jsonLines(result.standardOutput).last?.object("error"), "\(result)")
    return (error.text("message") ?? "", error.text("remedy") ?? "", result.standardError)
  }

  @Test
  func `no remedy names a field, a method or a file of the contract`() async throws {
    let remedies = Remedy.allCases
    let server = try await RefusingServer(
      remedies.map { Status(.rejected, "no", remedy: $0) })
    let protocolWords = /[a-z]_[a-z]|[A-Z][a-z]+[A-Z]|proto\/|with Find/
    for remedy in remedies {
      let said = try await failure(["get", "#1"], server)
      #expect(!said.remedy.contains(protocolWords), "\(said.remedy)")
      #expect(said.remedy.first?.isUppercase == true, "\(said.remedy)")
      #expect(said.remedy.hasSuffix("."), "\(said.remedy)")
      #expect(said.standardError == "bridge-client: no\n\(said.remedy)\n")
      let saysTime = remedy.rawValue.hasPrefix("Allow more time")
      #expect(said.remedy.contains("--timeout") == saysTime, "\(said.remedy)")
    }
  }

  @Test
  func `a step to run is a whole command line for the same server`() async throws {
    let step = "Run \"keys '#7' 'Enter' --synthesize\", which presses them."
    let selector = "button[label=\"It's\"]"
    let statuses = [
      Status(.unsupported, "no", advice: step),
      Status(.noMatch, "none", selector: selector, remedy: .awaitReading),
      Status(.notResponding, "no", remedy: .awaitResponse),
    ]
    let server = try await RefusingServer(statuses + statuses)
    let known = statuses.map { _ in "bridge-client" }
    let named = statuses.map { _ in "bridge-client --server \(server.address)" }
    for (index, program) in (known + named).enumerated() {
      let option = index < statuses.count ? [] : ["--server", "\(server.address)"]
      let said = try await failure(option + ["get", "#1"], server).remedy
      let expected = [
        "Run \"\(program) keys '#7' 'Enter' --synthesize\", which presses them.",
        "Wait for it, or ask again:\n  \(program) wait 'button[label=\"It'\\''s\"]'",
        "Try again when '\(program) apps' reports that the application responds.",
      ]
      #expect(said == expected[index % statuses.count])
    }
    let agent = CommandWords(nil, forAgent: true)
    #expect(agent.replacingProtocolTerms(remedy: step) == step)
  }

  @Test(arguments: Remedy.allCases)
  func `an agent is told of tools, their arguments and its user`(remedy: Remedy) {
    let said = CommandWords(nil, forAgent: true).replacingProtocolTerms(remedy: remedy.rawValue)
    #expect(
      !said.contains(/[a-z]_[a-z]|[A-Z][a-z]+[A-Z]|bridge-client|a11y-bridge|gRPC/), "\(said)")
    #expect(said.first?.isUppercase == true && said.hasSuffix("."), "\(said)")
    for option in said.matches(of: /--[a-z-]+/) {
      #expect(["--timeout", "--synthesize"].contains(option.0), "\(said)")
    }
    let names = AgentTool.allCases.map(\.rawValue) + ["since", "seconds"]
    for quoted in said.matches(of: /(?:^|[ (])'([^']*)'/) {
      #expect(names.contains(String(quoted.1)), "\(said)")
    }
  }

  static let messages = [
    ("64 concurrent calls of Perform", "64 concurrent calls of 'press'"),
    ("the call of /a11y.bridge.v1.BridgeService/GetTree failed", "the call of 'tree' failed"),
    ("WaitForRequest.text has 5000 bytes", "the text has 5000 bytes"),
    ("HitTestRequest.point.x is 5.", "the point x is 5."),
    ("allow it (allow_synthesis).", "allow it (--synthesize)."),
    ("set snapshot_first", "set watch --snapshot"),
    // Texts that only resemble names from the contract.
    ("Find it since revision 3 is from epoch 4", "Find it since revision 3 is from epoch 4"),
    ("EditableText.SetTextContents of x.y", "EditableText.SetTextContents of x.y"),
    (#"no "allow_synthesis" in "GetTree" "#, #"no "allow_synthesis" in "GetTree" "#),
    ("", ""),
  ]

  @Test
  func `a message names options and commands, and its quotes stay unchanged`() async throws {
    // A command that acts finds the element first.
    let statuses = Self.messages.flatMap { [Status(.noMatch, "none"), Status(.rejected, $0.0)] }
    let server = try await RefusingServer(statuses)
    for (_, expected) in Self.messages {
      #expect(try await failure(["press", "#1"], server).message == expected)
    }
  }

  @Test
  func `each method is printed as an existing command`() async throws {
    let statuses = Method.allCases.map { Status(.rejected, "the call of \($0.rawValue) failed") }
    let server = try await RefusingServer(statuses)
    for _ in Method.allCases {
      let said = try await failure(["get", "#1"], server).message
      let command = try #require(said.firstMatch(of: /the call of '([a-z]+)' failed/)?.1, "\(said)")
      let help = try await Subprocess.run(
        Places.builtProgram("bridge-client"), ["help", String(command)])
      #expect(help.code == 0, "\(help)")
    }
  }

  @Test
  func `call keeps the words of the protocol`() async throws {
    let statuses = Self.messages.map { Status(.rejected, $0.0, remedy: .awaitOther) }
    let server = try await RefusingServer(statuses)
    for (message, _) in Self.messages {
      let said = try await failure(["call", "GetServerInfo"], server)
      #expect(said.message == message)
      let remedy = "Allow more time with --timeout, or check the current elements with Find."
      #expect(said.remedy == remedy)
    }
  }
}
