import AccessibilityTree
import BridgeClient
import BridgeProtocol

/// All that a client is answered, as text and bytes that are the same when the answers are, except for times.
struct Answers {
  let client: BridgeClient
  /// Elements that the client may see.
  let known: [ElementID]
  /// Elements that it may not see, and that are not there at all in the other server.
  let hidden: [ElementID]
  /// A revision at which the client read outlines and searches.
  let since: ReadSince

  /// Calls a method in the ways that matter. Every method is listed, so that a new one cannot be forgotten; every
  /// field of an answer counts, unless it is blanked here because it is a time.
  func answers(of method: Method) async throws -> [String] {
    switch method {
    case .getServerInfo:
      return [
        try await call(GetServerInfoRequest()) { $0.uptimeMs = 0 },
        try await call(GetServerInfoRequest(restartTurnTimes: true)),
      ]
    case .listApplications:
      return [
        try await call(ListApplicationsRequest()) { response in
          for index in response.applications.indices {
            response.applications[index].lastHeardAgoMs = 0
          }
        }
      ]
    case .getTree: return try await trees()
    case .getOutline: return try await outlines()
    case .find: return try await finds()
    case .getElement:
      return try await each(known.prefix(40) + hidden) { id in
        try await call(GetElementRequest(target: .id(id))) { $0.application?.lastHeardAgoMs = 0 }
      }
        + each(["button", "*[label^=secret]", "application:nth(1)"]) { selector in
          try await call(GetElementRequest(target: .selector(selector))) {
            $0.application?.lastHeardAgoMs = 0
          }
        }
        + each(revisions) { since in
          try await each(known.prefix(5) + hidden.prefix(3)) { id in
            try await call(GetElementRequest(target: .id(id), since: since)) {
              $0.application?.lastHeardAgoMs = 0
            }
          }.joined()
        }
    case .hitTest:
      return try await each((0..<12).map { Point(x: Double($0), y: Double($0 % 4)) }) { point in
        try await call(HitTestRequest(point: point))
      }
        + each(known.prefix(5) + hidden.prefix(2)) { id in
          try await call(HitTestRequest(point: Point(x: 2, y: 2), scope: id))
        }
    case .subscribe: return try await subscriptions()
    case .watchMatches: return try await sets()
    case .listAnnouncements: return try await announcements()
    case .waitFor: return try await waits()
    case .perform: return try await actions()
    case .runSteps: return try await steps()
    case .verify:
      return [try await call(VerifyRequest())]
        + (try await each(known.prefix(3) + hidden.prefix(3)) { id in
          try await call(VerifyRequest(application: id))
        })
    case .diagnose: return [try await call(DiagnoseRequest())]
    case .echo: return [try await call(EchoRequest(payload: [1, 2, 3]))]
    case .generate: return [try await stream(GenerateRequest(count: 3, payloadLength: 5))]
    }
  }

  /// Reads what is read again with `since`, and returns the revision.
  static func begin(_ client: BridgeClient) async throws -> ReadSince {
    for view in OutlineView.allCases {
      _ = try await client.call(GetOutlineRequest(view: view))
    }
    for selector in selectors { _ = try await client.call(FindRequest(selector: selector)) }
    let revision = try await client.call(GetServerInfoRequest()).revision
    return ReadSince(revision, epoch: client.server?.epoch ?? 0)
  }

  /// The revisions that reads name: the one that was read, one that was not, those of another run, and none.
  private var revisions: [ReadSince] {
    [
      since, ReadSince(since.revision / 2, epoch: since.epoch), ReadSince(0, epoch: since.epoch),
      ReadSince(.max, epoch: since.epoch), ReadSince(since.revision, epoch: 11),
    ]
  }

  // MARK: Methods

  private func trees() async throws -> [String] {
    var requests = [
      GetTreeRequest(), GetTreeRequest(depth: 1), GetTreeRequest(limit: 3),
      GetTreeRequest(selector: "window"), GetTreeRequest(selector: "*[label^=secret]"),
      GetTreeRequest(view: .structure),
    ]
    requests += (known.prefix(3) + hidden.prefix(3)).map { GetTreeRequest(roots: [$0]) }
    for since in revisions {
      requests.append(GetTreeRequest(since: since))
      requests += (known.prefix(3) + hidden.prefix(3)).map {
        GetTreeRequest(roots: [$0], since: since)
      }
    }
    return try await each(requests) { try await stream($0) }
  }

  private func outlines() async throws -> [String] {
    var requests = OutlineView.allCases.map { GetOutlineRequest(view: $0) }
    requests += revisions.flatMap { since in
      OutlineView.allCases.map { GetOutlineRequest(view: $0, since: since) }
    }
    requests += ["window", "*[label^=secret]"].map { GetOutlineRequest(target: .selector($0)) }
    for id in known.prefix(10) + hidden {
      requests.append(GetOutlineRequest(target: .id(id), whole: true))
      requests.append(GetOutlineRequest(target: .id(id), continues: true))
    }
    return try await each(requests) { try await call($0) }
  }

  private static let selectors = [
    "*", "button", ":focused", "*[label*=e]", "window > *", "application", "*:has(button)",
  ]

  private func finds() async throws -> [String] {
    var result = try await each(Self.selectors) { selector in
      try await pages(FindRequest(selector: selector, pageSize: 7))
    }
    for since in revisions {
      result += try await each(Self.selectors) { selector in
        try await pages(FindRequest(selector: selector, since: since))
      }
    }
    result += try await each(known.prefix(3) + hidden.prefix(3)) { id in
      try await pages(FindRequest(selector: "*", scope: id))
    }
    result += try await each(hidden.prefix(3)) { try await pages(FindRequest(selector: "\($0)")) }
    return result
  }

  /// Reads all pages of a search.
  private func pages(_ request: FindRequest) async throws -> String {
    var (request, text) = (request, "")
    while true {
      var next: String?
      text += try await call(request) { response in
        next = response.nextPageToken
        // What seals a token differs between any two servers.
        response.nextPageToken = next.map { String($0.prefix(48)) }
        response.elapsedUs = 0
      }
      guard let next else { return text }
      request.pageToken = next
    }
  }

  private func subscriptions() async throws -> [String] {
    let root = known.first.map { [$0] } ?? []
    return [
      try await replica(SubscribeRequest(snapshotFirst: true)),
      try await replica(SubscribeRequest(scopes: root, snapshotFirst: true)),
      try await replica(SubscribeRequest(selector: "button", snapshotFirst: true)),
      try await replica(SubscribeRequest(since: 0, epoch: 99)),
      try await replica(SubscribeRequest(since: 1, epoch: 99)),
      try await replica(SubscribeRequest(since: 0, epoch: 11)),
      try await replica(SubscribeRequest(scopes: Array(hidden.prefix(1)), since: 0, epoch: 99)),
      try await replica(SubscribeRequest(scopes: Array(hidden.prefix(1)))),
    ]
  }

  /// Returns what a subscription is sent until it is up to date.
  private func replica(_ request: SubscribeRequest) async throws -> String {
    let now = try await client.call(GetServerInfoRequest()).revision
    return try await outcome {
      var replica = Replica()
      replica.isTree = false
      for try await response in client.stream(request) {
        try replica.take(response)
        let isWhole = request.snapshotFirst ? replica.isWhole : replica.revision >= now
        if isWhole { break }
      }
      return text(of: replica)
    }
  }

  /// Returns the sets that a client is told first.
  private func sets() async throws -> [String] {
    let selectors = [
      "button", "*[label^=secret]", "window:has(button)", "application > *", "*:nth(-1)",
      "*[application^=secret]",
    ]
    var requests: [[String]] = [selectors]
    requests += selectors.map { [$0] }
    requests += hidden.prefix(3).map { ["\($0)"] }
    requests += known.prefix(2).map { ["\($0) *"] }
    return try await each(requests) { selectors in
      try await outcome {
        var text = ""
        for try await response in client.stream(WatchMatchesRequest(selectors: selectors)) {
          text += "\(response.encoded())"
          if !response.hasMore { break }
        }
        return text
      }
    }
  }

  private func announcements() async throws -> [String] {
    let requests = [
      ListAnnouncementsRequest(), ListAnnouncementsRequest(limit: 2),
      ListAnnouncementsRequest(since: 0, epoch: 99), ListAnnouncementsRequest(since: 3, epoch: 99),
      ListAnnouncementsRequest(since: 0, epoch: 11), ListAnnouncementsRequest(maxAgeMs: 3_600_000),
    ]
    return try await each(requests) { request in
      try await call(request) { response in
        for index in response.announcements.indices { response.announcements[index].ageMs = 0 }
      }
    }
  }

  private func waits() async throws -> [String] {
    let wait = { (target: Target, condition: WaitCondition) in
      let request = WaitForRequest(target: target, condition: condition)
      var answer = try await call(request, within: 40) { $0.forgetTimes() }
      // A busy machine may take longer to answer than the client waits, but not each time.
      for _ in 0..<10 where answer.contains("(TIMED_OUT)") {
        answer = try await call(request, within: 40) { $0.forgetTimes() }
      }
      return answer
    }
    var result = [
      try await wait(.selector("window"), .appears), try await wait(.selector("*"), .count(3)),
      try await wait(.selector("*[label^=secret]"), .disappears),
      try await wait(.selector("*[value^=\"no such value\"]"), .appears),
    ]
    for id in known.prefix(2) + hidden.prefix(3) {
      result.append(try await wait(.id(id), .disappears))
      result.append(try await wait(.id(id), .appears))
    }
    return result
  }

  private func actions() async throws -> [String] {
    let press = { (target: Target, synthesis: Bool) in
      try await call(
        PerformRequest(target: target, command: .press, allowSynthesis: synthesis, settleMs: 200)
      ) { response in
        (response.receipt.performedUs, response.receipt.settledUs) = (0, 0)
      }
    }
    var result: [String] = []
    for id in known.suffix(3) + hidden.prefix(3) { result.append(try await press(.id(id), false)) }
    result.append(try await press(.selector("*[label^=secret]"), false))
    result.append(try await press(.selector("button"), false))
    result.append(try await press(.id(known.last ?? ElementID(rawValue: 1)), true))
    return result
  }

  private func steps() async throws -> [String] {
    let press = { (target: Target) in
      Step(.perform(PerformRequest(target: target, command: .press, settleMs: 200)))
    }
    var runs = [
      [Step(.find(FindRequest(selector: "button"))), Step(.outline(GetOutlineRequest()))],
      [Step(.expect(WaitForRequest(target: .selector("*[label^=secret]"))))],
      [press(.selector("*[label^=secret]"))],
    ]
    for id in known.suffix(2) + hidden.prefix(3) {
      runs.append([Step(.get(GetElementRequest(target: .id(id)))), press(.id(id))])
      runs.append([Step(.wait(WaitForRequest(target: .id(id), condition: .appears)))])
    }
    return try await each(runs) { steps in
      try await call(RunStepsRequest(steps: steps, outline: GetOutlineRequest())) { response in
        for index in response.results.indices { response.results[index].forgetTimes() }
      }
    }
  }

  // MARK: Calls

  private func each<Items: Sequence>(
    _ items: Items, _ body: (Items.Element) async throws -> String
  ) async throws -> [String] {
    var result: [String] = []
    for item in items { result.append(try await body(item)) }
    return result
  }

  private func call<Request: UnaryRequest>(
    _ request: Request, within milliseconds: Int64 = 120_000,
    _ blank: (inout Request.Response) -> Void = { _ in }
  ) async throws -> String where Request.Response: WireMessage {
    try await outcome {
      var response = try await client.call(request, timeout: .milliseconds(milliseconds))
      blank(&response)
      return "\(response.encoded())"
    }
  }

  private func stream<Request: StreamRequest>(_ request: Request) async throws -> String
  where Request.Response: WireMessage {
    try await outcome {
      var text = ""
      for try await response in client.stream(request) { text += "\(response.encoded())" }
      return text
    }
  }

  /// Returns the text of an answer, or of the status that came instead of it, without times.
  private func outcome(_ body: () async throws -> String) async throws -> String {
    do {
      return try await body()
    } catch let error as ClientError {
      guard let status = error.status else { throw error }
      var text = "\(status)".replacing(#/[0-9]+ (ms|s)\b/#, with: "TIME")
      // What the client asked for itself may be repeated.
      for id in hidden { text = text.replacing("\(id)", with: "#HIDDEN") }
      return text
    }
  }

  private func text(of replica: Replica) -> String {
    let elements = replica.bytes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let heard = replica.notifications.map { "\($0)" }
    return "\(replica.epoch) \(replica.revision) \(replica.dropped) \(elements) \(heard)"
  }
}

extension StepResult {
  fileprivate mutating func forgetTimes() {
    elapsedUs = 0
    if var failure {
      failure.message = failure.message.replacing(#/[0-9]+ (ms|s)\b/#, with: "TIME")
      self.failure = failure
    }
    switch answer {
    case .perform(var response)?:
      (response.receipt.performedUs, response.receipt.settledUs) = (0, 0)
      answer = .perform(response)
    case .wait(var response)?:
      response.forgetTimes()
      answer = .wait(response)
    case .find(var response)?:
      response.elapsedUs = 0
      answer = .find(response)
    case .get(var response)?:
      response.application?.lastHeardAgoMs = 0
      answer = .get(response)
    case .outline?, nil: break
    }
  }
}

extension WaitForResponse {
  fileprivate mutating func forgetTimes() {
    waitedUs = 0
    for index in silent.indices { silent[index].lastHeardAgoMs = 0 }
  }
}
