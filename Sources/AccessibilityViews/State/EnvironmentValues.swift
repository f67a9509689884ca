/// The key of a value in the environment.
public protocol EnvironmentKey {
  associatedtype Value

  static var defaultValue: Value { get }
}

/// The values that a view passes to all views inside it. `@Environment` reads them.
public struct EnvironmentValues {
  /// Whether controls can be used.
  public var isEnabled = true
  /// Values by their key, and models by their type.
  private var entries: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      guard let entry = entries[ObjectIdentifier(key)] else { return Key.defaultValue }
      return entry as? Key.Value ?? Key.defaultValue
    }
    set { entries[ObjectIdentifier(key)] = newValue }
  }

  /// The model of a type.
  subscript<Model: AnyObject>(model type: Model.Type) -> Model? {
    get { entries[ObjectIdentifier(type)] as? Model }
    set { entries[ObjectIdentifier(type)] = newValue }
  }

  /// Whether all values are known to be the same: equal, or the same object.
  func isSame(as other: EnvironmentValues) -> Bool {
    guard isEnabled == other.isEnabled, entries.count == other.entries.count else { return false }
    return entries.allSatisfy { key, value in
      guard let otherValue = other.entries[key] else { return false }
      return isEqual(value, otherValue)
    }
  }
}
