import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// The server's own errors about elements with hostile texts.
@Suite(.timeLimit(.minutes(10)))
struct RefusalTextTests {
  private static let text = HostileText.label

  @Test func `No error contains an unescaped label, value or container name`() async throws {
    let server = try await TestServer.start()
    let ids = try await server.run { world in
      let window = try world.addApplication(Self.text).window
      let group = try world.add(.group, Self.text, under: window)
      return try ["", "2"].map { suffix in
        try world.add(.slider, Self.text + suffix, under: group) {
          $0.value = Self.text
        }
      }
    }
    let client = try await server.client()
    var errors: [Status] = []
    func fail<Request: UnaryRequest>(_ request: Request) async throws {
      do {
        _ = try await client.call(request, timeout: .milliseconds(100))
        Issue.record("\(request) did not fail")
      } catch let error as ClientError {
        errors.append(try #require(error.status))
      }
    }
    for condition in [
      WaitCondition.valueEquals("x"), .valueContains("\u{1B}x"), .valueMatches("^\n$"), .checked,
      .disabled, .focused, .disappears, .count(7),
    ] {
      try await fail(WaitForRequest(target: .selector("slider"), condition: condition))
    }
    try await fail(WaitForRequest(target: .id(ids[0]), condition: .valueMatches("(\n\u{9B}")))
    try await fail(GetElementRequest(target: .selector("slider")))
    try await fail(PerformRequest(target: .selector("slider"), command: .press))
    let texts = errors.flatMap { error in
      [error.message] + (error.detail?.candidates.map(\.description) ?? [])
    }
    #expect(texts.contains { $0.contains("matches, first slider") }, "\(texts)")
    #expect(errors.contains { $0.reason == .ambiguous })
    for text in texts {
      #expect(HostileText.raw(in: text).isEmpty, "\(text.debugDescription)")
    }
  }
}
