internal import BridgeProtocol

/// The arguments of a call, which fit the tool's description.
package struct ToolArguments: Hashable, Sendable {
  private let values: [String: JSONValue]

  /// - Throws: `WrongArgument` for unknown and missing arguments, and for values that do not fit.
  package init(_ values: JSONObject, of tool: ToolSpec) throws(WrongArgument) {
    for name in values.names
    where !tool.inputs.contains(where: { $0.name == name || $0.synonym == name }) {
      let known = tool.inputs.map(\.name).joined(separator: ", ")
      throw WrongArgument(
        "\(tool.name) has no argument '\(name.prefix(100))'; it takes \(known.isEmpty ? "none" : known)"
      )
    }
    var known: [String: JSONValue] = [:]
    for input in tool.inputs {
      let name = values[input.name] == nil ? input.synonym ?? input.name : input.name
      guard let value = values[name], value != .null else {
        guard !input.isRequired else {
          throw WrongArgument("\(tool.name) needs the argument '\(input.name)'")
        }
        continue
      }
      guard input.accepts(value) else {
        throw WrongArgument(
          "the argument '\(name)' of \(tool.name) must be \(input.requirement)")
      }
      known[input.name] = value
    }
    self.values = known
  }

  package func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  /// Returns a text, or a number as it was written.
  package func word(_ name: String) -> String? {
    if case .number(let digits)? = values[name] { digits } else { text(name) }
  }

  package func flag(_ name: String) -> Bool { values[name] == .bool(true) }

  package func number(_ name: String) -> Int? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
  }

  package func texts(_ name: String) -> [String] {
    guard case .array(let items)? = values[name] else { return [] }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}

/// Arguments that do not fit a tool.
package struct WrongArgument: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

extension ToolInput {
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch (kind, value) {
    case (.text, .text), (.flag, .bool), (.quantity, .text), (.quantity, .number): return true
    case (.number(let range), .number(let digits)):
      let number = Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
      return number.map(range.contains) ?? false
    case (.texts(let most), .array(let items)):
      return (1...most).contains(items.count)
        && items.allSatisfy { if case .text = $0 { true } else { false } }
    default: return false
    }
  }

  fileprivate var requirement: String {
    switch kind {
    case .text: "a string"
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .quantity: "a number or a string"
    case .texts(let most): "an array of 1 to \(most) strings"
    }
  }
}
