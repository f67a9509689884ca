internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct CallCommand: ClientCommand {
  static let spec = CommandSpec(
    "call", summary: "Call a method with a request in JSON",
    details: [
      "The request is proto3 JSON: field names in snake case or camel case, 64-bit numbers also as "
        + "strings, enum values by name or number. Prints the response as JSON, and a stream as one "
        + "object per line until it ends or --timeout expires. --timeout starts once connected."
    ],
    arguments: [
      .required("method", "Name of the method, such as Find", kind: .method),
      .optional("json", "Request as a JSON object (default: {})"),
    ],
    example: "bridge-client call GetServerInfo",
    moreExamples: [
      #"bridge-client call Find '{"selector": "button", "pageSize": 2}'"#,
      #"bridge-client --timeout 5 call Subscribe '{"snapshot_first": true}'"#,
    ])

  private let schema = Schema.contract
  private let method: SchemaMethod
  private let request: [UInt8]
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    method = try schema.requiredMethod(parsed.required("method"))
    request = try schema.encode(parsed.argument("json") ?? "{}", as: method.request)
    hasTimeout = parsed.origin("timeout") != .defaultValue
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    guard method.method.isServerStreaming else {
      let response = try await client.call(method.method, request, timeout: session.timeout)
      try print(response, session)
      return .done
    }
    // A stream lasts until it ends, unless --timeout was given.
    let streamTimeout = hasTimeout ? session.timeout : nil
    for try await part in client.stream(method.method, request, timeout: streamTimeout) {
      try print(part.bytes, session)
    }
    return .done
  }

  private func print(_ bytes: [UInt8], _ session: Session) throws {
    let text: String
    do throws(Status) {
      text = try schema.json(of: bytes, as: method.response)
    } catch {
      throw ClientError.badAnswer("cannot decode the server's response: \(error.message)")
    }
    session.output.line("\(whole: text)")
  }
}
