/// State that a view owns. It lives as long as the view keeps its place in the interface.
///
/// Create each value of the view separately: the same value shown in two places shares one state.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let link: Link

  /// Refers from the view's value to its stored state.
  private final class Link {
    var cell: TrackedValue<Value>

    init(_ cell: TrackedValue<Value>) {
      self.cell = cell
    }
  }

  public init(wrappedValue: Value) {
    link = Link(TrackedValue(wrappedValue))
  }

  public init(initialValue: Value) {
    self.init(wrappedValue: initialValue)
  }

  public var wrappedValue: Value {
    get { link.cell.value }
    nonmutating set { link.cell.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let link = link
    return Binding(tracked: { link.cell.value }, write: { link.cell.value = $0 })
  }
}

extension State: StoredProperty {
  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject {
    guard let cell = kept as? TrackedValue<Value> else { return link.cell }
    link.cell = cell
    return cell
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {
    self.init(wrappedValue: nil)
  }
}
