public import AccessibilityTree

/// A value that a parameter of an intent may have: text, a number, true or false, one of several choices, or
/// an optional of these.
public protocol IntentParameterValue {
  /// Creates the value that a client requests; `nil` when it is of another type or no choice.
  init?(intentValue: IntentValue)

  /// The value for clients; `nil`: none.
  var intentValue: IntentValue? { get }

  /// A value that shows clients the type of the parameter.
  static var example: IntentValue { get }
  /// The names of the choices; `nil`: any value of the type.
  static var choices: [String]? { get }
  /// The value of a parameter that was not set; `nil`: it must be set.
  static var unset: Self? { get }
}

extension IntentParameterValue {
  public static var choices: [String]? { nil }
  public static var unset: Self? { nil }
}

/// A property of an intent that clients may set: `@Parameter(title: "Beach") var beach: String`.
@propertyWrapper
public struct AppIntentParameter<Value: IntentParameterValue> {
  private final class Cell {
    var value: Value?

    init(_ value: Value?) {
      self.value = value
    }
  }

  private let cell: Cell
  public let title: LocalizedStringResource?

  public init(title: LocalizedStringResource? = nil, default value: Value? = nil) {
    self.title = title
    cell = Cell(value ?? Value.unset)
  }

  public init(wrappedValue: Value, title: LocalizedStringResource? = nil) {
    self.init(title: title, default: wrappedValue)
  }

  /// The value. An intent is performed only when all its parameters have one; before, reading a parameter
  /// that was not set is an error of the application.
  public var wrappedValue: Value {
    get {
      guard let value = cell.value else {
        preconditionFailure("The parameter \(title?.description ?? "of the intent") is not set")
      }
      return value
    }
    nonmutating set { cell.value = newValue }
  }

  public var projectedValue: AppIntentParameter<Value> { self }
}

/// A parameter of any type.
protocol SettableParameter {
  var isSet: Bool { get }
  /// The value to offer; `nil`: none.
  var offered: IntentValue? { get }
  /// The value, or one that shows its type.
  var example: IntentValue { get }

  func set(_ value: IntentValue, named name: String) throws(ActionRefusal)
}

extension AppIntentParameter: SettableParameter {
  var isSet: Bool { cell.value != nil }
  var offered: IntentValue? { cell.value?.intentValue }
  var example: IntentValue { offered ?? Value.example }

  func set(_ value: IntentValue, named name: String) throws(ActionRefusal) {
    if let new = Value(intentValue: value) {
      cell.value = new
    } else if Value.example.accepts(value), let choices = Value.choices {
      throw ActionRefusal(
        .invalidArgument,
        "\(name) cannot be \(value.description.quoted(limit: 60)); it is one of: "
          + choices.joined(separator: ", "))
    } else {
      throw ActionRefusal(
        .invalidArgument,
        "\(name) is a \(Value.example.typeName), not the \(value.typeName) \(value)")
    }
  }
}
