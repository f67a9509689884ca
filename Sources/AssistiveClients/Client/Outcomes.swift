internal import AccessibilitySpeech
internal import AccessibilityTree

/// Tells what came of the actions that a client performs: what each of them changed, once.
///
/// What the application announces by itself is not repeated, and what changed without an action is not said.
struct Outcomes: Sendable {
  /// What was there before the action in progress; `nil` while there is none.
  private var before: SceneMemory?
  /// What the action has changed so far.
  private var changes: [SpokenLine] = []
  /// The announcements since the action began.
  private var announced: Set<String> = []
  /// Whether the application has announced something since the action began.
  private var isAnnouncing = false
  /// Whether the application has named the page that was scrolled to since the action began.
  private var isPageSaid = false
  /// What the client has to say about changes; said when the action is finished.
  private var held: [ClientEffect] = []
  /// What was said of the last action or of a dialog that opened, until an announcement has repeated it.
  private var said: Set<String> = []

  /// The element that the action in progress is performed on; `nil` while there is none.
  var element: ElementID? { before?.element }

  /// Whether an action is in progress.
  var isActing: Bool { before != nil }

  /// Begins an action if the effects request one.
  mutating func begin(_ effects: [ClientEffect], in scene: Scene) {
    said = []
    for case .perform(let id, let command) in effects {
      before = SceneMemory(of: scene, command, on: id)
      changes = []
      announced = []
      isAnnouncing = false
      isPageSaid = false
    }
  }

  /// Handles changes, and says the page that was scrolled to, if the application names it.
  ///
  /// - Parameter effects: What the client has to say about them.
  /// - Returns: What to say now. While an action is in progress that is nothing; the rest is said when
  ///   it is finished.
  mutating func follow(
    _ notifications: [Notification], saying effects: [ClientEffect], in scene: Scene
  ) -> [ClientEffect] {
    var pages: [ClientEffect] = []
    for case .scrolled(let container, _, _, let page?) in notifications {
      pages += .say(.announcement, page, container)
    }
    guard let before else {
      // The application may also announce the title of a dialog that it opens.
      for case .say(let line) in effects where line.kind == .answer { said.insert(line.text) }
      return pages + effects
    }
    isPageSaid = isPageSaid || !pages.isEmpty
    held += pages + effects
    changes = before.changes(in: scene, isElsewhere: !held.isEmpty)
    for case .announcement(let text, _, _) in notifications {
      isAnnouncing = true
      if !isChange(text) { announced.insert(text) }
    }
    return []
  }

  private func isChange(_ text: String) -> Bool { changes.contains { $0.text == text } }

  /// Returns what to say about the result of an action.
  ///
  /// - Parameters:
  ///   - opening: What the client says before the changes.
  ///   - otherwise: What it says when there is nothing else to say.
  mutating func finish(
    _ result: ActionResult, opening: [ClientEffect] = [], otherwise: [ClientEffect] = [],
    in scene: Scene
  ) -> [ClientEffect] {
    let held = self.held.filter { !isAnnounced($0) }
    let before = isPageSaid ? nil : self.before
    self.held = []
    self.before = nil
    if let refusal = result.refusal { return .refuse(refusal) + held }
    let shown = Set(held.compactMap(\.shownElement))
    var lines = before?.changes(in: scene, isElsewhere: !held.isEmpty) ?? []
    lines.removeAll { line in
      announced.contains(line.text) || line.element.map(shown.contains) ?? false
    }
    if lines.isEmpty, !isAnnouncing, !shown.contains(result.element) {
      lines = newValue(of: result, in: scene)
    }
    if lines.isEmpty, !isAnnouncing {
      lines = before?.traces(in: scene, isElsewhere: !held.isEmpty) ?? []
    }
    said = Set(lines.map(\.text))
    let effects = opening + lines.map { .say($0) } + held
    return effects.isEmpty && !isAnnouncing ? otherwise : effects
  }

  /// The value that the action set, where it is what was there before somebody else changed it.
  private func newValue(of result: ActionResult, in scene: Scene) -> [SpokenLine] {
    guard result.hasNewValue, scene[result.element] != nil else { return [] }
    let value = Speech.value(of: result.element, in: scene.tree)
    return [
      SpokenLine(.change, value ?? scene.headline(of: result.element), element: result.element)
    ]
  }

  private func isAnnounced(_ effect: ClientEffect) -> Bool {
    if case .say(let line) = effect { return announced.contains(line.text) }
    return false
  }

  /// Whether an announcement repeats what is said of an action: of the one in progress, or, once for each text, of
  /// the last one.
  mutating func hasJustSaid(_ announcement: String) -> Bool {
    before == nil ? said.remove(announcement) != nil : isChange(announcement)
  }
}

extension ClientEffect {
  /// The element that the client has gone to.
  fileprivate var shownElement: ElementID? {
    guard case .say(let line) = self, line.kind == .element else { return nil }
    return line.element
  }
}
