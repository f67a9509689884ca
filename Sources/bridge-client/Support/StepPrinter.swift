internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// A step with the name of its command.
struct NamedStep {
  let name: String
  let step: Step
}

/// Prints what steps did: a line for each, and then what changed.
struct StepPrinter {
  private let session: Session
  private let client: BridgeClient

  init(_ session: Session, _ client: BridgeClient) {
    self.session = session
    self.client = client
  }

  func print(_ response: RunStepsResponse, of steps: [NamedStep]) -> ExitCode {
    var response = response
    for index in response.results.indices {
      response.results[index].failure = response.results[index].failure.map(
        session.words.replacingProtocolTerms)
    }
    let outcomes = zip(steps, response.results).map { StepOutcome(of: $0, $1) }
    if session.json {
      for (index, outcome) in outcomes.enumerated() {
        session.print(NumberedOutcome(number: index + 1, outcome: outcome))
      }
      printNotRun(steps.map(\.name), after: outcomes.count)
      session.print(response)
    } else {
      printText(response, outcomes, of: steps.count)
    }
    return outcomes.last?.exitCode ?? .done
  }

  /// Prints an object for each of the steps that were not run, where objects are printed.
  ///
  /// - Parameter count: The number of steps that were run before.
  func printNotRun(_ names: [String], after count: Int = 0) {
    guard session.json else { return }
    for (index, name) in names.enumerated().dropFirst(count) {
      session.print(StepNotRun(number: index + 1, name: name))
    }
  }

  /// Returns what to do about a failure where an agent is told that beside the text of applications. Tells it.
  private func advice(_ outcome: StepOutcome) -> String? {
    guard let captured = CapturedOutput.current, let failure = outcome.result.failure else {
      return nil
    }
    captured.repeats(failure.detail?.selector)
    if outcome.receipt?.refusal != nil { captured.hasForeignWords() }
    guard let remedy = failure.detail?.remedy, session.words.isOwn(remedy: remedy) else {
      return nil
    }
    captured.advise(remedy)
    return remedy
  }

  private func printText(
    _ response: RunStepsResponse, _ outcomes: [StepOutcome], of count: Int
  ) {
    for (index, outcome) in outcomes.enumerated() {
      let number: TerminalText = count > 1 ? "\(index + 1) " : ""
      session.output.line("\(number)\(outcome.name): \(outcome.line)")
      for line in outcome.details(apartFrom: advice(outcome)) { session.output.line("  \(line)") }
      for line in outcome.result.outlines { session.output.outline("  \(line)\n") }
    }
    let left = count - outcomes.count
    if left > 0 { session.output.line("\(counted(left, "step")) not run") }
    if let outline = response.outline {
      if outline.result == .unchanged, !outcomes.contains(where: \.result.showsEffect) {
        session.output.line("nothing changed in the outline")
      }
      session.output.outline(session.words.replacingCommand(inDifference: outline.text))
      session.output.line("revision \(RevisionMark(outline.revision, of: client).description)")
    }
    if let failure = response.outlineFailure {
      printNote("what changed is not known: \(failure.text)")
    }
  }
}

extension StepOutcome {
  /// The first word of its line; `done` for a step that reads.
  fileprivate var word: ReceiptText.Word {
    if result.failure != nil { return isRefused ? .refused : .failed }
    guard result.until == nil, let receipt else { return .done }
    return receipt.outcome == .confirmed ? .confirmed : .unconfirmed
  }

  /// What the step did, in a line.
  fileprivate var line: TerminalText {
    result.failure.map { "\(word.text): \($0.summary)" } ?? result.line
  }

  /// Further lines: what to do, unless that is said elsewhere, and whether the action may be repeated.
  fileprivate func details(apartFrom advice: String?) -> [TerminalText] {
    var lines = (advice == nil ? result.failure?.details : result.failure?.places) ?? []
    if let retry { lines.append(ReceiptText.retry(retry)) }
    if let receipt {
      if word == .unconfirmed { lines += ReceiptText.outlook(of: receipt) }
      lines += ReceiptText.note(of: receipt) + ReceiptText.obstacle(of: receipt)
    }
    return lines + result.silent.map { "\($0.summary)" }
  }
}

extension StepResult {
  /// What the step did, if it did not fail.
  fileprivate var line: TerminalText {
    if let until {
      let late = answer == nil ? ", the application has not answered" : ""
      let before = heldBefore ? ", as before the action" : ""
      let met = until.total == 1 ? "" : ": \(counted(until.total, "element"))"
      return "\(ReceiptText.Word.done.text) after \(elapsedUs / 1000) ms\(before)\(late)\(met)"
    }
    switch answer {
    case .perform(let response)?: return response.receipt.line
    case .wait(let response)? where response.waitedUs >= 1000:
      return "condition met after \(response.waitedUs / 1000) ms"
    case .wait?: return "condition met"
    case .find(let response)? where response.result == .whole:
      return "\(response.total) \(response.total == 1 ? "match" : "matches")"
    case .find?, .get?, .outline?, nil: return "read"
    }
  }

  /// The applications of which what held is old.
  fileprivate var silent: [SilentApplication] {
    if let until { return until.silent }
    if case .wait(let response)? = answer { return response.silent }
    return []
  }

  /// Whether its lines say what it changed.
  fileprivate var showsEffect: Bool {
    if case .perform(let response)? = answer { !response.receipt.effects.isEmpty } else { false }
  }

  /// The most elements that are printed of those for which a condition holds.
  private static let maxHeld = 3

  /// The elements that have a line.
  fileprivate var elements: [Element] {
    if let until { return Array(until.elements.prefix(Self.maxHeld)) }
    switch answer {
    case .wait(let response)?: return Array(response.elements.prefix(Self.maxHeld))
    case .find(let response)?: return response.result == .unchanged ? [] : response.elements
    case .get(let response)?: return response.result == .unchanged ? [] : [response.element]
    case .outline?, .perform?, nil: return []
    }
  }

  /// What the step found or changed, as lines of outlines.
  fileprivate var outlines: [String] {
    let found = elements.map { Outline.line(for: $0) }
    if until != nil { return found }
    switch answer {
    case .wait?: return found
    case .find(let response)?:
      return response.result == .unchanged
        ? ["unchanged"]
        : zip(elements, found).map { response.mark(of: $0.id) + $1 } + response.removedLines
    case .get(let response)?: return response.result == .unchanged ? ["unchanged"] : found
    case .outline(let response)?:
      if response.result == .unchanged { return ["unchanged"] }
      return response.text.split(separator: "\n").map(String.init)
    case .perform(let response)?:
      return response.receipt.effects
    case nil: return []
    }
  }
}

extension Receipt {
  fileprivate var line: TerminalText {
    let subject = element.map { " \($0)" } ?? ""
    let unsettled = isQuiet ? "" : ", still changing"
    return "\(ReceiptText.outcome(of: self))\(subject)\(unsettled)"
  }

  /// What the action renamed, what became of values, and what was said.
  fileprivate var effects: [String] {
    let limit = 10
    let labels = labelChanges.prefix(limit).map {
      "\(ReceiptText.line(for: $0.element, $0.before, $0.after))"
    }
    return labels + (update?.notifications.prefix(limit).compactMap(\.notification.told) ?? [])
  }
}

extension Notification {
  /// What was said, or became of a value.
  fileprivate var told: String? {
    func quoted(_ text: String?) -> String { text?.quoted(limit: 60) ?? "none" }
    return switch self {
    case .announcement(let text, _, _):
      "said \(text.quoted(limit: 200, tokens: ReceiptText.maxTextTokens))"
    case .valueChanged(let id, let old, let new): "value \(id): \(quoted(old)) → \(quoted(new))"
    default: nil
    }
  }
}

// MARK: JSON

/// The outcome of a step, with its number and its command.
private struct NumberedOutcome: JSONRepresentable {
  let number: Int
  let outcome: StepOutcome

  func writeFields(to writer: inout JSONWriter) {
    writer.field("step", number)
    writer.field("command", outcome.name)
    writer.field("outcome", outcome.word.rawValue)
    outcome.result.writeFields(to: &writer)
    writer.field("retry", outcome.retry.map { "\($0)" })
  }
}

/// A step that was not run because one before it failed.
private struct StepNotRun: JSONRepresentable {
  let number: Int
  let name: String

  func writeFields(to writer: inout JSONWriter) {
    writer.field("step", number)
    writer.field("command", name)
    writer.field("outcome", "not run")
  }
}
