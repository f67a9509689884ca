internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The commands that look and change nothing.
enum Looking {
  static func info(_ session: Session) async throws -> ExitCode {
    let info = try await session.call(GetServerInfoRequest())
    if session.json {
      session.print(info)
      return .done
    }
    session.output.line("\("a11y-bridge \(info.version)", .bold) at \(session.address)")
    var rows = info.sources.map { source in
      [
        "source",
        "\(source.name): \(source.phase)" + (source.detail.isEmpty ? "" : ", \(source.detail)"),
      ]
    }
    rows += [
      ["elements", "\(info.elementCount)"],
      ["revision", "\(info.revision) of epoch \(info.epoch)"],
      ["uptime", seconds(info.uptimeMs)],
      ["connections", "\(info.connectionCount) of \(info.limits.maxConnections)"],
      ["subscriptions", "\(info.subscriptionCount)"],
    ]
    rows += MemoryText.rows(info.memory)
    if info.slowTurns > 0 {
      rows.append([
        "slow turns",
        "\(info.slowTurns) of more than 50 ms, the longest \(seconds(info.longestTurnUs / 1000))",
      ])
    }
    session.output.write(Columns(rows: rows).text(indent: 2))
    return .done
  }

  static func apps(_ session: Session) async throws -> ExitCode {
    let response = try await session.call(ListApplicationsRequest())
    if session.json {
      for application in response.applications {
        session.print(Revised(revision: response.revision, value: application))
      }
      return .done
    }
    guard !response.applications.isEmpty else {
      session.output.line("No applications. `bridge-client doctor` says why.")
      return .done
    }
    var rows = [["ID", "NAME", "PID", "TOOLKIT", "ELEMENTS", "LOAD", "HEALTH", "AGE"]]
    for info in response.applications {
      let application = info.application
      rows.append([
        "\(application.root)", application.name.quotedIfNeeded,
        application.processID.map { "\($0)" } ?? "–",
        [application.toolkit, application.toolkitVersion].filter { !$0.isEmpty }
          .joined(separator: " "),
        "\(info.elementCount)", application.load.name, application.health.name,
        seconds(info.lastHeardAgoMs),
      ])
    }
    printTable(rows, session)
    for info in response.applications {
      if let why = info.application.loadDetail {
        session.output.line("\(info.application.name): \(why)")
      }
    }
    return .done
  }

  /// The heads of the columns stand back, what does not answer stands out.
  private static func printTable(_ rows: [[String]], _ session: Session) {
    var columns = Columns(rows: rows)
    // Names give way first, then what the toolkit is; ids and numbers do not.
    columns.fit(Terminal.columns(of: 1) ?? 80, yielding: [(1, 12), (3, 6), (1, 6), (5, 7)])
    for (place, line) in columns.lines().enumerated() {
      let isWell = place == 0 || rows[place].contains(Health.responsive.name)
      session.output.line(
        place == 0 ? "\(line, .dim)" : isWell ? "\(line)" : "\(line, .red)")
    }
  }

  static func tree(
    _ session: Session, target: String?, depth: Int?, options: OutlineOptions
  ) async throws -> ExitCode {
    var request = GetTreeRequest(view: .full)
    switch try target.map(parseTarget) {
    case .id(let id)?: request.roots = [id]
    case .selector(let text)?: request.selector = text
    case nil: break
    }
    // The outline says how much lies below its depth: that is not read off what was not sent.
    if session.json { request.depth = depth }
    let client = try await session.connect()
    defer { client.close() }
    let copy = try await session.tree(request, on: client)
    if session.json {
      for element in copy.elements {
        session.print(Revised(revision: copy.revision, value: element))
      }
      return .done
    }
    var options = options
    options.depth = depth
    let outline = Outline(of: copy.tree, from: copy.tree.roots, options: options)
    guard outline.shownCount > 0 else {
      session.output.line("The tree is empty. `bridge-client doctor` says why.")
      return .done
    }
    session.output.outline(outline.text)
    if outline.elidedCount > 0 {
      remark("\(outline.elidedCount) more; \(ways(to: outline.elisions)) shows them")
    }
    return .done
  }

  /// What shows what an outline left out.
  private static func ways(to elisions: Set<Outline.Elision>) -> String {
    var ways: [String] = []
    if elisions.contains(.depth) { ways.append("a larger --depth") }
    if elisions.contains(.budget) { ways.append("a larger --budget") }
    if elisions.contains(.siblings) { ways.append("tree with the id in the line") }
    // It lifts every limit but that of depth.
    if !elisions.contains(.depth) { ways.append("--all") }
    return ways.joined(separator: elisions.count > 1 ? " and " : " or ")
  }

  /// How often pages are begun again because the tree changed between two of them.
  private static let pageAttempts = 5

  /// All pages of one revision.
  private static func pages(
    of request: FindRequest, limit: Int, _ session: Session, _ client: BridgeClient
  ) async throws -> [FindResponse] {
    var attempt = 1
    while true {
      var request = request
      var pages: [FindResponse] = []
      var shown = 0
      do {
        repeat {
          request.pageSize = min(limit - shown, 1000)
          let page = try await client.call(request, timeout: session.timeout)
          pages.append(page)
          shown += page.elements.count
          request.pageToken = page.nextPageToken
          guard request.pageToken == nil || !page.elements.isEmpty else {
            throw ClientError.badAnswer("the server sent an empty page that is not the last")
          }
        } while request.pageToken != nil && shown < limit
        return pages
      } catch let error as ClientError
        where error.status?.reason == .changed
        && attempt < pageAttempts
      {
        attempt += 1
      }
    }
  }

  static func find(
    _ session: Session, selector: String, scope: String?, limit: Int
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = FindRequest(selector: selector)
    if let scope { request.scope = try await id(of: parseTarget(scope), session, client) }
    let found = try await pages(of: request, limit: limit, session, client)
    let places =
      session.json ? Places() : try await Places(found.flatMap(\.elements), session, client)
    for page in found {
      for element in page.elements {
        if session.json {
          session.print(Revised(revision: page.revision, value: element))
        } else {
          session.output.outline("\(Outline.line(for: element))\(places.suffix(element))\n")
        }
      }
    }
    let shown = found.reduce(0) { $0 + $1.elements.count }
    let total = found.last?.total ?? 0
    if total == 0 {
      // Of a part of the tree the server does not say why.
      guard scope == nil else { throw NothingThere("nothing matches \(selector)") }
      throw await NothingThere.matching(selector, session, client)
    }
    if shown < total { remark("\(total - shown) more match; --limit shows more") }
    return .done
  }

  static func get(_ session: Session, target: String) async throws -> ExitCode {
    let response = try await session.call(GetElementRequest(target: parseTarget(target)))
    if session.json {
      session.print(Revised(revision: response.revision, value: response.element))
      return .done
    }
    let card = ElementCard(response)
    session.output.outline(card.title)
    session.output.write(card.text)
    return .done
  }

  static func hit(
    _ session: Session, point: Point, scope: String?
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = HitTestRequest(point: point)
    if let scope {
      request.scope = try await id(of: parseTarget(scope), session, client)
      let element = try await client.call(
        GetElementRequest(target: parseTarget(scope)), timeout: session.timeout)
      if element.element.frame?.space == .window { request.space = .window }
    }
    let response = try await client.call(request, timeout: session.timeout)
    guard let element = response.element else {
      throw NothingThere(
        "nothing is at \(point.x.shortDescription),\(point.y.shortDescription)")
    }
    if session.json {
      session.print(Revised(revision: response.revision, value: element))
    } else {
      session.output.outline(Outline.line(for: element) + "\n")
    }
    return .done
  }

  static func id(
    of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ElementID {
    if case .id(let id) = target { return id }
    return try await client.call(GetElementRequest(target: target), timeout: session.timeout)
      .element.id
  }

  static func seconds(_ milliseconds: UInt64) -> String {
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = milliseconds / 100
    if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
    let minutes = milliseconds / 60_000
    return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h"
  }
}

extension String {
  var quotedIfNeeded: String { isEmpty ? "\"\"" : self }
}
