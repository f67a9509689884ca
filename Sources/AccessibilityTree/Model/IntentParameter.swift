/// A parameter of an app intent, as offered and as requested (A15).
public struct IntentParameter: Hashable, Sendable {
  public var name: String
  public var value: IntentValue

  public init(_ name: String, _ value: IntentValue) {
    self.name = name
    self.value = value
  }
}

/// The value of an app intent's parameter. A requested value must have the type of the offered one.
public enum IntentValue: Hashable, Sendable {
  /// Text, or the name of one of several choices.
  case text(String)
  case integer(Int64)
  /// A finite number.
  case number(Double)
  case boolean(Bool)

  /// The text; `nil` for other types.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  /// The number, whole or not; `nil` for other types.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .text, .boolean: nil
    }
  }
  public var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// The name of the type in messages.
  public var typeName: String {
    switch self {
    case .text: "text"
    case .integer: "whole number"
    case .number: "number"
    case .boolean: "true or false"
    }
  }

  /// Whether another value can replace this one: it has the same type and is finite, or it is a whole number
  /// where any number is accepted.
  public func accepts(_ other: IntentValue) -> Bool {
    switch (self, other) {
    case (.text, .text), (.integer, .integer), (.boolean, .boolean): true
    case (.number, .number(let number)): number.isFinite
    case (.number, .integer): true
    default: false
    }
  }
}

extension IntentValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .number(let number): number.shortDescription
    case .boolean(let boolean): "\(boolean)"
    }
  }
}

extension IntentValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
