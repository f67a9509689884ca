internal import AccessibilityTree

/// All nodes of one application, and those of them that need an update.
///
/// An update runs in this order: the bodies that read changed state, the actions that follow (`onChange`,
/// `onAppear`), added and removed elements, the layout, the attributes.
final class ViewGraph: StateContext, @unchecked Sendable {
  /// The graph of the application whose code is running.
  static var running: ViewGraph? { StateContext.current as? ViewGraph }

  /// The number of evaluated bodies of the application's own views, in total.
  var evaluations = 0

  /// The number of evaluated views, in total.
  private(set) var visits = 0

  private var dirty: [ViewNode] = []
  private var afterUpdate: [() -> Void] = []
  /// Elements whose children must be collected again.
  private(set) var rebuilding: [ElementNode] = []
  /// Elements whose children were collected since the last publication to the store.
  private var rebuilt: [ElementNode] = []
  /// Elements whose attributes must be recomputed.
  private(set) var stale: [ElementNode] = []
  /// Nodes whose size may have changed.
  private(set) var unmeasured: [ViewNode] = []
  /// Elements with label links, wherever they are.
  var linked: [ObjectIdentifier: ElementNode] = [:]
  /// Whether the views of a type have properties that the graph stores.
  var storageByType: [ObjectIdentifier: Bool] = [:]
  /// The custom rotors of the views, in the order in which they appeared.
  var rotors: [Rotor] = []
  /// The attributes that are specified as blocks, by their nodes.
  var lazyAttributes: [ObjectIdentifier: LazyAttribute] = [:]
  /// The host that runs the application; `nil` when it no longer exists.
  weak var host: (any ElementHost)?
  /// The position of the first window on screen.
  let origin: Point
  /// The name of the application.
  let title: String

  /// The maximum number of evaluation rounds; an update that needs more does not settle.
  private static let maxRounds = 100

  init(origin: Point, title: String) {
    self.origin = origin
    self.title = title
  }

  var needsUpdate: Bool {
    !(dirty.isEmpty && afterUpdate.isEmpty && rebuilding.isEmpty && stale.isEmpty
      && unmeasured.isEmpty)
  }
}

// MARK: Evaluation

extension ViewGraph {
  func add(dirty node: ViewNode) {
    dirty.append(node)
  }

  /// Calls `body` at the end of the current evaluation round.
  func after(_ body: @escaping () -> Void) {
    afterUpdate.append(body)
  }

  func evaluating(_ reader: Reader, _ body: () -> Void) {
    visits += 1
    reader.stopReading()
    let outer = self.reader
    self.reader = reader
    body()
    self.reader = outer
  }

  /// Evaluates until no node is dirty. Returns `false` when that does not end, because a view
  /// changes state that it reads.
  func evaluate() -> Bool {
    for _ in 0..<Self.maxRounds {
      if dirty.isEmpty, afterUpdate.isEmpty { return true }
      // A parent may evaluate its dirty children as well.
      let nodes = dirty.sorted { $0.depth < $1.depth }
      dirty = []
      for node in nodes where node.isDirty && node.isMounted { node.evaluate() }
      let actions = afterUpdate
      afterUpdate = []
      let outer = reader
      reader = nil
      for action in actions { action() }
      reader = outer
    }
    dirty = []
    afterUpdate = []
    return false
  }

  func didUnmount(_ node: ViewNode) {
    lazyAttributes[ObjectIdentifier(node)] = nil
    node.element.map { linked[ObjectIdentifier($0)] = nil }
  }
}

// MARK: Pending work

extension ViewGraph {
  func add(rebuilding element: ElementNode) { rebuilding.append(element) }
  func add(stale element: ElementNode) { stale.append(element) }
  func add(unmeasured node: ViewNode) { unmeasured.append(node) }

  /// Collects the children of the elements in which elements were added, removed or moved.
  func rebuildElements() {
    while !rebuilding.isEmpty {
      let elements = rebuilding
      rebuilding = []
      for element in elements where element.isCurrent {
        element.rebuild()
        rebuilt.append(element)
      }
    }
  }

  /// The containers whose children were collected since the last publication to the store.
  var rebuiltContainers: [ElementNode] { rebuilt.filter { $0.kind == .container } }

  func takeRebuilt() -> [ElementNode] {
    defer { rebuilt = [] }
    return rebuilt
  }

  func takeStale() -> [ElementNode] {
    defer { stale = [] }
    return stale
  }

  func takeUnmeasured() -> [ViewNode] {
    defer { unmeasured = [] }
    return unmeasured
  }
}
