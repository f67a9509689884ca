/// The contract as data: its methods, messages and enums, as the generated descriptors say. For tools that
/// read and write any message; the server and the client know theirs by heart.
package struct Schema: Sendable {
  /// The methods, in the order of the contract.
  package let methods: [SchemaMethod]
  let messages: [String: MessageShape]
  let enums: [String: EnumShape]

  /// Whether it has a message of that name, without the package's.
  package func hasMessage(named name: String) -> Bool { messages["a11y.bridge.v1.\(name)"] != nil }

  /// A method by its path, its full name or its short one, in whatever case: `Find`.
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
  /// The full names of its messages: `a11y.bridge.v1.FindRequest`.
  package let request: String
  package let response: String

  package var path: String { method.rawValue }
  /// The last part of its path: `Find`.
  package var name: String { String(path.split(separator: "/").last ?? "") }
}

/// A message: its fields, in ascending order of their numbers.
struct MessageShape: Sendable {
  let name: String
  let fields: [FieldShape]

  func field(_ number: UInt64) -> FieldShape? {
    fields.first { $0.number == number }
  }

  /// By the name in the contract or the one of JSON.
  func field(named name: String) -> FieldShape? {
    fields.first { $0.name == name || $0.jsonName == name }
  }
}

struct FieldShape: Sendable {
  enum Kind: Sendable {
    case int32, sint32, sfixed32, int64, sint64, sfixed64, uint32, fixed32, uint64, fixed64
    case float, double, bool, text, bytes
    /// By their full names.
    case enumeration(String)
    case message(String)
  }

  let name: String
  /// In lower camel case, as proto3 has it in JSON.
  let jsonName: String
  let number: UInt64
  let kind: Kind
  let isRepeated: Bool
  /// Fields with the same number here exclude one another.
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

/// An enum: its values by name. Several names may stand for one number; the first is written.
struct EnumShape: Sendable {
  let name: String
  let values: [(name: String, number: Int32)]
}

// MARK: For people

/// A field of a message, as people are told of it.
package struct SchemaField: Hashable, Sendable {
  package let name: String
  /// `string`, `repeated Action`, `map<string, string>`.
  package let type: String
  /// The names of an enum's values; empty for other types.
  package let values: [String]
  /// Of which fields at most one is set; `nil` when it excludes none.
  package let group: UInt32?
}

extension Schema {
  /// The fields of a message, by its full name, in the order of their numbers.
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
  /// As the contract writes it, without its package.
  fileprivate var name: String {
    switch self {
    case .text: "string"
    case .enumeration(let name), .message(let name):
      name.split(separator: ".").last.map(String.init) ?? name
    default: "\(self)"
    }
  }
}
