internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol

extension AssistiveRunner {
  mutating func perform(_ element: ElementID, _ command: ActionCommand) async throws {
    ownTree = nil
    hearing.begin(element, in: live.tree)
    acted = ActedElement(element, in: live.tree, at: live.revision)
    let outcome = try await outcome(of: command, on: element)
    let hasNewValue = lookAtOwnTree()
    let own = ownNotifications(of: command)
    client.opening.take(own.flatMap(\.self))
    var announcements = hearing.finish(own)
    if command.isTouch, live.isConnected, !isRenewed {
      // The change at the end of a gesture is not said again when it was announced.
      try await carryOut(client.announce(announcements, in: currentScene()))
      announcements = []
    }
    try await tellNews(saying: announcements)
    var result = ActionResult(element: element, command: command, outcome: outcome)
    result.hasNewValue = hasNewValue
    try await carryOut(client.finish(result, in: currentScene()))
    guard ownTree != nil else { return }
    // What others made of the element meanwhile is still to be told.
    ownTree = nil
    news = news ?? []
    if isInteractive || isListening { try await tellNews() }
  }

  /// Shows the client the element as its own action left it, whatever others did to it afterwards.
  ///
  /// - Returns: Whether the action changed the value.
  private mutating func lookAtOwnTree() -> Bool {
    guard let acted = acted.take(), case .success(let receipt)? = answer, live.isConnected,
      !isRenewed
    else { return false }
    let revision = (receipt.update?.notifications ?? []).last {
      if case .valueChanged(acted.id, _, _) = $0.notification { true } else { false }
    }?.revision
    guard let revision else { return false }
    ownTree = acted.tree(live.tree, asOf: revision)
    return true
  }

  private mutating func outcome(
    of command: ActionCommand, on element: ElementID
  ) async throws -> ActionResult.Outcome {
    guard live.isConnected else { return .refused("There is no connection to the server now.") }
    let epoch = live.epoch
    let words = RefusalWords(of: command, on: element, in: live.tree)
    actionCount += 1
    answer = nil
    isActing = true
    defer { isActing = false }
    let calling = call(
      PerformRequest(
        target: .id(element), command: command, allowSynthesis: options.allowSynthesis),
      epoch: epoch, number: actionCount)
    defer { calling.cancel() }
    // The call has its own, earlier deadline.
    // What is announced while a finger moves is said in its own time.
    let news: News = command.isTouch ? .announcements : .none
    let end = try await wait(session.timeout + .seconds(5), telling: news) { $0.answer != nil }
    if end == .calledOff { return .refused("Cancelled; the action may still take effect.") }
    switch answer {
    case .success(let receipt)?:
      try await reach(receipt.revisionAfter, of: epoch)
      guard live.epoch == epoch else { return .refused("The server was restarted meanwhile.") }
      switch receipt.outcome {
      case .confirmed:
        return receipt.showsNothing(on: element, in: live.tree) ? .unconfirmed : .confirmed
      case .unconfirmed: return .unconfirmed
      case .refused: return .refused(receipt.refusal.map { refusal($0, words) } ?? "Refused.")
      }
    case .failure(ClientError.status(let status))? where status.reason == .staleElement:
      return .refused(refusal(status, words))
    case .failure(ClientError.outcomeUnknown)?: return .refused(Self.unknownOutcome)
    case .failure(let error)?: return .refused("\(session.words.replacingProtocolTerms(error))")
    case nil: return .refused(Self.unknownOutcome)
    }
  }

  /// What is said of an action that was sent and whose receipt did not arrive.
  private static var unknownOutcome: String {
    "It is not known whether that was done. Look before you repeat it."
  }

  /// What the last action caused, as its receipt says; what happened at the same time is a group. Touches take time.
  private func ownNotifications(of command: ActionCommand) -> [[Notification]] {
    guard case .success(let receipt)? = answer else { return [] }
    var groups: [[Notification]] = []
    var revision: Revision?
    for revised in receipt.update?.notifications ?? [] {
      if revised.revision == revision, let last = groups.indices.last, !command.isTouch {
        groups[last].append(revised.notification)
      } else {
        groups.append([revised.notification])
      }
      revision = revised.revision
    }
    return groups
  }

  /// Returns a refusal in the words of those who use the application.
  private func refusal(_ status: Status, _ words: RefusalWords) -> String {
    let message = session.words.replacingProtocolTerms(status.message)
    switch status.reason {
    case .disabled: return words.text(message, .disabled)
    case .staleElement, .unknownElement: return words.text(message, .stale)
    case .unsupported: return words.text(message, .unsupported)
    default: return words.text(message, nil)
    }
  }

  private func call(
    _ request: PerformRequest, epoch: UInt64, number: Int
  ) -> Task<Void, Never> {
    Task { [server, inbox, session] in
      do {
        let receipt = try await server.perform(request, inRun: epoch, timeout: session.timeout)
        inbox.put(.answer(number, .success(receipt)))
      } catch {
        inbox.put(.answer(number, .failure(error)))
      }
    }
  }

  /// Applies changes until the tree has reached the revision at the end of the action.
  private mutating func reach(_ revision: Revision, of epoch: UInt64) async throws {
    _ = try await wait(.seconds(5), telling: .none) {
      !$0.live.isConnected || $0.live.epoch != epoch || $0.live.revision >= revision
    }
  }

  /// Says what the action in progress has caused to be announced, and keeps the other changes.
  private mutating func tellAnnouncements() async throws {
    guard live.isConnected, !isRenewed else { return }
    let announced = hearing.during(in: live.tree)
    guard !announced.isEmpty else { return }
    try await carryOut(client.announce(announced, in: currentScene()))
  }

  // MARK: Waiting

  enum WaitEnd {
    case done
    case timedOut
    /// Interrupted by a key: Ctrl-C or Esc.
    case calledOff
  }

  /// What the client is told while it waits.
  enum News {
    case none
    /// Only announcements; other changes are told later.
    case announcements
    /// All changes, and a scan moves on.
    case all
  }

  /// Takes events until a condition holds.
  mutating func wait(
    _ time: Duration, telling news: News, until isDone: (Self) -> Bool
  ) async throws -> WaitEnd {
    let deadline = ContinuousClock.now + time
    let timer = inbox.after(time, .timer)
    defer { timer.cancel() }
    while !isDone(self) {
      if isCalledOff() { return .calledOff }
      guard ContinuousClock.now < deadline else { return .timedOut }
      switch news {
      case .none: try merge(await inbox.take())
      case .announcements:
        try merge(await inbox.take())
        try await tellAnnouncements()
      case .all: try await takeEvents()
      }
    }
    return .done
  }

  /// Returns whether Ctrl-C or Esc was pressed; if so, discards all input that has not been read.
  private mutating func isCalledOff() -> Bool {
    let isPressed = inputs.contains { input in
      if case .key(.control("c")) = input { return true }
      if case .key(.escape) = input { return true }
      return false
    }
    if isPressed { inputs = [] }
    return isPressed
  }
}

extension ActionCommand {
  /// Whether a finger moves for some time.
  fileprivate var isTouch: Bool {
    switch self {
    case .passThroughGesture, .directTouch: true
    default: false
    }
  }
}

extension Receipt {
  /// Whether nothing changed but what is in front, although the action counts as done.
  fileprivate func showsNothing(on element: ElementID, in tree: Tree) -> Bool {
    // What is entered where texts are secret is not shown.
    guard let update, update.omitted == 0, update.removed.isEmpty,
      tree.read(element, { $0.isRedacted }) == false
    else { return false }
    let windows = update.notifications.compactMap { revised -> ElementID? in
      guard case .screenChanged(let root, _) = revised.notification else { return nil }
      return root
    }
    return windows.count == update.notifications.count
      && update.changed.allSatisfy { windows.contains($0.id) }
  }
}
