internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct MethodsCommand: ClientCommand {
  static let beginsWithServer = false

  static let spec = CommandSpec(
    "methods", summary: "List the methods of the protocol, or show the messages of one",
    arguments: [.optional("method", "Method whose messages to show, such as Find", kind: .method)],
    example: "bridge-client methods", moreExamples: ["bridge-client methods Perform"])

  private let schema = Schema.contract
  private let method: SchemaMethod?

  init(_ parsed: ParsedCommand) throws {
    method = try parsed.argument("method").map(schema.requiredMethod)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let chosen = method.map { [$0] } ?? schema.methods
    if session.json {
      for method in chosen { session.print(MethodCard(method: method, schema: schema)) }
      return .done
    }
    guard method != nil else {
      let rows = chosen.map { [$0.name, $0.requestName, $0.answer] }
      session.output.write(Columns(rows: rows).text())
      return .done
    }
    for method in chosen {
      session.output.line("\(method.path, .bold)")
      show(method.request, "request \(method.requestName)", session)
      show(method.response, "response \(method.answer)", session)
    }
    return .done
  }

  private func show(_ message: String, _ title: String, _ session: Session) {
    session.output.line("\(title)")
    let rows = schema.fields(of: message).map { field in
      [field.name, field.type, field.values.joined(separator: " ")]
    }
    session.output.write(Columns(rows: rows).text(indent: 2))
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
