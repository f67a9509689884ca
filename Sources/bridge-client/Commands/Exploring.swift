internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// `methods` and `call`: the protocol by hand.
enum Exploring {
  private static let schema = Schema.contract

  /// Lists the methods, or the messages of one.
  static func methods(_ session: Session, named name: String?) throws -> ExitCode {
    let chosen = try name.map { [try method($0)] } ?? schema.methods
    if session.json {
      for method in chosen { session.print(MethodCard(method: method, schema: schema)) }
      return .done
    }
    guard name != nil else {
      let rows = chosen.map { [$0.name, $0.requestName, $0.answer] }
      session.output.write(Columns(rows: rows).text())
      return .done
    }
    for method in chosen {
      session.output.line("\(method.path, .bold)")
      show(method.request, "takes \(method.requestName)", session)
      show(method.response, "answers \(method.answer)", session)
    }
    return .done
  }

  private static func show(_ message: String, _ title: String, _ session: Session) {
    session.output.line("\(title)")
    let rows = schema.fields(of: message).map { field in
      [field.name, field.type, field.values.joined(separator: " ")]
    }
    session.output.write(Columns(rows: rows).text(indent: 2))
  }

  /// Calls a method with a message that is written as JSON, and prints what it answers, one object a line.
  ///
  /// - Parameter timeout: of a stream; `nil` lets it last.
  static func call(
    _ session: Session, _ name: String, _ json: String, streamTimeout: Duration?
  ) async throws -> ExitCode {
    let method = try method(name)
    let request = try schema.encode(json, as: method.request)
    let client = try await session.connect()
    defer { client.close() }
    guard method.method.isServerStreaming else {
      let response = try await client.call(method.method, request, timeout: session.timeout)
      try print(response, method, session)
      return .done
    }
    for try await part in client.stream(method.method, request, timeout: streamTimeout) {
      try print(part.bytes, method, session)
    }
    return .done
  }

  private static func method(_ name: String) throws -> SchemaMethod {
    if let method = schema.method(named: name) { return method }
    let known = schema.methods.map(\.name).joined(separator: ", ")
    throw BadCommand("there is no method \(name.quoted(limit: 60)): \(known)")
  }

  private static func print(
    _ bytes: [UInt8], _ method: SchemaMethod, _ session: Session
  ) throws {
    let text: String
    do throws(Status) {
      text = try schema.json(of: bytes, as: method.response)
    } catch {
      throw ClientError.badAnswer("the server's answer cannot be read: \(error.message)")
    }
    session.output.line("\(whole: text)")
  }
}

extension SchemaMethod {
  fileprivate var requestName: String { Self.short(request) }
  fileprivate var answer: String {
    (method.isServerStreaming ? "stream of " : "") + Self.short(response)
  }

  private static func short(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}

/// A method with the fields of its request, for programs.
private struct MethodCard: JSONRepresentable {
  let method: SchemaMethod
  let schema: Schema

  func writeFields(to writer: inout JSONWriter) {
    writer.field("method", method.path)
    writer.field("request", method.request)
    writer.field("response", method.response)
    writer.field("streams", method.method.isServerStreaming)
    writer.key("fields")
    writer.array { list in
      for field in schema.fields(of: method.request) { list.value(FieldCard(field: field)) }
    }
  }
}

private struct FieldCard: JSONRepresentable {
  let field: SchemaField

  func writeFields(to writer: inout JSONWriter) {
    writer.field("name", field.name)
    writer.field("type", field.type)
    writer.field("values", field.values)
  }
}
