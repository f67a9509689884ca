internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct FindCommand: StepCommand {
  static let spec = CommandSpec(
    "find", summary: "List the elements that match a selector, in reading order",
    details: [
      "A selector is role[attribute=value]:state, such as button[label=\"Save as\"]:enabled. The role may be * or be left "
        + "out. Attributes are label, value, hint, identifier and others of 'get'; = is the whole text, *= a part, ^= its "
        + "beginning, $= its end, ~= a regular expression of RE2's syntax; ' i' after the value ignores case.",
      "States are :enabled, :disabled, :focused, :checked, :selected, :expanded, :visible and others; :has(S), :not(S), "
        + ":within(S), :with(TEXT) and :nth(N) take an argument. A B is a B in an A, A > B a child, A + B the next one; a comma separates "
        + "alternatives. #123 is the element with an id.",
    ],
    arguments: [.required("selector", "A selector")],
    options: [
      OptionSpec.integer("limit", "N", in: 1...1_000_000, "Maximum number of elements to print")
        .defaulting(
          to: "100"),
      .text("in", "TARGET", "Search only below this element"),
      .since,
    ],
    example: "bridge-client find 'button:enabled'",
    moreExamples: ["bridge-client find 'link[label*=Docs i]'"])

  private let selector: String
  private let scope: Target?
  private let limit: Int
  let since: RevisionMark?

  init(_ parsed: ParsedCommand) throws {
    selector = parsed.required("selector")
    scope = try parsed.string("in").map(Target.init(written:))
    limit = parsed.int("limit") ?? 100
    since = try parsed.since()
  }

  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    var request = FindRequest(selector: selector, pageSize: limit, view: .named)
    if let scope { request.scope = try await session.id(of: scope, on: client) }
    request.since = since?.since(client)
    return Step(.find(request))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.open(since: since)
    defer { client.close() }
    var request = FindRequest(selector: selector, view: .named)
    if let scope { request.scope = try await session.id(of: scope, on: client) }
    request.since = since?.since(client)
    let found = try await pages(of: request, session, client)
    since?.noteRestart(client)
    if since != nil, let page = found.last {
      printResult(of: page, session, RevisionMark(page.revision, of: client))
    }
    if found.last?.result == .unchanged { return .done }
    let locations =
      session.json
      ? ElementLocations() : try await ElementLocations(found.flatMap(\.elements), session, client)
    for page in found {
      if session.json {
        session.print(page.elements, at: page.revision)
      } else {
        for element in page.elements {
          let line = "\(page.mark(of: element.id))\(Outline.line(for: element))"
          session.output.outline("\(line)\(locations.suffix(element))\n")
        }
      }
    }
    let shown = found.reduce(0) { $0 + $1.elements.count }
    let total = found.last?.total ?? 0
    if found.last?.result == .difference { return .done }
    if total == 0 {
      throw await NoMatch.matching(selector, session, client)
    }
    if shown < total { printNote("\(total - shown) more match; raise --limit to see more") }
    return .done
  }

  /// Prints what the answer to a request with `since` is: all matches, or how they differ, and which are gone.
  private func printResult(of page: FindResponse, _ session: Session, _ mark: RevisionMark) {
    if session.json {
      return session.print(ChangesSince(page))
    }
    if page.result == .unchanged {
      return session.printUnchanged(since, mark)
    }
    // First, as the tools for agents look for it.
    session.output.line("revision \(mark.description)")
    if page.result == .whole {
      session.output.line("\(page.total) \(page.total == 1 ? "match" : "matches") in all")
    }
    for line in page.removedLines { session.output.line("\(line)") }
  }

  /// The number of attempts to read all pages, as the tree may change between two of them.
  private static let pageAttempts = 5

  /// Returns all pages, of one revision.
  private func pages(
    of request: FindRequest, _ session: Session, _ client: BridgeClient
  ) async throws -> [FindResponse] {
    var attempt = 1
    while true {
      var request = request
      var pages: [FindResponse] = []
      var shown = 0
      do {
        repeat {
          request.pageSize = min(limit - shown, 1000)
          let page = try await session.call(request, on: client)
          pages.append(page)
          shown += page.elements.count
          request.pageToken = page.nextPageToken
          request.since = nil
          guard request.pageToken == nil || !page.elements.isEmpty else {
            throw ClientError.badAnswer("the server sent an empty page that is not the last")
          }
        } while request.pageToken != nil && shown < limit
        return pages
      } catch let error as ClientError
        where error.status?.reason == .changed && attempt < Self.pageAttempts
      {
        attempt += 1
      }
    }
  }
}
