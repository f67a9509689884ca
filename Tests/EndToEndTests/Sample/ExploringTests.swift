import BridgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The protocol by hand: methods and call` {
  @Test
  func `methods lists all methods, and the messages of one`() async throws {
    let bridge = try await Bridge()
    let list = try await bridge.client("methods")
    #expect(list.code == 0)
    #expect(list.lines.contains { $0.hasPrefix("Find ") && $0.contains("FindResponse") })
    #expect(list.lines.contains { $0.hasPrefix("Subscribe ") && $0.contains("stream of") })
    let find = try await bridge.client("methods", "find").standardOutput
    #expect(find.contains("/a11y.bridge.v1.BridgeService/Find"))
    #expect(find.contains("page_size") && find.contains("uint32"))
    let objects = try jsonLines(try await bridge.client("--json", "methods").standardOutput)
    #expect(objects.count == list.lines.count)
    #expect(objects.contains { !$0.objects("fields").isEmpty })
    let unknown = try await bridge.client("methods", "nosuch")
    #expect(unknown.code == 2 && unknown.standardError.contains("Subscribe"))
  }

  @Test
  func `a call prints a line of JSON, and refuses unknown fields`() async throws {
    let bridge = try await Bridge()
    let info = try await bridge.client("call", "GetServerInfo")
    #expect(info.code == 0 && info.lines.count == 1, "\(info)")
    #expect(info.standardOutput.contains(#""sources":[{"name":"sample:calculator""#))
    for request in [
      #"{"selector": "button", "page_size": 2}"#, #"{"selector": "button", "pageSize": "2"}"#,
    ] {
      let found = try await bridge.client("call", "find", request)
      #expect(found.code == 0, "\(found)")
      #expect(found.standardOutput.contains(#""total":"19""#), "\(found)")
      #expect(found.standardOutput.contains(#""role":"ROLE_BUTTON""#))
    }
    let typo = try await bridge.client("call", "Find", #"{"selektor": "button"}"#)
    #expect(typo.code == 2 && typo.standardOutput == "")
    #expect(typo.standardError.contains("selector"), "\(typo.standardError)")
    let refused = try await bridge.client("--json", "call", "Find", #"{"selector": "button["}"#)
    #expect(refused.code == 2)
    let error = try #require(try jsonLines(refused.standardOutput).first?.object("error"))
    #expect(error.text("reason") == "SELECTOR_SYNTAX")
  }

  @Test
  func `a stream prints a line for each message, until it ends or enough have come`() async throws {
    let bridge = try await Bridge()
    let generated = try await bridge.client("call", "Generate", #"{"count": 5}"#)
    #expect(generated.code == 0 && generated.lines.count == 5, "\(generated)")
    let request = #"{"snapshot_first": true, "kinds": [], "epoch": 0}"#
    let watching = try bridge.start(["call", "Subscribe", request])
    _ = try await watching.standardOutput.line { $0.contains("subscribed") }
    _ = try await watching.standardOutput.line { $0.contains("snapshot") }
    watching.kill()
    let ended = try await bridge.client("--timeout", "0.3", "call", "Subscribe")
    #expect(ended.code == 4, "\(ended)")
  }
}
