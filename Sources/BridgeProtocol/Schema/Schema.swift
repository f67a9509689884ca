/// The contract as data: its methods, messages and enums, from the generated descriptors. For tools that
/// read and write any message; the server and the client have code for each of theirs.
package struct Schema: Sendable {
  /// The methods, in the order of the contract.
  package let methods: [SchemaMethod]
  let messages: [String: MessageShape]
  let enums: [String: EnumShape]

  /// Whether the schema has a message of that name, without the package.
  package func hasMessage(named name: String) -> Bool { messages["a11y.bridge.v1.\(name)"] != nil }

  /// Returns the method with a path, a full name or a short name, such as `Find`, ignoring case.
  package func method(named name: String) -> SchemaMethod? {
    let wanted = name.lowercased()
    return methods.first { method in
      [method.path, String(method.path.dropFirst()), method.name]
        .contains { $0.lowercased() == wanted }
    }
  }
}

/// A method of the contract.
package struct SchemaMethod: Hashable, Sendable {
  package let method: Method
  /// The full names of the method's messages, such as `a11y.bridge.v1.FindRequest`.
  package let request: String
  package let response: String

  package var path: String { method.rawValue }
  /// The last part of the path, such as `Find`.
  package var name: String { String(path.split(separator: "/").last ?? "") }
}

/// A message, with its fields in ascending order of their numbers.
struct MessageShape: Sendable {
  let name: String
  let fields: [FieldShape]

  func field(_ number: UInt64) -> FieldShape? {
    fields.first { $0.number == number }
  }

  /// Returns the field with a name of the contract or of JSON.
  func field(named name: String) -> FieldShape? {
    fields.first { $0.name == name || $0.jsonName == name }
  }
}

struct FieldShape: Sendable {
  enum Kind: Sendable {
    case int32, sint32, sfixed32, int64, sint64, sfixed64, uint32, fixed32, uint64, fixed64
    case float, double, bool, text, bytes
    /// Enums and messages are referred to by their full names.
    case enumeration(String)
    case message(String)
  }

  let name: String
  /// The name in JSON: in lower camel case, as proto3 specifies.
  let jsonName: String
  let number: UInt64
  let kind: Kind
  let isRepeated: Bool
  /// The oneof of the field: fields with the same number exclude one another.
  let oneof: UInt32?

  init(name: String, number: UInt64, kind: Kind, isRepeated: Bool, oneof: UInt32?) {
    self.name = name
    self.number = number
    self.kind = kind
    self.isRepeated = isRepeated
    self.oneof = oneof
    var json = ""
    for (place, part) in name.split(separator: "_").enumerated() {
      json += place == 0 ? String(part) : part.prefix(1).uppercased() + part.dropFirst()
    }
    jsonName = json
  }
}

/// An enum, with its values by name. Several names may have the same number; the first is written.
struct EnumShape: Sendable {
  let name: String
  let values: [(name: String, number: Int32)]
}

// MARK: For people

/// A field of a message, described for people.
package struct SchemaField: Hashable, Sendable {
  package let name: String
  /// The type, such as `string`, `repeated Action`, `map<string, string>`.
  package let type: String
  /// The names of an enum's values; empty for other types.
  package let values: [String]
  /// The group of fields of which at most one is set; `nil` when the field excludes none.
  package let group: UInt32?
}

extension Schema {
  /// Returns the fields of a message, given by its full name, in the order of their numbers.
  package func fields(of message: String) -> [SchemaField] {
    (messages[message]?.fields ?? []).map { field in
      var values: [String] = []
      if case .enumeration(let name) = field.kind { values = enums[name]?.values.map(\.name) ?? [] }
      return SchemaField(
        name: field.name, type: type(of: field), values: values, group: field.oneof)
    }
  }

  private func type(of field: FieldShape) -> String {
    (field.isRepeated ? "repeated " : "") + field.kind.name
  }
}

extension FieldShape.Kind {
  /// The name as the contract writes it, without its package.
  fileprivate var name: String {
    switch self {
    case .text: "string"
    case .enumeration(let name), .message(let name):
      name.split(separator: ".").last.map(String.init) ?? name
    default: "\(self)"
    }
  }
}
