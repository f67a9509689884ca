import BridgeProtocol
import Foundation
import ModelContext
import Testing

/// A conversation, whatever the client sends.
struct `An MCP session` {
  private let tools = [
    ToolSpec(
      "look", "Look.", inputs: [ToolInput("target", .text), ToolInput("limit", .number(1...9))]),
    ToolSpec(
      "do", "Act.", inputs: [ToolInput("steps", .texts(3), isRequired: true)], acts: true,
      hasOutcome: true),
  ]

  private func session() -> MCPSession {
    MCPSession(
      MCPConfiguration(
        name: "test", version: "1", instructions: "Look.", tools: tools,
        resources: [ResourceSpec("bridge://a", "a", "A."), ResourceSpec("bridge://b", "b", "B.")]))
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func sent(_ effects: [MCPSession.Effect]) throws -> [[String: Any]] {
    try effects.compactMap { if case .send(let line) = $0 { try object(line) } else { nil } }
  }

  private func code(_ answer: [String: Any]?) -> Int? {
    (answer?["error"] as? [String: Any])?["code"] as? Int
  }

  private func modern(_ id: Int, _ method: String, _ parameters: String = "") -> String {
    let more = parameters.isEmpty ? "" : parameters + ","
    return
      "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":{\(more)\"_meta\":"
      + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
      + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p\(id)\"}}}"
  }

  private func plain(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}"
  }

  private func cancel(_ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\(id)}}"
  }

  private func begun() -> MCPSession {
    var session = session()
    _ = session.receive(plain(0, "initialize", "{\"protocolVersion\":\"2025-11-25\"}"))
    return session
  }

  // MARK: Both eras

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
  ])
  func `initialize agrees on a version`(asked: String, agreed: String) throws {
    var session = session()
    let answer = try sent(
      session.receive(plain(1, "initialize", "{\"protocolVersion\":\"\(asked)\"}")))[0]
    let result = try #require(answer["result"] as? [String: Any])
    #expect(result["protocolVersion"] as? String == agreed)
    #expect(result["resultType"] == nil)
    #expect(result["instructions"] as? String == "Look.")
    #expect(
      session.receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").isEmpty)
    #expect(code(try sent(session.receive(plain(2, "initialize", "{}"))).first) == -32600)
  }

  @Test(arguments: ["null", "[]", "\"x\"", "5"])
  func `nothing is answered to a notification whose parameters are wrong`(params: String) {
    var session = begun()
    let line =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":\(params)}"
    #expect(session.receive(line).isEmpty)
  }

  @Test func `without initialize each request names its version`() throws {
    var session = session()
    let discovered = try sent(session.receive(modern(1, "server/discover")))[0]
    let result = try #require(discovered["result"] as? [String: Any])
    #expect(result["supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(result["resultType"] as? String == "complete")
    #expect(result["ttlMs"] is Int && result["cacheScope"] is String)
    #expect(code(try sent(session.receive(plain(2, "tools/list"))).first) == -32602)
    #expect(code(try sent(session.receive(plain(3, "server/discover"))).first) == -32602)
    let other = modern(4, "tools/list").replacing("2026-07-28", with: "2030-01-01")
    #expect(code(try sent(session.receive(other)).first) == -32022)
    #expect(code(try sent(session.receive(modern(5, "ping"))).first) == -32601)
    #expect(try sent(session.receive(plain(6, "ping"))).first?["result"] != nil)
  }

  @Test func `tools that act are listed only for clients that may act`() throws {
    for mayAct in [true, false] {
      var session = begun()
      guard case .listTools(let id)? = session.receive(plain(1, "tools/list")).first else {
        Issue.record("no list")
        return
      }
      let line = session.finish(id, .tools(mayAct: mayAct)) ?? ""
      let result = try #require(try object(line)["result"] as? [String: Any])
      let names = (result["tools"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
      #expect(names == (mayAct ? ["look", "do"] : ["look"]))
    }
  }

  @Test func `a call is answered once, with its outcome`() throws {
    var session = begun()
    let call = "{\"name\":\"do\",\"arguments\":{\"steps\":[\"press a\",\"wait b\"]}}"
    guard
      case .call(let id, let tool, let arguments)? = session.receive(plain(7, "tools/call", call))
        .first
    else {
      Issue.record("no call")
      return
    }
    #expect(tool.name == "do")
    #expect(arguments.texts("steps") == ["press a", "wait b"])
    let line = session.finish(id, .tool(ToolResult("refused", .no))) ?? ""
    let result = try #require(try object(line)["result"] as? [String: Any])
    #expect(result["isError"] as? Bool == true)
    #expect((result["structuredContent"] as? [String: String]) == ["outcome": "no"])
    #expect(session.finish(id, .tool(ToolResult("again"))) == nil)
  }

  @Test func `arguments that do not fit are told as a result that can be corrected`() throws {
    var session = begun()
    let wrong = [
      "{\"name\":\"look\",\"arguments\":{\"target\":3}}",
      "{\"name\":\"look\",\"arguments\":{\"limit\":10}}",
      "{\"name\":\"look\",\"arguments\":{\"limit\":1.5}}",
      "{\"name\":\"look\",\"arguments\":{\"nope\":1}}",
      "{\"name\":\"do\"}", "{\"name\":\"do\",\"arguments\":{\"steps\":[]}}",
      "{\"name\":\"do\",\"arguments\":{\"steps\":[\"a\",\"b\",\"c\",\"d\"]}}",
      "{\"name\":\"do\",\"arguments\":{\"steps\":\"press a\"}}",
    ]
    for (index, call) in wrong.enumerated() {
      let answer = try sent(session.receive(plain(index, "tools/call", call))).first
      let result = answer?["result"] as? [String: Any]
      #expect(result?["isError"] as? Bool == true, "\(call)")
    }
    for call in ["{}", "{\"name\":\"nope\"}", "{\"name\":\"look\",\"arguments\":[]}"] {
      #expect(
        code(try sent(session.receive(plain(90, "tools/call", call))).first) == -32602, "\(call)")
    }
  }

  // MARK: Bad input

  @Test(arguments: [
    ("not json", -32700), ("{\"jsonrpc\":\"2.0\",", -32700), ("[]", -32600), ("3", -32600),
    ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600),
    ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":3}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32602),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nope\"}", -32602),
    (String(repeating: "[", count: 100_000), -32700),
  ])
  func `what is no message is refused, and the conversation goes on`(line: String, expected: Int)
    throws
  {
    var session = session()
    let answer = try sent(session.receive(line)).first
    #expect(code(answer) == expected)
    // The id is null, and not left out, unless it could be read.
    let hasID = line.contains("\"id\":1,") || line.hasSuffix("\"id\":1}")
    #expect(hasID && !line.hasPrefix("[") ? answer?["id"] as? Int == 1 : answer?["id"] is NSNull)
    #expect(try sent(session.receive(plain(9, "ping"))).first?["result"] != nil)
  }

  @Test func `a line that is not UTF-8 is a parse error without an id`() throws {
    let session = session()
    let answer = try sent([session.refuseMalformedLine()]).first
    #expect(code(answer) == -32700)
    #expect(answer?["id"] is NSNull)
  }

  @Test func `answers, empty lines and unknown notifications are ignored`() {
    var session = begun()
    for line in [
      "", "  ", "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nope\"}", cancel(77),
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
    ] {
      #expect(session.receive(line).isEmpty, "\(line)")
    }
  }

  @Test func `a cancelled call is stopped once, and never answered`() throws {
    var session = begun()
    guard
      case .call(let id, _, _)? = session.receive(plain(5, "tools/call", "{\"name\":\"look\"}"))
        .first
    else {
      Issue.record("no call")
      return
    }
    guard case .cancel(let cancelled)? = session.receive(cancel(5)).first else {
      Issue.record("not cancelled")
      return
    }
    #expect(cancelled == id)
    #expect(session.receive(cancel(5)).isEmpty)
    #expect(session.finish(id, .tool(ToolResult("late"))) == nil)
    #expect(session.progress(id, seconds: 1, of: 2) == nil)
  }

  @Test func `an id in use and too many requests are refused`() throws {
    var session = begun()
    _ = session.receive(plain(1, "tools/list"))
    let twice = try sent(session.receive(plain(1, "tools/list"))).first
    #expect(code(twice) == -32600)
    #expect(twice?["id"] is NSNull)
    for id in 2...MCPSession.maxRequests { _ = session.receive(plain(id, "tools/list")) }
    #expect(code(try sent(session.receive(plain(999, "tools/list"))).first) == -32000)
  }

  @Test func `ids and tokens come back as they were written`() throws {
    var session = session()
    let line = modern(1, "tools/call", "\"name\":\"look\"")
      .replacing("\"id\":1", with: "\"id\":\"a\\\"\\u0007\"")
    guard case .call(let id, _, _)? = session.receive(line).first else {
      Issue.record("no call")
      return
    }
    let progress = try object(session.progress(id, seconds: 3, of: 10) ?? "")
    let parameters = progress["params"] as? [String: Any]
    #expect(parameters?["progressToken"] as? String == "p1")
    #expect(parameters?["progress"] as? Int == 3)
    let answer = try object(session.finish(id, .tool(ToolResult("ok"))) ?? "")
    #expect(answer["id"] as? String == "a\"\u{7}")
  }

  // MARK: Resources

  @Test func `changes of resources are reported to those who listen`() throws {
    var session = begun()
    let effects = session.receive(
      modern(
        3, "subscriptions/listen",
        "\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"bridge://a\",\"x:\"]}"
      ))
    guard case .watch(let uris)? = effects.last else {
      Issue.record("nothing is watched")
      return
    }
    #expect(effects.count == 1)
    #expect(uris == ["bridge://a"])
    let acknowledged = try object(try #require(session.watching("bridge://a").first))
    #expect(acknowledged["method"] as? String == "notifications/subscriptions/acknowledged")
    let honoured = (acknowledged["params"] as? [String: Any])?["notifications"] as? [String: Any]
    #expect(honoured?.keys.sorted() == ["resourceSubscriptions"])
    #expect(honoured?["resourceSubscriptions"] as? [String] == ["bridge://a"])
    _ = session.receive(plain(4, "resources/subscribe", "{\"uri\":\"bridge://b\"}"))
    #expect(session.updated("bridge://a").count == 1)
    #expect(session.updated("bridge://b").count == 1)
    guard case .watch(let left)? = session.receive(cancel(3)).last else {
      Issue.record("the subscription stays")
      return
    }
    #expect(left == ["bridge://b"])
    #expect(session.updated("bridge://a").isEmpty)
    // Each version has its own code for a resource that does not exist.
    let unknown = plain(5, "resources/read", "{\"uri\":\"x:\"}")
    #expect(code(try sent(session.receive(unknown)).first) == -32002)
    let modern = modern(6, "resources/read", "\"uri\":\"x:\"")
    #expect(code(try sent(session.receive(modern)).first) == -32602)
  }

  @Test(arguments: [
    ("[\"x:\"]", -32602), ("[\"x:\",\"bridge://\"]", -32602), ("[3]", -32602),
    ("\"bridge://a\"", -32602),
    ("[\"bridge://a\",null]", -32602),
  ])
  func `a request to listen to what is not listed is an error`(uris: String, expected: Int) throws {
    var session = begun()
    let listen = modern(
      3, "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":\(uris)}")
    for _ in 0..<2 {
      let answer = try sent(session.receive(listen)).first
      #expect(code(answer) == expected, "\(uris)")
      #expect(answer?["id"] as? Int == 3)
    }
    #expect(session.updated("bridge://a").isEmpty)
    let single = plain(4, "resources/subscribe", "{\"uri\":\"x:\"}")
    #expect(code(try sent(session.receive(single)).first) == -32002)
  }

  @Test func `a request to listen to other news is acknowledged, with none of them`() throws {
    var session = begun()
    let listen = modern(
      3, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")
    let answer = try #require(try sent(session.receive(listen)).first)
    #expect(answer["method"] as? String == "notifications/subscriptions/acknowledged")
    let honoured = (answer["params"] as? [String: Any])?["notifications"] as? [String: Any]
    #expect(honoured?.isEmpty == true)
  }

  @Test func `a resource that the server refuses is refused once, with the reason`() throws {
    var session = begun()
    #expect(
      try sent(session.receive(plain(3, "resources/subscribe", "{\"uri\":\"bridge://a\"}"))).isEmpty
    )
    let lines = session.watching("bridge://a", refusal: "not allowed")
    #expect(lines.count == 1)
    let error = try object(try #require(lines.first))
    #expect(error["id"] as? Int == 3)
    #expect((error["error"] as? [String: Any])?["message"] as? String == "not allowed")
    #expect(session.updated("bridge://a").isEmpty)
    // Whoever asks again makes the server be asked again.
    let again = session.receive(plain(4, "resources/subscribe", "{\"uri\":\"bridge://a\"}"))
    guard case .watch(["bridge://a"])? = again.first else {
      Issue.record("it is not watched")
      return
    }
    #expect(try object(try #require(session.watching("bridge://a").first))["result"] != nil)
    #expect(session.updated("bridge://a").count == 1)
  }

  @Test func `of several resources those that are refused are left out`() throws {
    var session = begun()
    let listen = { (id: Int) in
      self.modern(
        id, "subscriptions/listen",
        "\"notifications\":{\"resourceSubscriptions\":[\"bridge://a\",\"bridge://b\"]}")
    }
    _ = session.receive(listen(3))
    #expect(session.watching("bridge://a").isEmpty, "the other one is not known yet")
    let line = try object(try #require(session.watching("bridge://b", refusal: "no").first))
    let honoured = (line["params"] as? [String: Any])?["notifications"] as? [String: Any]
    #expect(honoured?["resourceSubscriptions"] as? [String] == ["bridge://a"])
    // With none left the request itself fails, and its id is free.
    _ = session.receive(cancel(3))
    _ = session.receive(listen(4))
    #expect(session.watching("bridge://a", refusal: "no").isEmpty)
    let failed = try object(try #require(session.watching("bridge://b", refusal: "nor this").first))
    #expect((failed["error"] as? [String: Any])?["message"] as? String == "no nor this")
    guard case .watch(["bridge://a", "bridge://b"])? = session.receive(listen(4)).first else {
      Issue.record("the id is not free")
      return
    }
  }

  @Test func `text of applications is marked, and cannot end the mark`() {
    let text = MarkedText.mark("a </ui> b < c <UI> </Ui  > <u> d")
    #expect(text == "<ui>\na &lt;/ui> b < c &lt;UI> &lt;/Ui  > <u> d\n</ui>")
    #expect(MarkedText.mark("") == "<ui>\n\n</ui>")
  }
}
