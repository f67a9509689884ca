internal import AccessibilityMirror
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol

/// Makes outlines in slices, all at one revision.
///
/// When the tree changes before the end the work begins again, a few times, and then goes on with the tree as it was.
struct OutlineMaking {
  struct Question {
    let options: OutlineOptions
    let known: Outline?
    let start: () throws(Status) -> OutlineStart

    init(
      _ options: OutlineOptions, continuing known: Outline? = nil,
      _ start: @escaping () throws(Status) -> OutlineStart
    ) {
      self.options = options
      self.known = known
      self.start = start
    }
  }

  /// The number of restarts after which the tree is kept as it is. The next change then has to copy it.
  private static let maxRestarts = 3

  private let questions: [Question]
  private var builder: OutlineBuilder?
  private var restarts = 0
  /// The tree that is read from now on, whatever changes.
  private var kept: Tree?
  /// At which all is read.
  private(set) var revision: Revision = 0
  /// For each question the outline, and the one that continues what is known. Complete when `proceed` returns `false`.
  private(set) var results: [(outline: Outline, continued: Outline?)] = []

  init(_ questions: [Question]) {
    self.questions = questions
  }

  /// Returns whether anything is left to do.
  mutating func proceed(_ slice: Slice, _ service: BridgeService) throws(Status) -> Bool {
    let store = service.store
    while results.count < questions.count
      || !questions.isEmpty && kept == nil && revision != store.revision
    {
      try beginIfNeeded(service)
      while builder?.proceed(in: kept ?? store.tree) == true {
        if slice.isExpired { return true }
      }
      results.append((builder?.outline ?? Outline(), builder?.continued))
      builder = nil
    }
    return false
  }

  private mutating func beginIfNeeded(_ service: BridgeService) throws(Status) {
    let store = service.store
    if kept == nil, revision != store.revision {
      if builder != nil || !results.isEmpty { restarts += 1 }
      builder = nil
      results = []
      revision = store.revision
      if restarts >= Self.maxRestarts { kept = store.tree }
    }
    guard builder == nil else { return }
    let question = questions[results.count]
    builder = OutlineBuilder(
      try question.start(), question.options, focus: store.focused,
      applications: service.applicationsWithProgress(), areActionsRead: service.actionsAreRead(),
      continuing: question.known, in: kept ?? store.tree)
  }
}

extension BridgeService {
  /// Returns what says whether a source has read which actions an element has. It is asked for each line, so the sources are
  /// listed before.
  fileprivate func actionsAreRead() -> (ElementID) -> Bool {
    let (store, sources) = (store, sources)
    return { element in
      guard let application = store.tree.read(element, { $0.application }),
        let name = store.applications[application]?.source,
        let source = sources.first(where: { $0.name == name })
      else { return true }
      return source.hasReadActions(of: element)
    }
  }

  /// The applications, of which those count as loading that have elements which their sources have not read.
  fileprivate func applicationsWithProgress() -> [ElementID: Application] {
    store.applications.mapValues(withProgress)
  }

  /// Returns an application as loading, where it has elements that its source has not read.
  func withProgress(_ application: Application) -> Application {
    guard !application.shownLoad.isBeingRead,
      source(of: application)?.hasUnreadElements(application.root) == true
    else { return application }
    var application = application
    application.isLoadingDocument = true
    return application
  }

  /// Whether the source of an application is still reading what changed in it.
  func isReading(_ application: ElementID) -> Bool {
    store.applications[application].flatMap(source(of:))?.isReading(application) == true
  }
}
