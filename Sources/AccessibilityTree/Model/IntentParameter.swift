/// A parameter of an app intent, as it is offered and as it is asked for (A15).
public struct IntentParameter: Hashable, Sendable {
  public var name: String
  public var value: IntentValue

  public init(_ name: String, _ value: IntentValue) {
    self.name = name
    self.value = value
  }
}

/// What a parameter of an app intent is. One that is asked for has the type of the one that is offered.
public enum IntentValue: Hashable, Sendable {
  /// A text, or the name of one of several choices.
  case text(String)
  case integer(Int64)
  /// A finite number.
  case number(Double)
  case boolean(Bool)

  /// The text; `nil` where it is something else.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  /// The number, whole or not; `nil` where it is something else.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .text, .boolean: nil
    }
  }
  public var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// What people call its type.
  public var typeName: String {
    switch self {
    case .text: "text"
    case .integer: "whole number"
    case .number: "number"
    case .boolean: "true or false"
    }
  }

  /// Whether a value may stand for this one: it has its type, or is a whole number where any number will do.
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
