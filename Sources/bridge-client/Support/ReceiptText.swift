internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

/// The outcome of an action, for people.
struct ReceiptText {
  let text: TerminalText

  /// The maximum number of lines for what was renamed and for notifications, of which an application that loads meanwhile may
  /// send thousands; and how many of these there may be in any case.
  private static let maxLines = 6
  private static let minNotifications = 3
  /// The most tokens of a text of an application; --json prints the whole one.
  static let maxTextTokens = 60

  /// - Parameter action: What was asked for.
  init(_ receipt: Receipt, of action: String, _ names: inout ElementNames) async {
    var lines: [TerminalText] = []
    let outcome = Self.outcome(of: receipt)
    let subject = await Self.subject(of: receipt, &names)
    let unsettled = receipt.isQuiet ? "" : ", still changing"
    let what: TerminalText =
      "\(action) \(subject) by \(receipt.method) in \(receipt.settledUs / 1000) ms\(unsettled)"
    if let shortfall = receipt.shortfall {
      lines += [outcome, "  \(what)"] + shortfall.details.map { "  \($0)" }
    } else {
      lines.append("\(outcome): \(what)")
    }
    if let retry = Self.retry(of: receipt) { lines.append("  \(retry)") }
    let remarks = Self.outlook(of: receipt) + Self.note(of: receipt) + Self.obstacle(of: receipt)
    lines += remarks.map { "  \($0)" }
    let known = lines.count
    if receipt.targetChanged { lines.append(Self.targetChange(of: receipt)) }
    let hidden = HiddenElements(receipt)
    let renamed = receipt.labelChanges.filter { !hidden.contains($0.element) }
    for change in renamed {
      lines.append("  \(Self.line(for: change.element, change.before, change.after))")
    }
    let states = await Self.states(receipt, hidden, &names)
    lines += states
    if let update = receipt.update {
      let appeared = await Self.appeared(receipt, update, &names)
      if !appeared.isEmpty { lines.append("  appeared: \(appeared.joined(separator: ", "))") }
      let limit = max(Self.minNotifications, Self.maxLines - renamed.count - states.count)
      // A page or a dialog has come with its values.
      let limits = (all: limit, values: appeared.isEmpty ? limit : Self.minNotifications)
      let left = receipt.labelChanges.count - renamed.count
      lines += await Self.lines(
        for: update.notifications.map(\.notification), limits, hidden, left: left, &names)
      if lines.count == known, let element = receipt.element, update.removed.contains(element) {
        lines.append("  \(subject) is gone")
      }
      if !update.changed.isEmpty || !update.removed.isEmpty {
        lines.append(
          "  \(counted(update.changed.count, "element")) changed, \(update.removed.count) removed; revision \(receipt.revisionBefore) → \(receipt.revisionAfter)"
        )
      }
    }
    text = lines.joined(separator: "\n")
  }

  /// The target as it was when it was acted on.
  private static func subject(of receipt: Receipt, _ names: inout ElementNames) async -> String {
    guard let element = receipt.element else { return "element" }
    if let target = receipt.target { return "\(target.name) \(element)" }
    return await names.name(element)
  }

  /// What happened, and how often. Of the values of an element and of the way of the focus the ends are told, and of the many places
  /// at which pages tell of their layout one, last. What became of hidden elements is only counted.
  ///
  /// - Parameter left: How many of them were renamed.
  private static func lines(
    for notifications: [Notification], _ limits: (all: Int, values: Int), _ hidden: HiddenElements,
    left: Int, _ names: inout ElementNames
  ) async -> [TerminalText] {
    var told = FoldedLines(limit: limits.all)
    var values = 0
    var unseen = left
    var layouts: [Notification] = []
    var focus: (from: ElementID?, to: ElementID?)?
    // What has opened comes before what became of the rest.
    let screens = notifications.filter { $0.kind == .screen }
    let changes = ValueChanges(notifications)
    for notification in screens + changes.joined.filter({ $0.kind != .screen }) {
      if case .layoutChanged = notification {
        layouts.append(notification)
      } else if case .focusMoved(let from, let to) = notification {
        focus = (focus.map(\.from) ?? from, to)
      } else if hidden.hasValue(notification) {
        unseen += 1
      } else if told.isFull || notification.kind == .value && values == limits.values {
        told.omit()
      } else {
        if notification.kind == .value { values += 1 }
        let text = await describe(notification, &names, textTokens: maxTextTokens)
        told.add(text + changes.steps(of: notification))
      }
    }
    var lines = told.lines
    if let focus, focus.from != focus.to {
      lines.append(
        await describe(.focusMoved(from: focus.from, to: focus.to), &names))
    }
    if let first = layouts.first {
      let others = layouts.count - 1
      let more = others > 0 ? ", and in \(counted(others, "more place"))" : ""
      lines.append(await describe(first, &names) + more)
    }
    var rest: [String] = []
    if told.omitted > 0 { rest.append(counted(told.omitted, "more notification")) }
    if unseen > 0 { rest.append("\(counted(unseen, "change")) of what is not shown") }
    if !rest.isEmpty { lines.append("… and \(rest.joined(separator: ", ")); --json prints all") }
    return lines.map { "  \($0)" }
  }

  /// What has come, but for the windows and dialogs that have a line of their own.
  private static func appeared(
    _ receipt: Receipt, _ update: TreeUpdate, _ names: inout ElementNames
  ) async -> [String] {
    let screens = Set(
      update.notifications.compactMap { told in
        if case .screenChanged(let root, _) = told.notification { root } else { nil }
      })
    var result: [String] = []
    for id in receipt.appeared where !screens.contains(id) {
      if let element = update.changed.first(where: { $0.id == id }) {
        result.append("\(element.shortName)\(element.nameInPlace) \(id)")
      } else {
        result.append(await names.name(id))
      }
    }
    return result
  }

  private static func targetChange(of receipt: Receipt) -> TerminalText {
    guard let target = receipt.target, let other = receipt.targetOther else {
      return "  the target changed and changed back meanwhile"
    }
    // What it was renamed to by the action.
    if receipt.effect?.isSeen == true, let id = receipt.element {
      return "  \(line(for: id, target, other))"
    }
    let advice = target.namingAdvice(besides: other).map { "; \($0)" } ?? ""
    return "  the target was called \(target.name) when it was acted on, and \(other.name) before "
      + "or after, as far as its application says: which one was acted on is not known\(advice)"
  }
}

extension ReceiptText {
  /// How an element was renamed: `label button #482117350014: "OK" → "Done"`. Another role is said as such.
  static func line(
    for id: ElementID, _ before: ElementIdentity, _ after: ElementIdentity
  ) -> TerminalText {
    guard before.role == after.role else {
      let what: TerminalText = before.label == after.label ? "role" : "role and label"
      return "\(what) \(id): \(before.name) → \(after.name)"
    }
    func quoted(_ label: String?) -> String { label?.quoted(tokens: maxTextTokens) ?? "none" }
    return "label \(before.role.name) \(id): \(quoted(before.label)) → \(quoted(after.label))"
  }
}

extension Element {
  /// What says what an element without a label is for.
  fileprivate var nameInPlace: String {
    guard !hasLabel else { return "" }
    if let placeholder {
      return " placeholder \(placeholder.quoted(tokens: ReceiptText.maxTextTokens))"
    }
    return hint.map { " hint \($0.quoted(tokens: ReceiptText.maxTextTokens))" } ?? ""
  }
}

// MARK: The words

extension ReceiptText {
  /// The first word of what is printed of an action. The skill for agents explains each.
  enum Word: String, CaseIterable {
    case confirmed
    case unconfirmed
    case refused
    /// What was to end the action came to hold.
    case done
    /// What was set or waited for is not there.
    case failed

    var text: TerminalText {
      switch self {
      case .confirmed, .done: "\(rawValue, .green)"
      case .unconfirmed: "\(rawValue, .yellow)"
      case .refused, .failed: "\(rawValue, .red)"
      }
    }
  }

  /// What came of the action, without what it was done to.
  static func outcome(of receipt: Receipt) -> TerminalText {
    if let shortfall = receipt.shortfall { return "\(Word.failed.text): \(shortfall.summary)" }
    let word: Word = receipt.outcome == .confirmed ? .confirmed : .unconfirmed
    let why =
      switch receipt.effect {
      case .partial: ", only a part of it was done"
      case .uncertain: ", what changed may have changed by itself, or by another action"
      case .targetChanged:
        receipt.targetChanged ? ", the target changed" : ", the target may have changed"
      case .notResponding: ", the application stopped answering"
      case .ended: ", the application ended"
      // Of what may be repeated nothing is awaited any more when the application is quiet.
      case .notSeen where receipt.isQuiet && receipt.retry == .safe: ", no effect seen"
      case .seen, .notSeen, .refused, nil: word == .unconfirmed ? ", no effect seen yet" : ""
      }
    return "\(word.text)\(why)"
  }

  /// Whether the action may be repeated, where it was not a plain success.
  static func retry(of receipt: Receipt) -> TerminalText? {
    guard receipt.outcome != .confirmed, let retry = receipt.retry else { return nil }
    return Self.retry(retry)
  }

  /// What to do where an effect may come later than the receipt, and the action may not be repeated.
  static func outlook(of receipt: Receipt) -> [TerminalText] {
    guard receipt.outcome == .unconfirmed, receipt.shortfall == nil, receipt.retry == .unsafe else {
      return []
    }
    switch receipt.effect {
    case .notSeen, .uncertain, nil:
      return ["it may still come: look again, or 'wait' for it; next time use '--then TARGET'"]
    case .seen, .partial, .targetChanged, .notResponding, .ended, .refused: return []
    }
  }

  /// What is to be known of how it was performed.
  static func note(of receipt: Receipt) -> [TerminalText] {
    receipt.note.isEmpty ? [] : ["\(receipt.note)"]
  }

  static func retry(_ retry: Receipt.Retry) -> TerminalText {
    switch retry {
    case .safe: "retry: safe"
    case .unsafe: "retry: unsafe"
    }
  }
}
