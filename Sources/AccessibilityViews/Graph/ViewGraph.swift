internal import AccessibilityTree

/// All nodes of one application, and what of them is to be worked out anew.
///
/// An update goes in this order: the bodies that read what changed, the actions that follow
/// (`onChange`, `onAppear`), the elements that came and went, the layout, the attributes.
final class ViewGraph: StateContext, @unchecked Sendable {
  /// The one whose code runs.
  static var running: ViewGraph? { StateContext.current as? ViewGraph }

  /// How many bodies of the application's own views were evaluated since the beginning.
  var evaluations = 0

  /// How many views were looked at since the beginning.
  private(set) var visits = 0

  private var dirty: [ViewNode] = []
  private var afterUpdate: [() -> Void] = []
  /// Elements whose children are to be gathered anew.
  private(set) var rebuilding: [ElementNode] = []
  /// Those that have been, since they were told to the store.
  private var rebuilt: [ElementNode] = []
  /// Elements whose attributes are to be worked out anew.
  private(set) var stale: [ElementNode] = []
  /// Nodes whose size may have changed.
  private(set) var unmeasured: [ViewNode] = []
  /// Elements of one pair that label each other, wherever they stand.
  var linked: [ObjectIdentifier: ElementNode] = [:]
  /// Which types of views have properties that the graph keeps.
  var storageByType: [ObjectIdentifier: Bool] = [:]
  /// Nodes with attributes that are told as blocks.
  var lazyNodes: [ObjectIdentifier: ViewNode] = [:]
  /// Who runs the application; `nil` when it is gone.
  weak var host: (any ElementHost)?
  /// Where on the screen the first window is.
  let origin: Point
  /// What people call the application.
  let title: String

  /// An update that makes more rounds than this does not settle.
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

  /// Calls `body` at the end of the evaluation under way.
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

  /// Evaluates until nothing is dirty any more. Returns false when that has no end: a view that
  /// changes the state that it reads.
  func evaluate() -> Bool {
    for _ in 0..<Self.maxRounds {
      if dirty.isEmpty, afterUpdate.isEmpty { return true }
      // A parent may well evaluate its dirty children with it.
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
    lazyNodes[ObjectIdentifier(node)] = nil
    node.element.map { linked[ObjectIdentifier($0)] = nil }
  }
}

// MARK: What is to be done

extension ViewGraph {
  func add(rebuilding element: ElementNode) { rebuilding.append(element) }
  func add(stale element: ElementNode) { stale.append(element) }
  func add(unmeasured node: ViewNode) { unmeasured.append(node) }

  /// Gathers the children of the elements in which something came, went or moved.
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

  /// Elements that hold others and were gathered since they were told to the store.
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
