internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct TreeCommand: StepCommand {
  static let spec = CommandSpec(
    "tree", summary: "Print what is on screen as an outline, one line for each thing",
    details: [
      "Lines that begin with … give the number of elements that have no line: because they are not on screen or do "
        + "not fit in --budget. 'tree ID+', with the id and mark of that line, continues there; 'tree ID' prints what is in one "
        + "element."
    ],
    arguments: [
      .optional(
        "target",
        "Root of the outline: a selector or an id (default: all applications), or ID+ to continue")
    ],
    options: [
      .integer("depth", "N", in: 0...100_000, "Number of levels to print"),
      .integer(
        "budget", "TOKENS", in: OutlineOptions.budgets,
        "Maximum number of tokens to print; \(OutlineOptions.View.agent.defaultBudget) by default"),
      .flag("whole", "Print elements that are not on screen as well"),
      .flag("all", "Print every element, with all states and actions"),
      .flag("frames", "Print the frame of each element"),
      .since,
    ],
    example: "bridge-client tree",
    moreExamples: ["bridge-client tree 'dialog' --depth 3", "bridge-client tree --budget 3000"])

  private let target: Target?
  private let continues: Bool
  let since: RevisionMark?
  private let depth: Int?
  private var outline = GetOutlineRequest()

  init(_ parsed: ParsedCommand) throws {
    if parsed.flag("json"), parsed.string("budget") != nil {
      throw BadCommand("--budget applies only to the outline: with --json, use --depth")
    }
    let text = parsed.argument("target")
    let mark = text?.last
    if let text, mark == "+" || mark == "~", let id = ElementID(written: String(text.dropLast())) {
      target = .id(id)
      continues = true
    } else {
      target = try parsed.target()
      continues = false
    }
    guard !continues || !parsed.flag("json") else {
      throw BadCommand("--json prints whole parts of the tree: give the id without its mark")
    }
    since = try parsed.since()
    depth = parsed.int("depth")
    outline.target = target
    outline.continues = continues
    outline.texts = continues && mark == "~"
    outline.depth = depth
    outline.view = parsed.flag("all") ? .all : .agent
    outline.whole = parsed.flag("whole")
    outline.frames = parsed.flag("frames")
    outline.budget = parsed.int("budget")
  }

  func step(_ session: Session, _ client: BridgeClient) -> Step {
    var request = outline
    request.since = since?.since(client)
    return Step(.outline(request))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.open(since: since)
    defer { client.close() }
    if session.json { return try await printElements(session, client) }
    var request = outline
    request.since = since?.since(client)
    let answer = try await session.call(request, on: client)
    since?.noteRestart(client)
    let mark = RevisionMark(answer.revision, of: client)
    switch answer.result {
    case .unchanged: session.printUnchanged(since, mark)
    case .difference, .whole:
      if answer.shown == 0, answer.leftOut == 0, target == nil {
        session.output.ownLine(
          "The tree is empty. \(session.words.checkDesktop(as: client.server?.access))")
        return .done
      }
      if answer.text.isEmpty { session.output.line("nothing more there") }
      session.output.outline(answer.text)
      session.output.line("revision \(mark.description)")
    }
    return .done
  }

  /// Prints the elements as JSON, each on a line, as they arrive: one part of them is written while the next one is
  /// decoded.
  private func printElements(
    _ session: Session, _ client: BridgeClient
  ) async throws -> ExitCode {
    var request = GetTreeRequest(view: .full)
    switch target {
    case .id(let id)?: request.roots = [id]
    case .selector(let text)?: request.selector = text
    case nil: break
    }
    request.depth = depth
    request.since = since?.since(client)
    let output = session.output
    var isFirst = true
    var writing: Task<Void, Never>?
    do {
      try await session.readTree(request, on: client) { part in
        if isFirst, let since {
          since.noteRestart(client)
          output.json(
            ChangesSince(revision: part.revision, result: part.result, removed: part.removed))
        }
        isFirst = false
        await writing?.value
        writing = Task { output.json(part.elements, at: part.revision) }
      }
    } catch {
      await writing?.value
      throw error
    }
    await writing?.value
    return .done
  }
}
