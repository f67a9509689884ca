internal import AccessibilityRendering
internal import AccessibilitySpeech
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct SpeakCommand: ClientCommand {
  static let spec = CommandSpec(
    "speak", summary: "Print what a screen reader speaks for an element",
    details: ["Prints one line for each matching element."],
    arguments: [
      .optional("target", "A selector or an id (default: the focused element)")
    ],
    options: [
      .verbosity,
      .flag("actions", "Also print the menu of its actions"),
      OptionSpec.integer("limit", "N", in: 1...1000, "Maximum number of elements to print")
        .defaulting(to: "100"),
    ],
    example: "bridge-client speak 'button[label=multiply]'",
    moreExamples: [
      "bridge-client speak", "bridge-client --json speak slider --verbosity brief",
    ])

  private let target: Target?
  private let verbosity: Verbosity
  /// Whether to print the menu of an element's actions as well.
  private let showsActions: Bool
  private let limit: Int

  init(_ parsed: ParsedCommand) throws {
    target = try parsed.target()
    verbosity = parsed.verbosity
    showsActions = parsed.flag("actions")
    limit = parsed.int("limit") ?? 100
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    let (elements, total) = try await elements(session, client)
    guard !elements.isEmpty else {
      if case .selector(let text)? = target {
        throw await NoMatch.matching(text, session, client)
      }
      throw NoMatch(
        "no element has the keyboard focus; give an element: bridge-client speak SELECTOR")
    }
    // An element's label may come from anywhere in its application.
    var applications: [ElementID] = []
    for element in elements where !applications.contains(element.application) {
      applications.append(element.application)
    }
    let copy = try await session.tree(GetTreeRequest(roots: applications), on: client)
    for element in elements where copy.tree.contains(element.id) {
      speak(element.id, copy, session)
    }
    if elements.count < total {
      printNote("\(total - elements.count) more match; raise --limit to see more")
    }
    return .done
  }

  private func elements(
    _ session: Session, _ client: BridgeClient
  ) async throws -> (elements: [Element], total: Int) {
    switch target ?? .selector(":focused") {
    case .id(let id):
      return ([try await session.element(.id(id), on: client)], 1)
    case .selector(let selector):
      let page = try await session.call(
        FindRequest(selector: selector, pageSize: limit), on: client)
      return (page.elements, page.total)
    }
  }

  /// Prints an utterance. An element without one gives an empty line, so that there is a line for each match.
  private func speak(_ id: ElementID, _ copy: TreeCopy, _ session: Session) {
    let utterance = Speech.utterance(of: id, in: copy.tree, verbosity: verbosity)
    let menu = showsActions ? copy.tree[id].flatMap(Speech.actionsMenu) : nil
    if session.json {
      session.print(
        Revised(
          revision: copy.revision, value: SpokenElement(id: id, utterance: utterance, menu: menu)))
      return
    }
    session.output.line("\(flowing: utterance.text)")
    if let menu { session.output.line("\(flowing: menu)") }
  }
}

/// An utterance with the id of its element.
private struct SpokenElement: JSONRepresentable {
  let id: ElementID
  let utterance: Utterance
  let menu: String?

  func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    utterance.writeFields(to: &writer)
    writer.field("actions_menu", menu)
  }
}
