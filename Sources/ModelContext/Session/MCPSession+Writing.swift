internal import AccessibilityRendering

/// What a request led to.
package enum MCPAnswer: Sendable {
  /// The tools, those that act only if the client may act.
  case tools(mayAct: Bool)
  case tool(ToolResult)
  /// The text of a resource.
  case resource(uri: String, text: String)
  case failure(RPCError)
}

extension MCPSession {
  /// How long lists may be kept, in milliseconds.
  private static let listLifetime = 60_000

  private static func message(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.object {
      $0.field("jsonrpc", "2.0")
      body(&$0)
    }
    return writer.text
  }

  static func line(_ error: RPCError, _ id: RequestID?) -> String {
    message { writer in
      writer.key("id")
      write(id, &writer)
      writer.key("error")
      writer.object { object in
        object.field("code", error.code)
        object.field("message", error.message)
        if let data = error.data {
          object.key("data")
          object.json(data)
        }
      }
    }
  }

  private static func write(_ id: RequestID?, _ writer: inout JSONWriter) {
    if let id { writer.json(id.json) } else { writer.null() }
  }

  /// Returns a response.
  ///
  /// - Parameter isCacheable: Whether the version of 2026 says how long it may be kept.
  func result(
    _ id: RequestID, _ era: Era, isCacheable: Bool = false, lifetime: Int = 0,
    _ body: (inout JSONWriter) -> Void
  ) -> String {
    Self.message { writer in
      writer.key("id")
      Self.write(id, &writer)
      writer.key("result")
      writer.object { result in
        body(&result)
        guard era == .modern else { return }
        result.field("resultType", "complete")
        if isCacheable {
          result.field("ttlMs", lifetime)
          result.field("cacheScope", "private")
        }
        result.key("_meta")
        result.object { meta in
          meta.key(named: MetaKey.serverInfo)
          meta.object(serverInfo)
        }
      }
    }
  }

  private func serverInfo(_ writer: inout JSONWriter) {
    writer.field("name", configuration.name)
    writer.field("version", configuration.version)
  }

  private func capabilities(_ writer: inout JSONWriter) {
    writer.key("capabilities")
    writer.object { capabilities in
      capabilities.key("tools")
      capabilities.object { _ in }
      capabilities.key("resources")
      capabilities.object { $0.field("subscribe", true) }
    }
  }

  func initialized(_ id: RequestID, _ version: String) -> String {
    result(id, .handshake) { result in
      result.field("protocolVersion", version)
      capabilities(&result)
      result.key("serverInfo")
      result.object(serverInfo)
      result.field("instructions", configuration.instructions)
    }
  }

  func discover(_ id: RequestID) -> String {
    result(id, .modern, isCacheable: true, lifetime: Self.listLifetime) { result in
      result.field("supportedVersions", ProtocolVersion.modern)
      capabilities(&result)
      result.field("instructions", configuration.instructions)
    }
  }

  func resources(_ id: RequestID, _ era: Era) -> String {
    result(id, era, isCacheable: true, lifetime: Self.listLifetime) { result in
      result.key("resources")
      result.array { resources in
        for resource in configuration.resources {
          resources.object { object in
            object.field("uri", resource.uri)
            object.field("name", resource.name)
            object.field("description", resource.summary)
            object.field("mimeType", "text/plain")
          }
        }
      }
    }
  }

  func line(_ answer: MCPAnswer, _ id: RequestID, _ request: Pending) -> String {
    switch answer {
    case .failure(let error): return Self.line(error, id)
    case .tools(let mayAct):
      return result(id, request.era, isCacheable: true, lifetime: Self.listLifetime) { result in
        result.key("tools")
        result.array { tools in
          for tool in configuration.tools where mayAct || !tool.acts { tools.value(tool) }
        }
      }
    case .tool(let answer):
      return result(id, request.era) { Self.write(answer, of: request.tool, &$0) }
    case .resource(let uri, let text):
      return result(id, request.era, isCacheable: true) { result in
        result.key("contents")
        result.array { contents in
          contents.object { object in
            object.field("uri", uri)
            object.field("mimeType", "text/plain")
            object.field("text", text)
          }
        }
      }
    }
  }

  private static func write(
    _ answer: ToolResult, of tool: ToolSpec?, _ writer: inout JSONWriter
  ) {
    writer.key("content")
    writer.array { content in
      content.object { object in
        object.field("type", "text")
        object.field("text", answer.text)
      }
    }
    if tool?.hasOutcome == true {
      writer.key("structuredContent")
      writer.object { $0.field("outcome", answer.outcome.rawValue) }
    }
    writer.field("isError", answer.outcome != .done)
  }

  // MARK: Notifications

  private static func notification(
    _ method: String, _ parameters: (inout JSONWriter) -> Void
  ) -> String {
    message { writer in
      writer.field("method", method)
      writer.key("params")
      writer.object(parameters)
    }
  }

  private static func mark(_ subscription: RequestID, _ writer: inout JSONWriter) {
    writer.key("_meta")
    writer.object { meta in
      meta.key(named: MetaKey.subscriptionID)
      write(subscription, &meta)
    }
  }

  func acknowledged(_ id: RequestID, _ uris: Set<String>) -> String {
    Self.notification("notifications/subscriptions/acknowledged") { parameters in
      Self.mark(id, &parameters)
      parameters.key("notifications")
      parameters.object { honoured in
        if !uris.isEmpty { honoured.field("resourceSubscriptions", uris.sorted()) }
      }
    }
  }

  static func updated(_ uri: String, subscription: RequestID?) -> String {
    notification("notifications/resources/updated") { parameters in
      if let subscription { mark(subscription, &parameters) }
      parameters.field("uri", uri)
    }
  }

  static func progress(_ token: String, _ seconds: Int, _ total: Int?) -> String {
    notification("notifications/progress") { parameters in
      parameters.key("progressToken")
      parameters.json(token)
      parameters.field("progress", seconds)
      parameters.field("total", total)
    }
  }
}
