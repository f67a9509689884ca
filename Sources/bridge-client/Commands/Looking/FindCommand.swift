internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct FindCommand: ClientCommand {
  static let spec = CommandSpec(
    "find", summary: "List the elements that match a selector, in reading order",
    arguments: [.required("selector", "A selector; see docs/selectors.md")],
    options: [
      OptionSpec.integer("limit", "N", in: 1...1_000_000, "Maximum number of elements to print")
        .defaulting(
          to: "100"),
      .text("in", "TARGET", "Search only below this element"),
    ],
    example: "bridge-client find 'button:enabled'",
    moreExamples: ["bridge-client find 'link[label*=Docs i]'"])

  private let selector: String
  private let scope: Target?
  private let limit: Int

  init(_ parsed: ParsedCommand) throws {
    selector = parsed.required("selector")
    scope = try parsed.string("in").map(Target.init(written:))
    limit = parsed.int("limit") ?? 100
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    var request = FindRequest(selector: selector)
    if let scope { request.scope = try await session.id(of: scope, on: client) }
    let found = try await pages(of: request, session, client)
    let locations =
      session.json
      ? ElementLocations() : try await ElementLocations(found.flatMap(\.elements), session, client)
    for page in found {
      for element in page.elements {
        if session.json {
          session.print(Revised(revision: page.revision, value: element))
        } else {
          session.output.outline("\(Outline.line(for: element))\(locations.suffix(element))\n")
        }
      }
    }
    let shown = found.reduce(0) { $0 + $1.elements.count }
    let total = found.last?.total ?? 0
    if total == 0 {
      // For a part of the tree the server does not say why nothing matches.
      guard scope == nil else { throw NoMatch("nothing matches \(selector)") }
      throw await NoMatch.matching(selector, session, client)
    }
    if shown < total { printNote("\(total - shown) more match; raise --limit to see more") }
    return .done
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
