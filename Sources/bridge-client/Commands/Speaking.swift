internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// `speak`: what a screen reader would say.
enum Speaking {
  struct Options {
    /// `nil`: what has the keyboard focus.
    var target: String?
    var verbosity = Verbosity.default
    /// The menu of an element's actions as well.
    var showsActions = false
    var limit = 100
  }

  static func speak(_ session: Session, _ options: Options) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let (elements, total) = try await elements(session, client, options)
    guard !elements.isEmpty else {
      if let target = options.target { throw await NothingThere.matching(target, session, client) }
      throw NothingThere(
        "nothing has the keyboard focus; name an element: bridge-client speak SELECTOR")
    }
    // A name may come from anywhere in an application.
    var applications: [ElementID] = []
    for element in elements where !applications.contains(element.application) {
      applications.append(element.application)
    }
    let copy = try await session.tree(GetTreeRequest(roots: applications), on: client)
    for element in elements where copy.tree.contains(element.id) {
      speak(element.id, copy, session, options)
    }
    if elements.count < total { remark("\(total - elements.count) more match; --limit says more") }
    return .done
  }

  private static func elements(
    _ session: Session, _ client: BridgeClient, _ options: Options
  ) async throws -> (elements: [Element], total: Int) {
    switch try options.target.map(parseTarget) ?? .selector(":focused") {
    case .id(let id):
      let response = try await client.call(
        GetElementRequest(target: .id(id)), timeout: session.timeout)
      return ([response.element], 1)
    case .selector(let selector):
      let page = try await client.call(
        FindRequest(selector: selector, pageSize: options.limit), timeout: session.timeout)
      return (page.elements, page.total)
    }
  }

  /// What says nothing of itself is an empty line, so that lines and matches stay in step.
  private static func speak(
    _ id: ElementID, _ copy: TreeCopy, _ session: Session, _ options: Options
  ) {
    let utterance = Speech.utterance(of: id, in: copy.tree, verbosity: options.verbosity)
    let menu = options.showsActions ? copy.tree[id].flatMap(Speech.actionsMenu) : nil
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

/// An utterance with the element that it is about.
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
