/// A property of a view whose storage outlives the view's value. A structure of such properties is one as well.
public protocol DynamicProperty {}

/// A property that is connected with its storage in the node.
protocol StoredProperty {
  /// Uses the storage from an earlier value of the view; without one, returns the storage to keep.
  ///
  /// - Parameter environment: The environment of the view.
  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject
}
