public import AccessibilityTree

extension String: IntentParameterValue {
  public static var example: IntentValue { "" }
  public var intentValue: IntentValue? { .text(self) }

  public init?(intentValue: IntentValue) {
    guard let text = intentValue.text else { return nil }
    self = text
  }
}

extension Int: IntentParameterValue {
  public static var example: IntentValue { 0 }
  public var intentValue: IntentValue? { .integer(Int64(self)) }

  public init?(intentValue: IntentValue) {
    guard let integer = intentValue.integer.flatMap(Int.init(exactly:)) else { return nil }
    self = integer
  }
}

extension Double: IntentParameterValue {
  public static var example: IntentValue { 0.0 }
  public var intentValue: IntentValue? { .number(self) }

  public init?(intentValue: IntentValue) {
    guard let number = intentValue.number, number.isFinite else { return nil }
    self = number
  }
}

extension Bool: IntentParameterValue {
  public static var example: IntentValue { false }
  public var intentValue: IntentValue? { .boolean(self) }

  public init?(intentValue: IntentValue) {
    guard let boolean = intentValue.boolean else { return nil }
    self = boolean
  }
}

extension Optional: IntentParameterValue where Wrapped: IntentParameterValue {
  public static var example: IntentValue { Wrapped.example }
  public static var choices: [String]? { Wrapped.choices }
  public static var unset: Self? { .some(nil) }
  public var intentValue: IntentValue? { self?.intentValue }

  public init?(intentValue: IntentValue) {
    guard let wrapped = Wrapped(intentValue: intentValue) else { return nil }
    self = wrapped
  }
}

/// One of several choices, which clients name by their raw values.
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, IntentParameterValue
where RawValue == String {
  /// The name of the type as people know it.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  /// The names of the choices as people know them.
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
  public static var typeDisplayRepresentation: TypeDisplayRepresentation { "\(Self.self)" }
  public static var caseDisplayRepresentations: [Self: DisplayRepresentation] { [:] }
  public static var example: IntentValue { "" }
  public static var choices: [String]? { allCases.map(\.rawValue) }
  public var intentValue: IntentValue? { .text(rawValue) }

  /// Finds the choice by its raw value or by its name.
  public init?(intentValue: IntentValue) {
    guard let text = intentValue.text else { return nil }
    let named = Self.caseDisplayRepresentations.first { $0.value.title == text }?.key
    guard let choice = Self(rawValue: text) ?? named else { return nil }
    self = choice
  }
}

/// The name of a type as people know it.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
  public let name: String

  public init(stringLiteral value: String) {
    name = value
  }

  public init(name: LocalizedStringResource) {
    self.name = name.description
  }
}

/// The name of a value as people know it.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
  public let title: String

  public init(stringLiteral value: String) {
    title = value
  }

  public init(title: LocalizedStringResource) {
    self.title = title.description
  }
}
