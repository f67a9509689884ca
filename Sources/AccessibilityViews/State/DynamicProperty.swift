/// A property of a view whose content outlives the view's value.
public protocol DynamicProperty {}

/// How such a property finds its content again.
protocol StoredProperty {
  /// Takes up what an earlier value of the view left; without one, returns what is to be kept.
  func connect(to kept: AnyObject?, in context: StateContext) -> AnyObject
}
