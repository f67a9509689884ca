import AccessibilityTree
import Testing

@testable import BridgeProtocol

/// Messages as JSON, described by the contract.
struct SchemaTests {
  private let schema = Schema.contract

  private func find(_ json: String) throws -> FindRequest {
    try FindRequest(decoding: schema.encode(json, as: "a11y.bridge.v1.FindRequest"))
  }

  private func error(_ json: String, as message: String = "FindRequest") -> String? {
    do {
      _ = try schema.encode(json, as: "a11y.bridge.v1.\(message)")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `The schema has every method, with the fields of its messages`() {
    #expect(Set(schema.methods.map(\.method)) == Set(Method.allCases))
    for method in schema.methods {
      #expect(method.request.hasSuffix("\(method.name)Request"))
      #expect(schema.method(named: method.name.lowercased()) == method)
      #expect(schema.method(named: method.path) == method)
    }
    #expect(schema.fields(of: "a11y.bridge.v1.FindRequest").contains { $0.name == "selector" })
  }

  @Test(arguments: 0..<20)
  func `Every message survives conversion to JSON and back`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for message in random.requests() + random.responses() { try expectSame(message) }
  }

  private func expectSame<Message: WireMessage>(_ message: Message) throws {
    let name = "a11y.bridge.v1.\(Message.self)"
    let json = try schema.json(of: message.encoded(), as: name)
    #expect(json.allSatisfy { !$0.isNewline })
    let decoded = try Message(decoding: schema.encode(json, as: name))
    let sent = try #require(message as? any Hashable)
    let read = try #require(decoded as? any Hashable)
    #expect(AnyHashable(sent) == AnyHashable(read), "\(json)")
  }

  @Test func `Fields are accepted by either name, and null means absent`() throws {
    let wanted = FindRequest(selector: "button", pageSize: 7)
    #expect(try find(#"{"selector": "button", "page_size": 7}"#) == wanted)
    #expect(try find(#" {"pageSize":7.0, "selector":"b\u0075tton", "scopeId":null} "#) == wanted)
    #expect(try find(#"{"pageSize": "7", "selector": "button"}"#) == wanted)
  }

  @Test func `64-bit numbers are accepted as texts and as numbers, and written as texts`() throws {
    for json in [#"{"since":"18446744073709551615"}"#, #"{"since":18446744073709551615}"#] {
      let bytes = try schema.encode(json, as: "a11y.bridge.v1.SubscribeRequest")
      #expect(try SubscribeRequest(decoding: bytes).since == .max)
      #expect(
        try schema.json(of: bytes, as: "a11y.bridge.v1.SubscribeRequest")
          == #"{"since":"18446744073709551615"}"#)
    }
  }

  @Test func `Invalid JSON is refused with its place and the expected form`() throws {
    let unknown = try #require(error(#"{"selektor": "button"}"#))
    #expect(unknown.contains("unknown field \"selektor\" of a11y.bridge.v1.FindRequest"))
    for field in schema.fields(of: "a11y.bridge.v1.FindRequest") {
      #expect(unknown.contains(field.name))
    }
    for (json, words) in [
      ("[]", "the message must be an object"), ("", "a value is missing"),
      (#"{"selector": 5}"#, "\"selector\" must be a string, not 5"),
      (#"{"page_size": -1}"#, "\"page_size\" must be a whole number from 0 to 4294967295"),
      (#"{"page_size": 1.5}"#, "\"page_size\" must be a whole number"),
      (#"{"page_size": 1e99}"#, "\"page_size\" must be a whole number"),
      (#"{"page_size": 1, "pageSize": 2}"#, "\"page_size\" appears more than once"),
      (#"{"selector": "a"} x"#, "unexpected text after the value at byte 18"),
      (#"{"selector": "a",}"#, "a name in double quotes"), (#"{selector: 1}"#, "double quotes"),
      (#"{"selector": "\ud800"}"#, "surrogate"), (#"{"selector": "\#u{1}"}"#, "control character"),
      (#"{"page_size": 01}"#, "leading zero"), ("{\"selector\": \"a", "unterminated string"),
      (String(repeating: "[", count: 100_000), "more than 64 levels"),
    ] {
      #expect(error(json)?.contains(words) == true, "\(json.prefix(60)): \(error(json) ?? "taken")")
    }
    let nested = error(#"{"target": {"selektor": "x"}}"#, as: "GetElementRequest")
    #expect(nested?.contains("unknown field \"target.selektor\" of") == true, "\(nested ?? "")")
    let both = error(#"{"target": {"element_id": 1, "selector": "x"}}"#, as: "GetElementRequest")
    #expect(both?.contains("cannot be combined") == true, "\(both ?? "")")
  }

  @Test func `Enums are accepted by name and number, maps as objects, bytes in base64`() throws {
    let names = schema.enums["a11y.bridge.v1.Role"]?.values ?? []
    let button = try #require(names.first { $0.name.hasSuffix("_BUTTON") })
    let element = "a11y.bridge.v1.Element"
    let byName = try schema.encode(#"{"role": "\#(button.name)"}"#, as: element)
    #expect(try schema.encode(#"{"role": \#(button.number)}"#, as: element) == byName)
    #expect(try schema.json(of: byName, as: element) == #"{"role":"\#(button.name)"}"#)
    #expect(error(#"{"role": "ROLE_NOSUCH"}"#, as: "Element")?.contains(button.name) == true)
    let echo = try schema.encode(#"{"payload": "aGkh"}"#, as: "a11y.bridge.v1.EchoRequest")
    #expect(try EchoRequest(decoding: echo).payload == Array("hi!".utf8))
    #expect(error(#"{"payload": "?"}"#, as: "EchoRequest")?.contains("base64") == true)
    let intent = PerformRequest(
      target: .id(ElementID(rawValue: 9)),
      command: .intent(type: "T", parameters: ["a": "1", "": "", "n": 2, "x": 0.5, "b": false]))
    try expectSame(intent)
  }

  @Test(arguments: 0..<40)
  func `Random bytes are decoded or refused`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for method in schema.methods {
      let count = Int.random(in: 0...200, using: &random)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? schema.json(of: noise, as: method.response)
      // A valid message with one wrong byte.
      for message in random.responses().prefix(3) {
        var bytes = message.encoded()
        guard let place = bytes.indices.randomElement(using: &random) else { continue }
        bytes[place] = UInt8.random(in: 0...255, using: &random)
        _ = try? schema.json(of: bytes, as: "a11y.bridge.v1.\(type(of: message))")
      }
    }
  }

  @Test func `Base64 follows the standard`() {
    for (text, base64) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.encode(text.utf8) == base64)
      #expect(Base64.decode(base64) == Array(text.utf8))
      #expect(Base64.decode(base64.filter { $0 != "=" }) == Array(text.utf8))
    }
    #expect(Base64.decode("-_") == [0xFB])
    for text in ["A", "A===", "Zg=x", "Z g="] { #expect(Base64.decode(text) == nil, "\(text)") }
  }
}
