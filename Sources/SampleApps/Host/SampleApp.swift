public import AccessibilityTree

/// A sample application: state, how it presents itself to assistive technology, and what its
/// actions do to the state. `SampleSource` hosts it.
///
/// Nothing here posts a notification: what changed is found by comparing one presentation with the
/// next (N2).
public protocol SampleApp {
  /// What people call it: "Calculator".
  var title: String { get }

  /// The application's windows as its state is now. Reads state only.
  ///
  /// - Parameter origin: the top left corner of the place on the screen that it may use.
  func windows(at origin: Point) -> [SampleNode]

  /// Carries out an action that the element of that key offers, and that is not disabled.
  mutating func perform(_ command: ActionCommand, on key: String) throws(ActionRefusal)
}

/// One accessibility element of a presentation, with what is below it.
public struct SampleNode: Hashable, Sendable {
  /// Names the element within its application from one presentation to the next. Of two nodes with
  /// one key the second is left out.
  public var key: String
  /// The attributes. Id and links are not looked at.
  public var element: Element
  public var children: [SampleNode]

  public init(
    _ key: String, _ role: Role, label: String? = nil, value: String? = nil,
    children: [SampleNode] = [], _ configure: (inout Element) -> Void = { _ in }
  ) {
    self.key = key
    self.children = children
    element = Element(id: ElementID(rawValue: 0), role: role, label: label, value: value)
    configure(&element)
  }
}
