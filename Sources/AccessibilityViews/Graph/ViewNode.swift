internal import AccessibilityTree

/// The node of a view in the graph, which outlives the values that describe the view: it stores the view's
/// state, children, accessibility element and frame.
/// Confined to the thread of the host's store.
public class ViewNode: Reader {
  unowned let graph: ViewGraph
  unowned let parent: ViewNode?
  let depth: Int
  var environment: NodeEnvironment

  private(set) var children: [ViewNode] = []
  /// The storage of the view's dynamic properties, which outlives its values: state, namespaces.
  var storage: [AnyObject] = []
  private(set) var isMounted = true
  /// Whether the node is evaluated at the next update.
  fileprivate(set) var isDirty = false

  // Elements: see `ViewNode+Elements`.
  var shaping = Shaping.pass
  var element: ElementNode?
  var target: ElementNode?
  var items: [ElementItem]?
  var describe: ((inout ElementContent) -> Void)?
  var onUnmount: (() -> Void)?
  var gesture: (any Gesture)?
  /// Called with whether the pointer is over the view.
  var onHover: ((Bool) -> Void)?

  // Layout: see `ViewNode+Layout`.
  var layout: (any Layout)?
  var layoutItems: [ViewNode]?
  var measured: Measured?
  var available = Size.zero
  var rect = Rect(x: 0, y: 0, width: 0, height: 0)
  var clip: Rect?
  var isPlaced = false
  /// Whether the view is as wide as the list that contains it.
  var isRow = false

  init(graph: ViewGraph, parent: ViewNode?, environment: NodeEnvironment) {
    self.graph = graph
    self.parent = parent
    self.environment = environment
    depth = (parent?.depth ?? -1) + 1
  }

  /// Whether the elements inside belong to another view, although the view is shown.
  var isShownAside = false

  /// The id that the view was given explicitly.
  var explicitID: AnyHashable? { nil }

  /// Evaluates the content again, after state that the view reads has changed.
  func evaluate() {}

  override func invalidate() -> StateContext? {
    guard isMounted, !isDirty else { return nil }
    isDirty = true
    graph.add(dirty: self)
    return graph
  }

  final func markClean() { isDirty = false }
}

// MARK: Children

extension ViewNode {
  /// Renders a view in one of the slots of this node. A view of the same type as before keeps its state and elements.
  func renderChild<Content: View>(
    _ view: Content, at slot: Int, environment: NodeEnvironment? = nil
  ) {
    let environment = environment ?? self.environment
    if slot < children.count {
      if let child = children[slot] as? TypedNode<Content> {
        child.update(view, environment)
        return
      }
      children[slot].unmount()
      children[slot] = makeChild(view, environment)
    } else {
      children.append(makeChild(view, environment))
    }
    childrenChanged()
  }

  func trimChildren(to count: Int) {
    guard children.count > count else { return }
    for child in children[count...] { child.unmount() }
    children.removeLast(children.count - count)
    childrenChanged()
  }

  /// Replaces the children. The caller has already unmounted those that are left out.
  func replaceChildren(_ new: [ViewNode]) {
    children = new
    childrenChanged()
  }

  func makeChild<Content: View>(_ view: Content, _ environment: NodeEnvironment) -> ViewNode {
    let child = TypedNode(view, graph: graph, parent: self, environment: environment)
    child.evaluate()
    return child
  }

  private func childrenChanged() {
    invalidateItems()
    invalidateLayoutItems()
  }

  func unmount() {
    for child in children { child.unmount() }
    isMounted = false
    stopReading()
    graph.didUnmount(self)
    onUnmount?()
    // Breaks the reference cycle: an element refers to its owner.
    (element, target, items) = (nil, nil, nil)
  }
}

/// The node of a view of a concrete type.
final class TypedNode<Content: View>: ViewNode {
  private var view: Content

  init(_ view: Content, graph: ViewGraph, parent: ViewNode?, environment: NodeEnvironment) {
    self.view = view
    super.init(graph: graph, parent: parent, environment: environment)
  }

  /// Replaces the value of the view. Evaluates nothing when neither the value nor the environment differs.
  func update(_ new: Content, _ newEnvironment: NodeEnvironment) {
    if !isDirty, environment == newEnvironment, isSameValue(view, new) { return }
    view = new
    environment = newEnvironment
    evaluate()
  }

  override var explicitID: AnyHashable? { (view as? any ExplicitlyIdentified)?.explicitID }

  override func evaluate() {
    markClean()
    graph.evaluating(self) { view.render(in: self) }
  }
}

// MARK: Composite views

extension ViewNode {
  /// Renders the body of an application's own view.
  func renderBody<Content: View>(of view: Content) {
    renderBody(from: view) { view.body }
  }

  /// Renders the result of `body`, with the state of `owner` connected to the storage of this node.
  func renderBody<Owner, Body: View>(
    from owner: Owner, environment: NodeEnvironment? = nil, _ body: () -> Body
  ) {
    graph.evaluations += 1
    connectStorage(of: owner)
    renderChild(observing(body), at: 0, environment: environment)
  }
}
