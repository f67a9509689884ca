internal import AccessibilityMirror
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol

/// What steps change in the applications that they act on, and which windows open and close elsewhere.
///
/// The desktop as a whole may fold these applications. So each is looked at before the first action on it.
struct StepChanges {
  /// The most tokens of what is known of an application: more than a screen shows.
  private static let knownBudget = 8_000
  /// The most applications that are looked at.
  private static let maxApplications = 8
  /// The most characters of a text in the difference.
  private static let textLimit = 60

  private let service: BridgeService
  private let budget: Int
  /// What clients are answered that look at the desktop.
  private let desktopOptions: OutlineOptions
  private let question: RecentReads.Question

  /// The outlines of applications that are compared.
  static let options = {
    var options = OutlineOptions()
    options.budget = knownBudget
    options.textLimit = textLimit
    // That a cell was emptied is its own line.
    options.keepsEmptied = true
    return options
  }()

  private var desktop = Outline()
  private var applications: [ElementID] = []
  /// The revisions at which the applications were looked at.
  private var revisions: [ElementID: Revision] = [:]
  /// What is acted on.
  private var targets: Set<ElementID> = []
  private var before = Outline()
  private var making: OutlineMaking?

  /// - Parameter request: What the client asks for; `nil` when it asks for a certain outline or nothing.
  init?(_ request: RunStepsRequest, _ call: Call, _ service: BridgeService) {
    guard var asked = request.outline, request.acts else { return nil }
    asked.budget = asked.budget ?? RunStepsRequest.defaultBudget
    let difference = try? OutlineOptions(asked, within: call.maxElementSize)
    asked.budget = nil
    guard asked == GetOutlineRequest(), let difference,
      let desktopOptions = try? OutlineOptions(asked, within: call.maxElementSize)
    else { return nil }
    budget = difference.budget
    self.service = service
    self.desktopOptions = desktopOptions
    asked.budget = desktopOptions.budget
    question = .outline(asked)
  }

  /// The approximate memory of what is kept, in bytes.
  var memory: Int { desktop.memory + before.memory }

  /// Looks at the desktop before the first step. Returns the revision; `nil` when something is left to do.
  mutating func lookBefore(_ slice: Slice) throws(Status) -> Revision? {
    let desktop = OutlineMaking.Question(desktopOptions) { () throws(Status) in .everything }
    guard let made = try make([desktop], slice) else { return nil }
    self.desktop = made.results[0].outline
    service.recentReads.store(.outline(self.desktop), to: question, at: made.revision)
    return made.revision
  }

  /// Looks at the application of an element before that is acted on, unless it was done. Returns whether something is left
  /// to do.
  mutating func look(
    at application: ElementID, of target: ElementID, _ slice: Slice
  ) throws(Status) -> Bool {
    targets.insert(target)
    guard !applications.contains(application), applications.count < Self.maxApplications else {
      return false
    }
    guard let made = try make([question(of: [application])], slice) else { return true }
    applications.append(application)
    revisions[application] = made.revision
    before.add(made.results[0].outline)
    return false
  }

  /// Returns what changed; `nil` when something is left to do.
  ///
  /// - Parameter isConfirmed: Whether the effect of an action was seen, so that something must have changed.
  mutating func lookAfter(
    _ slice: Slice, isConfirmed: Bool
  ) throws(Status) -> GetOutlineResponse? {
    let desktop = OutlineMaking.Question(desktopOptions, continuing: desktop) {
      () throws(Status) in .everything
    }
    let known = question(of: applications, continuing: before)
    guard let made = try make([desktop, known], slice) else { return nil }
    let now = made.results[0].continued ?? made.results[0].outline
    service.recentReads.store(.outline(now), to: question, at: made.revision)
    var (old, new) = (before, made.results[1].continued ?? made.results[1].outline)
    old.add(self.desktop.frames(without: applications))
    new.add(now.frames(without: applications, after: self.desktop))
    let limit = OutlineDifference.Limit(
      budget, targets: targets, isOffscreen: { [service] in Self.isOffscreen($0, service) },
      command: { [revisions, epoch = service.store.epoch] id, application in
        revisions[application].map { "tree '\(id)' --since \(ReadSince($0, epoch: epoch).mark)" }
      })
    let difference = OutlineDifference(from: old, to: new, limit: limit)
    if difference.text.isEmpty, let text = unseen(isConfirmed: isConfirmed) {
      return GetOutlineResponse(
        revision: made.revision, result: .difference, text: text,
        tokens: TokenEstimate(of: text).tokens, shown: new.shownCount, leftOut: new.leftOutCount)
    }
    for id in difference.continued {
      guard let application = service.store.tree.read(id, { $0.application }) ?? nil,
        let revision = revisions[application]
      else { continue }
      service.recentReads.store(.outline(before.part(of: id)), to: .part(id), at: revision)
    }
    return GetOutlineResponse(
      revision: made.revision, result: difference.text.isEmpty ? .unchanged : .difference,
      text: difference.text, tokens: difference.tokens, shown: new.shownCount,
      leftOut: new.leftOutCount)
  }

  /// Says why no line differs: what was acted on is not on screen, or something else changed than lines say, such as a tooltip;
  /// `nil` where nothing changed.
  private func unseen(isConfirmed: Bool) -> String? {
    let tree = service.store.tree
    if let id = targets.min(by: { $0.rawValue < $1.rawValue }),
      Outline.isOnScreen(id, in: tree, applications: service.store.applications) == false
    {
      return "… nothing on screen changed, and \(id) is not on screen\n"
    }
    guard isConfirmed, let revision = revisions.values.min(),
      let commits = service.store.commits(since: revision)
    else { return nil }
    var summary = ChangeSummary()
    var telling: Set<ElementID> = []
    for commit in commits {
      summary.add(commit)
      telling.formUnion(
        Set(commit.changed).subtracting(commit.moved).subtracting(commit.refocused))
    }
    let names = summary.changed.lazy.filter { telling.contains($0) }.compactMap { id in
      tree[id].flatMap { revisions[$0.application] == nil ? nil : "\($0.shortName) \(id)" }
    }.prefix(Self.maxNamed)
    guard !names.isEmpty else { return nil }
    return "… no line differs; changed: \(names.joined(separator: ", "))\n"
  }

  /// The most elements that are named where no line differs.
  private static let maxNamed = 3

  /// Whether an element is there and was only scrolled out, or is on a page that is not shown. That a menu was closed is
  /// a change.
  private static func isOffscreen(_ id: ElementID, _ service: BridgeService) -> Bool {
    service.store.tree.read(id) {
      $0.states.contains(.visible) && !($0.role.isMenuItem || $0.role == .menu)
    } ?? false
  }

  private func question(
    of applications: [ElementID], continuing known: Outline? = nil
  ) -> OutlineMaking.Question {
    OutlineMaking.Question(Self.options, continuing: known) { () throws(Status) in
      .elements(applications)
    }
  }

  private mutating func make(
    _ questions: [OutlineMaking.Question], _ slice: Slice
  ) throws(Status) -> OutlineMaking? {
    var making = making.take() ?? OutlineMaking(questions)
    if try making.proceed(slice, service) {
      self.making = making
      return nil
    }
    return making
  }
}

extension RunStepsRequest {
  fileprivate var acts: Bool {
    steps.contains { step in
      if case .perform = step.kind { true } else { false }
    }
  }
}
