/// The element that has the focus: whether it is the only one that is bound to the state, or which of several.
/// Setting it moves the focus. Setting what it is already asks for it again: people who have gone elsewhere in
/// the meantime, without the keyboard focus, are led back.
///
/// There is one focus, of the keyboard and of assistive technologies.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  @State private var value: Value
  /// How often the value was set to what it was.
  @State private var requests = 0
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
    nonmutating set {
      if newValue == value, newValue != none { requests += 1 }
      value = newValue
    }
  }

  public var projectedValue: Binding {
    let (value, requests) = ($value, $requests)
    return Binding(
      none: none, get: { value.wrappedValue }, set: { value.wrappedValue = $0 },
      requests: { requests.wrappedValue })
  }

  /// A reference to a focus state, for the elements that are bound to it.
  @propertyWrapper
  public struct Binding {
    fileprivate let none: Value
    fileprivate let get: () -> Value
    fileprivate let set: (Value) -> Void
    /// How often the focus was asked for again.
    let requests: () -> Int

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
