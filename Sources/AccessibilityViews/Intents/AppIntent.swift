/// An action that is identified by its type and parameters and can run even though no view does,
/// such as a widget's (A15).
///
/// Its `@Parameter` properties are what clients may set. It runs on the thread of the store, also after each
/// `await`. To refuse, throw an `ActionRefusal` before anything is changed.
public protocol AppIntent {
  associatedtype PerformResult: IntentResult

  /// The title shown to people: "Favorite".
  static var title: LocalizedStringResource { get }

  init()

  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter = AppIntentParameter
}

/// Text that is shown to people. It is not translated.
public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  public let description: String

  public init(stringLiteral value: String) {
    description = value
  }

  public init(_ text: String) {
    description = text
  }
}

/// What an intent returns: `.result()`, or `.result(dialog: "…")`.
public protocol IntentResult {
  /// What is announced when the intent has ended; `nil`: nothing.
  var dialog: IntentDialog? { get }
}

/// An intent's result that is announced.
public protocol ProvidesDialog {}

/// What is said when an intent has ended.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
  public let text: String

  public init(stringLiteral value: String) {
    text = value
  }

  public init(_ text: LocalizedStringResource) {
    self.text = text.description
  }
}

/// The result of an intent that returns no value.
public struct IntentResultContainer: IntentResult, ProvidesDialog {
  public let dialog: IntentDialog?
}

extension IntentResult where Self == IntentResultContainer {
  public static func result() -> IntentResultContainer { IntentResultContainer(dialog: nil) }

  /// The result of an intent that announces a text at its end.
  public static func result(dialog: IntentDialog) -> IntentResultContainer {
    IntentResultContainer(dialog: dialog)
  }
}
