package import BridgeProtocol

/// A message of JSON-RPC 2.0 that a client sends.
enum RPCMessage {
  case request(RequestID, method: String, JSONObject)
  case notification(method: String, JSONObject)
  /// What nothing follows from: an answer to a request, of which this server makes none, or a notification whose `params` are wrong.
  case ignored

  /// Parses one line.
  ///
  /// - Throws: `Invalid`, with the id if there is one.
  init(parsing line: String) throws(Invalid) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: line)
    } catch {
      throw Invalid(id: nil, error: .parse("\(error)"))
    }
    if case .array = value {
      throw Invalid(
        id: nil, error: .invalidRequest("batches are not supported: send one message a line"))
    }
    guard case .object(let members) = value else {
      throw Invalid(id: nil, error: .invalidRequest("a message must be an object"))
    }
    let object = JSONObject(members)
    let id = RequestID(object["id"])
    guard object["jsonrpc"] == .text("2.0") else {
      throw Invalid(id: id, error: .invalidRequest("\"jsonrpc\" must be \"2.0\""))
    }
    if object["method"] == nil, object["result"] != nil || object["error"] != nil {
      self = .ignored
      return
    }
    guard case .text(let method)? = object["method"] else {
      throw Invalid(id: id, error: .invalidRequest("\"method\" must be a string"))
    }
    let parameters: JSONObject
    switch object["params"] {
    case nil: parameters = JSONObject([])
    case .object(let members)?: parameters = JSONObject(members)
    default:
      // JSON-RPC 2.0: nothing is answered to a notification, not even that its parameters are wrong.
      guard object["id"] != nil else {
        self = .ignored
        return
      }
      throw Invalid(id: id, error: .invalidParams("\"params\" must be an object"))
    }
    if let id {
      self = .request(id, method: method, parameters)
    } else if object["id"] == nil {
      self = .notification(method: method, parameters)
    } else {
      throw Invalid(id: nil, error: .invalidRequest("\"id\" must be a string or a whole number"))
    }
  }

  /// A line that is no message.
  struct Invalid: Error {
    let id: RequestID?
    let error: RPCError
  }
}

/// The members of an object of JSON. Of members with the same name, the last one counts.
package struct JSONObject: Hashable, Sendable {
  private let members: [JSONValue.Member]

  package init(_ members: [JSONValue.Member]) {
    self.members = members
  }

  package var names: [String] { members.map(\.name) }

  package subscript(name: String) -> JSONValue? {
    members.last { $0.name == name }?.value
  }

  func object(_ name: String) -> JSONObject? {
    guard case .object(let members)? = self[name] else { return nil }
    return JSONObject(members)
  }

  func text(_ name: String) -> String? {
    guard case .text(let text)? = self[name] else { return nil }
    return text
  }
}
