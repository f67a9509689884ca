/// The element that has the focus: whether it is the only one that is bound to the state, or which of several.
/// Setting it moves the focus.
///
/// There is one focus, of the keyboard and of assistive technologies.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  @State private var value: Value
  /// The value when none of the elements has the focus.
  private let none: Value

  private init(none: Value) {
    self.none = none
    _value = State(wrappedValue: none)
  }

  public init() where Value == Bool {
    self.init(none: false)
  }

  public init<Item: Hashable>() where Value == Item? {
    self.init(none: nil)
  }

  public var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }

  public var projectedValue: Binding {
    let value = $value
    return Binding(none: none, get: { value.wrappedValue }, set: { value.wrappedValue = $0 })
  }

  /// A reference to a focus state, for the elements that are bound to it.
  @propertyWrapper
  public struct Binding {
    fileprivate let none: Value
    fileprivate let get: () -> Value
    fileprivate let set: (Value) -> Void

    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }

    public var projectedValue: Binding { self }
  }
}

/// The same as `AccessibilityFocusState`.
public typealias FocusState = AccessibilityFocusState

extension AccessibilityFocusState.Binding {
  /// Whether the state has a value. Setting it to `false` leaves another value alone.
  func isEqual(to value: Value) -> Binding<Bool> {
    Binding {
      wrappedValue == value
    } set: { isEqual in
      if isEqual {
        wrappedValue = value
      } else if wrappedValue == value {
        wrappedValue = none
      }
    }
  }
}
