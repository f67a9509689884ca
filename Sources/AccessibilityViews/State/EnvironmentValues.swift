/// The key of a value in the environment.
public protocol EnvironmentKey {
  associatedtype Value

  static var defaultValue: Value { get }
}

/// The values that a view passes to all views inside it. `@Environment` reads them.
public struct EnvironmentValues {
  /// Whether controls can be used.
  public var isEnabled = true
  private var entries: Entries?

  /// Values by their key, and models by their type. Shared as long as none is set.
  private final class Entries {
    let values: [ObjectIdentifier: Any]

    init(_ values: [ObjectIdentifier: Any]) {
      self.values = values
    }
  }

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      guard let entry = entries?.values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return entry as? Key.Value ?? Key.defaultValue
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// The model of a type.
  subscript<Model: AnyObject>(model type: Model.Type) -> Model? {
    get { entries?.values[ObjectIdentifier(type)] as? Model }
    set { set(newValue, for: ObjectIdentifier(type)) }
  }

  private mutating func set(_ value: Any?, for key: ObjectIdentifier) {
    var values = entries?.values ?? [:]
    values[key] = value
    entries = Entries(values)
  }

  /// Whether all values are known to be the same: equal, or the same object.
  func isSame(as other: EnvironmentValues) -> Bool {
    guard isEnabled == other.isEnabled else { return false }
    if entries === other.entries { return true }
    let (values, others) = (entries?.values ?? [:], other.entries?.values ?? [:])
    return values.count == others.count
      && values.allSatisfy { key, value in others[key].map { isEqual(value, $0) } ?? false }
  }
}
