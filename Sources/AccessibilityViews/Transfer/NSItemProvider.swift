/// What is dragged: a value of the application, and the types of data that it stands for.
///
/// It never leaves the process of the application.
public final class NSItemProvider {
  /// The value.
  public let item: Any
  public let registeredContentTypes: [UTType]
  /// A name for people.
  public var suggestedName: String?

  /// Creates a provider of a value. A text is plain text; other values are data of no known type.
  public init(item: Any) {
    self.item = item
    registeredContentTypes = [item is String ? .utf8PlainText : .data]
  }

  /// Creates a provider of a value that stands for data of a type, such as `UTType.audio.identifier`.
  public init(item: Any, typeIdentifier: String) {
    self.item = item
    registeredContentTypes = [UTType(typeIdentifier)]
  }

  public convenience init(object: Any) {
    self.init(item: object)
  }

  public var registeredTypeIdentifiers: [String] { registeredContentTypes.map(\.identifier) }

  public func hasItemConformingToTypeIdentifier(_ identifier: String) -> Bool {
    registeredContentTypes.contains { $0.conforms(to: UTType(identifier)) }
  }

  /// Passes the value to a closure, before this returns.
  public func loadTransferable<Value>(
    type: Value.Type, completionHandler: (Result<Value, any Error>) -> Void
  ) {
    completionHandler(
      (item as? Value).map { .success($0) } ?? .failure(UnavailableItem(type: "\(type)")))
  }
}

/// The value of an item provider has another type than requested.
public struct UnavailableItem: Error, Hashable, CustomStringConvertible {
  public let type: String

  public var description: String { "the item is not a \(type)" }
}
