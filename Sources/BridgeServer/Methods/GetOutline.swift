internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getOutline(_ call: Call, _ request: GetOutlineRequest) throws(Status) {
    recordRead(since: request.since)
    let options = try OutlineOptions(request, within: call.maxElementSize)
    if changes(since: request.since).isNothing {
      return call.respond(GetOutlineResponse(revision: store.revision, result: .unchanged))
    }
    var asked = request
    asked.since = nil
    asked.budget = options.budget
    let question = RecentReads.Question.outline(asked)
    let known = knownOutline(question, since: request.since)
    let work = OutlineWork(call, options, continuing: known, store: store) {
      [self] () throws(Status) in
      try outlineStart(of: request)
    } whenDone: { [self] outline, continued in
      answer(call, question, outline, continued, known)
    }
    let line = call.treeWork
    line.add(work)
    if line.isScheduled { return }
    if line.proceed(Slice(Scheduler.slice)) { scheduler.add(line, .heavy) }
  }

  private func outlineStart(of request: GetOutlineRequest) throws(Status) -> OutlineStart {
    switch request.target {
    case nil: return .everything
    case .id(let id)?:
      try targets.check(id)
      return request.continues ? .following(id, texts: request.texts) : .elements([id])
    case .selector(let text)?:
      if request.continues {
        return .following(try targets.resolve(.selector(text)), texts: request.texts)
      }
      var budget = configuration.limits.budget
      let selector = try targets.parse(text)
      let found = try targets.find(selector, text: text, scope: nil, limit: nil, budget: &budget)
      guard !found.ids.isEmpty else { throw targets.noMatch(selector, budget) }
      return .elements(outermost(found.ids))
    }
  }

  /// Returns the outline that the client has, if that is known.
  private func knownOutline(_ question: RecentReads.Question, since: ReadSince?) -> Outline? {
    guard let since, since.epoch == store.epoch,
      case .outline(let known)? = recentReads.answer(to: question, at: since.revision)
    else { return nil }
    return known
  }

  /// Answers with the outline, or with how it differs from the one that the client has.
  ///
  /// - Parameter continued: The outline that continues the one that the client has.
  private func answer(
    _ call: Call, _ question: RecentReads.Question, _ outline: Outline, _ continued: Outline?,
    _ known: Outline?
  ) {
    var response = GetOutlineResponse(
      revision: store.revision, text: outline.text, tokens: outline.tokens,
      shown: outline.shownCount, leftOut: outline.leftOutCount)
    var sent = outline
    if let known, let continued {
      let difference = OutlineDifference(from: known, to: continued)
      if difference.tokens < outline.tokens || difference.text.isEmpty {
        response.result = difference.text.isEmpty ? .unchanged : .difference
        response.text = difference.text
        response.tokens = difference.tokens
        sent = continued
      }
    }
    recentReads.store(.outline(sent), to: question, at: store.revision)
    call.respond(response)
  }
}

extension OutlineOptions {
  /// - Parameter size: The length of the text that the client accepts, in bytes.
  init(_ request: GetOutlineRequest, within size: Int) throws(Status) {
    self.init()
    view = request.view == .all ? .all : .agent
    isWhole = request.whole
    showsFrames = request.frames
    depth = request.depth
    budget = request.budget ?? view.defaultBudget
    let budgets = OutlineOptions.budgets
    guard budgets.contains(budget) else {
      throw Status(
        .invalidArgument,
        "GetOutlineRequest.budget is \(budget); it must be from \(budgets.lowerBound) to "
          + "\(budgets.upperBound)",
        limit: UInt64(budgets.upperBound))
    }
    // A token of an outline has at most some eight bytes.
    budget = max(budgets.lowerBound, min(budget, size / 8))
  }
}

/// Makes an outline in slices, all at one revision.
///
/// When the tree changes before the end the work begins again, a few times.
final class OutlineWork: SlicedWork {
  /// The number of restarts after which the work yields rarely, and the number after which it gives up.
  private static let maxRestarts = (yielding: 3, all: 64)
  /// How long the work then runs before it yields. Enough for 100,000 elements on one level.
  private static let patience = Duration.milliseconds(15)

  private let call: Call
  private let options: OutlineOptions
  private let store: TreeStore
  private let start: () throws(Status) -> OutlineStart
  private let known: Outline?
  private let whenDone: (_ outline: Outline, _ continued: Outline?) -> Void
  private var builder: OutlineBuilder?
  private var revision: Revision = 0
  private var restarts = 0

  init(
    _ call: Call, _ options: OutlineOptions, continuing known: Outline?, store: TreeStore,
    start: @escaping () throws(Status) -> OutlineStart,
    whenDone: @escaping (_ outline: Outline, _ continued: Outline?) -> Void
  ) {
    self.call = call
    self.known = known
    self.options = options
    self.store = store
    self.start = start
    self.whenDone = whenDone
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !call.isEnded else { return false }
    do throws(Status) {
      try beginIfNeeded()
    } catch {
      call.fail(error)
      return false
    }
    let longer = restarts > Self.maxRestarts.yielding ? Slice(Self.patience) : slice
    while builder?.proceed(in: store.tree) == true {
      if longer.isExpired { return true }
    }
    let (outline, continued) = (builder?.outline ?? Outline(), builder?.continued)
    builder = nil
    whenDone(outline, continued)
    return false
  }

  private func beginIfNeeded() throws(Status) {
    if builder != nil, revision == store.revision { return }
    if builder != nil { restarts += 1 }
    guard restarts <= Self.maxRestarts.all else {
      throw Status(
        .changed, "the tree changes faster than an outline of \(options.budget) tokens can be made")
    }
    revision = store.revision
    builder = OutlineBuilder(
      try start(), options, focus: store.focused, applications: store.applications,
      continuing: known, in: store.tree)
  }
}
