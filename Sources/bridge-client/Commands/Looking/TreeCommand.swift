internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct TreeCommand: ClientCommand {
  static let spec = CommandSpec(
    "tree", summary: "Print the tree as an outline, one element per line",
    details: [
      "Unnamed containers are omitted. Where --budget or --depth cut the outline, a line gives the "
        + "number of omitted elements and an id to continue from."
    ],
    arguments: [
      .optional("target", "Root of the outline: a selector or an id (default: all applications)")
    ],
    options: [
      .integer("depth", "N", in: 0...100_000, "Number of levels to show"),
      .integer(
        "budget", "TOKENS", in: 50...10_000_000,
        "Approximate number of tokens to print; \(OutlineOptions.brief) by default"),
      .flag("all", "Omit nothing, and show all states and actions"),
      .flag("frames", "Show the frame of each element"),
    ],
    example: "bridge-client tree",
    moreExamples: ["bridge-client tree 'dialog' --depth 3", "bridge-client tree --budget 2000"])

  private let target: Target?
  private var options = OutlineOptions()

  init(_ parsed: ParsedCommand) throws {
    if parsed.flag("json"), parsed.string("budget") != nil {
      throw BadCommand("--budget applies only to the outline: with --json, use --depth")
    }
    target = try parsed.target()
    options.depth = parsed.int("depth")
    options.showsAll = parsed.flag("all")
    options.showsFrames = parsed.flag("frames")
    options.budget = parsed.int("budget") ?? (options.showsAll ? nil : OutlineOptions.brief)
  }

  func run(_ session: Session) async throws -> ExitCode {
    var request = GetTreeRequest(view: .full)
    switch target {
    case .id(let id)?: request.roots = [id]
    case .selector(let text)?: request.selector = text
    case nil: break
    }
    // The outline says how many elements are below its depth, so it needs all of them.
    if session.json { request.depth = options.depth }
    let client = try session.open()
    defer { client.close() }
    let copy = try await session.tree(request, on: client)
    if session.json {
      for element in copy.elements {
        session.print(Revised(revision: copy.revision, value: element))
      }
      return .done
    }
    let outline = Outline(of: copy.tree, from: copy.tree.roots, options: options)
    guard outline.shownCount > 0 else {
      session.output.line("The tree is empty. Run 'bridge-client doctor' to find out why.")
      return .done
    }
    session.output.outline(outline.text)
    if outline.elidedCount > 0 {
      printNote("\(outline.elidedCount) more; \(ways(to: outline.elisions)) shows them")
    }
    return .done
  }

  /// Returns the options that show what an outline left out.
  private func ways(to elisions: Set<Outline.Elision>) -> String {
    var ways: [String] = []
    if elisions.contains(.depth) { ways.append("a larger --depth") }
    if elisions.contains(.budget) { ways.append("a larger --budget") }
    if elisions.contains(.siblings) { ways.append("'tree' with the id in the line") }
    // --all lifts every limit except that of depth.
    if !elisions.contains(.depth) { ways.append("--all") }
    return ways.joined(separator: elisions.count > 1 ? " and " : " or ")
  }
}
