public import AccessibilityMirror
public import AccessibilityTree
internal import Glibc

/// Hosts a sample application in this process: mirrors its presentation, and hands it its actions.
///
/// All is synchronous: when `perform` returns, the action was carried out and the store is true
/// again.
public final class SampleSource: TreeSource {
  public let name: String
  public private(set) var status = SourceStatus(.starting)
  private let store: TreeStore
  private let origin: Point
  private var app: any SampleApp
  private var tree: HostedTree?

  /// - Parameters:
  ///   - name: "sample:calculator".
  ///   - origin: where on the screen the application puts its windows.
  public init(
    name: String, app: any SampleApp, store: TreeStore, origin: Point = Point(x: 0, y: 0)
  ) {
    self.name = name
    self.app = app
    self.store = store
    self.origin = origin
  }

  /// The root element of the application; `nil` before `start`.
  public var application: ElementID? { tree?.root }

  public func start() {
    guard status.phase == .starting else { return }
    let root = store.makeID()
    var element = Element(id: root, role: .application, label: app.title)
    element.states = [.enabled, .visible, .showing]
    var application = Application(root: root, name: app.title, source: name)
    application.toolkit = "sample"
    application.processID = getpid()
    application.load = .complete
    application.lastHeard = store.time
    tree = HostedTree(root: root)
    status = SourceStatus(.running)
    store.edit { edit in
      keepingTrack { () throws(TreeError) in
        try edit.addApplication(application, root: element)
        try present(in: edit)
      }
    }
  }

  public func stop() {
    status = SourceStatus(.stopped)
  }

  /// Changes the application's state from outside, as a timer would.
  public func update(_ body: (inout any SampleApp) -> Void) {
    guard status.phase == .running else { return }
    body(&app)
    refresh()
  }

  /// A presentation that does not change the tree makes no revision.
  private func refresh() {
    guard let tree else { return }
    store.edit { edit in
      edit.updateApplication(tree.root) { $0.lastHeard = store.time }
      keepingTrack { () throws(TreeError) in try present(in: edit) }
    }
  }

  private func present(in edit: TreeEdit) throws(TreeError) {
    let next = Presentation(app.windows(at: origin))
    try tree?.show(next, in: edit) { store.makeID() }
  }

  private func keepingTrack(_ body: () throws(TreeError) -> Void) {
    do {
      try body()
    } catch {
      status = SourceStatus(.unavailable, detail: "the tree of \(app.title) is broken: \(error)")
    }
  }
}

// MARK: Actions

extension SampleSource {
  public func perform(_ request: ActionRequest, completion: @escaping (ActionOutcome) -> Void) {
    do {
      try perform(request)
      completion(.performed(means: "\(app.title).\(request.command.kind.name)"))
    } catch {
      completion(.refused(error))
    }
  }

  private func perform(_ request: ActionRequest) throws(ActionRefusal) {
    guard status.phase == .running else {
      throw ActionRefusal(.notResponding, "\(name) is not running; start the server anew")
    }
    guard request.deadline > store.time else {
      throw ActionRefusal(.timedOut, "the deadline had passed before \(name) was asked")
    }
    guard let tree, store.tree.contains(request.element) else {
      throw ActionRefusal(
        .stale, "element \(request.element) is not part of \(name); find it anew")
    }
    guard let key = tree.key(of: request.element), let element = tree.element(of: key) else {
      throw ActionRefusal(
        .unsupported, "the application itself takes no actions; act on an element inside it")
    }
    try element.requireOffer(of: request.command)
    try app.perform(request.command, on: key)
    refresh()
  }

  public func isReading(_ application: ElementID) -> Bool { false }
}

// MARK: Verifying

extension SampleSource {
  /// Compares what the mirror holds with a presentation made now.
  func report(on application: ElementID) -> VerifyReport {
    var report = VerifyReport(application: application)
    guard let tree, tree.root == application else {
      report.failure = "\(application) is not the application of \(name)"
      return report
    }
    let live = Presentation(app.windows(at: origin))
    report.compared = live.order.count
    report.differences = tree.differences(from: live, in: store.tree)
    return report
  }
}
