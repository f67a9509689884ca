internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getOutline(_ call: Call, _ request: GetOutlineRequest) throws(Status) {
    recordRead(since: request.since)
    let options = try OutlineOptions(request, within: call.maxElementSize)
    let since = try changes(since: request.since)
    var asked = request
    asked.since = nil
    asked.budget = options.budget
    var question = RecentReads.Question.outline(asked)
    var known = knownOutline(question, since: request.since)
    var limit: OutlineDifference.Limit?
    if known == nil, case .id(let id)? = request.target, request.asksForPart,
      let part = knownOutline(.part(id), since: request.since)
    {
      // It goes on with what steps changed.
      (known, question) = (part, .part(id))
      limit = OutlineDifference.Limit(options.budget)
    }
    // That an application is not loading any more is no change of the tree.
    if since.isNothing, known?.isLoading != true {
      return call.respond(GetOutlineResponse(revision: store.revision, result: .unchanged))
    }
    if request.since == nil {
      for application in store.applications.values {
        source(of: application)?.clientDidRead(application.root)
      }
    }
    let made = limit == nil ? options : StepChanges.options
    let work = OutlineWork(call, made, continuing: known, service: self) {
      [self] () throws(Status) in
      try outlineStart(of: request)
    } whenDone: { [self] made, revision in
      let continued = limit == nil ? made.continued : made.continued ?? made.outline
      let isSame = since.isNothing && revision == request.since?.revision
      answer(call, question, at: revision, made.outline, continued, known, limit, isSame: isSame)
    }
    let line = call.treeWork
    line.add(work)
    if line.isScheduled { return }
    if line.proceed(Slice(Scheduler.slice)) { scheduler.add(line, .heavy) }
  }

  /// Returns where an outline begins. Throws when that is not there.
  func outlineStart(of request: GetOutlineRequest) throws(Status) -> OutlineStart {
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
      let ids = activeFirst(outermost(found.ids))
      return .elements(request.view == .all ? ids : withoutBlank(ids))
    }
  }

  /// Leaves out what stands for nothing, such as the page of a window that is not drawn, unless all do.
  private func withoutBlank(_ ids: [ElementID]) -> [ElementID] {
    guard ids.count > 1 else { return ids }
    let blank = Outline.blank(ids, in: store.tree)
    return blank.count == ids.count ? ids : ids.filter { !blank.contains($0) }
  }

  /// Returns the windows that are active before all else, as in outlines of everything.
  private func activeFirst(_ ids: [ElementID]) -> [ElementID] {
    let active = Set(ids).intersection(store.tree.activeWindows)
    return active.isEmpty ? ids : ids.filter(active.contains) + ids.filter { !active.contains($0) }
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
  /// - Parameters:
  ///   - continued: The outline that continues the one that the client has.
  ///   - limit: How the difference is kept short, where the outline may be longer than the client asks for.
  ///   - isSame: Whether the tree is as it was when the client was answered.
  private func answer(
    _ call: Call, _ question: RecentReads.Question, at revision: Revision, _ outline: Outline,
    _ continued: Outline?, _ known: Outline?, _ limit: OutlineDifference.Limit?, isSame: Bool
  ) {
    var response = GetOutlineResponse(
      revision: revision, text: outline.text, tokens: outline.tokens,
      shown: outline.shownCount, leftOut: outline.leftOutCount)
    var sent = outline
    if let known, let continued {
      let short = limit ?? call.differenceBudget.map { OutlineDifference.Limit($0) }
      let difference = OutlineDifference(
        from: known, to: continued, limit: short, isOfSameTree: isSame)
      if isSame, difference.text.isEmpty {
        return call.respond(GetOutlineResponse(revision: revision, result: .unchanged))
      }
      if limit != nil || difference.tokens < outline.tokens || difference.text.isEmpty {
        response.result = difference.text.isEmpty ? .unchanged : .difference
        response.text = difference.text
        response.tokens = difference.tokens
        sent = continued
      }
    }
    recentReads.store(.outline(sent), to: question, at: revision)
    call.respond(response)
  }
}

extension GetOutlineRequest {
  /// Whether it asks for an outline as steps compare it.
  fileprivate var asksForPart: Bool {
    self == GetOutlineRequest(target: target, budget: budget, since: since)
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

/// Makes an outline in slices, for a call.
final class OutlineWork: SlicedWork {
  private let call: Call
  private var making: OutlineMaking
  private let service: BridgeService
  private let whenDone: Completion

  typealias Completion = (_ made: (outline: Outline, continued: Outline?), _ revision: Revision) ->
    Void

  init(
    _ call: Call, _ options: OutlineOptions, continuing known: Outline?, service: BridgeService,
    start: @escaping () throws(Status) -> OutlineStart,
    whenDone: @escaping Completion
  ) {
    self.call = call
    making = OutlineMaking([.init(options, continuing: known, start)])
    self.service = service
    self.whenDone = whenDone
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !call.isEnded else { return false }
    do throws(Status) {
      if try making.proceed(slice, service) { return true }
    } catch {
      call.fail(error)
      return false
    }
    let (result, revision) = (making.results[0], making.revision)
    making = OutlineMaking([])
    whenDone(result, revision)
    return false
  }
}
