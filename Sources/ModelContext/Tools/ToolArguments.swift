internal import BridgeProtocol

/// The arguments of a call, which fit the tool's description.
package struct ToolArguments: Hashable, Sendable {
  private let values: JSONObject

  /// - Throws: `WrongArgument` for unknown and missing arguments, and for values that do not fit.
  package init(_ values: JSONObject, of tool: ToolSpec) throws(WrongArgument) {
    for name in values.names where !tool.inputs.contains(where: { $0.name == name }) {
      let known = tool.inputs.map(\.name).joined(separator: ", ")
      throw WrongArgument(
        "\(tool.name) has no argument '\(name.prefix(100))'; it takes \(known.isEmpty ? "none" : known)"
      )
    }
    for input in tool.inputs {
      guard let value = values[input.name], value != .null else {
        guard !input.isRequired else {
          throw WrongArgument("\(tool.name) needs the argument '\(input.name)'")
        }
        continue
      }
      guard input.accepts(value) else {
        throw WrongArgument(
          "the argument '\(input.name)' of \(tool.name) must be \(input.requirement)")
      }
    }
    self.values = values
  }

  package func text(_ name: String) -> String? { values.text(name) }

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
    case (.text, .text), (.flag, .bool): return true
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
    case .texts(let most): "an array of 1 to \(most) strings"
    }
  }
}
