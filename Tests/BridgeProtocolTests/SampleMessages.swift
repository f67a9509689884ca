import AccessibilityTree
import BridgeProtocol

extension SeededGenerator {
  private mutating func number32() -> Int { Int(UInt32(truncatingIfNeeded: number())) }

  private mutating func optionalText() -> String? {
    let text = text()
    return text.isEmpty ? nil : text
  }

  /// One example of each request.
  mutating func requests() -> [any WireMessage] {
    [
      GetServerInfoRequest(), ListApplicationsRequest(), DiagnoseRequest(), getTreeRequest(),
      FindRequest(
        selector: text(), scope: maybe { $0.id() }, pageSize: number32(),
        pageToken: optionalText(), view: pick(ElementView.self)),
      GetElementRequest(target: target()),
      HitTestRequest(
        point: nearPoint(), space: pick(CoordinateSpace.self), scope: maybe { $0.id() }),
      SubscribeRequest(
        kinds: NotificationKinds(rawValue: UInt32.random(in: 1...511, using: &self)),
        scopes: list { $0.id() }, selector: optionalText(), since: maybe { $0.number() },
        epoch: number(), snapshotFirst: once(in: 2),
        maxPendingNotifications: Int.random(in: 0...65_536, using: &self)),
      WaitForRequest(target: target(), condition: condition()),
      PerformRequest(
        target: target(), command: command(), allowSynthesis: once(in: 2),
        quietMs: UInt32.random(in: 0...9999, using: &self),
        settleMs: UInt32.random(in: 0...60_000, using: &self), answersImmediately: once(in: 2),
        expectation: maybe { $0.expectation() },
        requestID: String(String.UnicodeScalarView(text().unicodeScalars.prefix(16)))),
      VerifyRequest(application: maybe { $0.id() }),
      EchoRequest(payload: bytes(Int.random(in: 0...300, using: &self))),
      GenerateRequest(
        count: number(), payloadLength: Int.random(in: 0...65_536, using: &self)),
    ]
  }

  private mutating func getTreeRequest() -> GetTreeRequest {
    let bySelector = once(in: 2)
    return GetTreeRequest(
      roots: bySelector ? [] : list { $0.id() }, selector: bySelector ? optionalText() : nil,
      depth: maybe { $0.number32() }, view: pick(ElementView.self),
      limit: maybe { max(1, $0.count()) })
  }

  private mutating func condition() -> WaitCondition {
    [
      .appears, .disappears, .enabled, .disabled, .focused, .valueEquals(text()),
      .valueContains(text()), .valueMatches(text()), .count(count()),
      .stable(milliseconds: UInt32.random(in: 0...9999, using: &self)), .checked, .unchecked,
      .visible,
    ][Int.random(in: 0..<13, using: &self)]
  }

  /// One example of each response.
  mutating func responses() -> [any WireMessage] {
    [
      serverInfo(),
      ListApplicationsResponse(revision: number(), applications: list { $0.applicationInfo() }),
      treePart(),
      FindResponse(
        revision: number(), elements: list { $0.element() }, total: count(),
        nextPageToken: optionalText(), elapsedUs: number()),
      GetElementResponse(
        revision: number(), element: element(), ancestors: list { $0.element() },
        application: maybe { $0.applicationInfo() }),
      HitTestResponse(revision: number(), element: maybe { $0.element() }),
      SubscribeResponse(.subscribed(epoch: number(), revision: number())),
      SubscribeResponse(.snapshot(treePart())), SubscribeResponse(.update(update())),
      SubscribeResponse(.snapshotRequired(since: number(), revision: number())),
      WaitForResponse(
        revision: number(), elements: list { $0.element() }, total: count(), waitedUs: number(),
        silent: list {
          SilentApplication(
            root: $0.id(), name: $0.text(), lastHeardAgoMs: $0.number())
        }),
      PerformResponse(receipt: receipt()),
      VerifyResponse(revision: number(), reports: list { $0.report() }),
      DiagnoseResponse(
        findings: list {
          Finding($0.pick(Finding.Severity.self), $0.text(), $0.text(), remedy: $0.text())
        }),
      EchoResponse(payload: bytes(Int.random(in: 0...300, using: &self))),
      GenerateResponse(
        sequence: number(), payload: bytes(Int.random(in: 0...300, using: &self))),
    ]
  }

  private mutating func serverInfo() -> GetServerInfoResponse {
    GetServerInfoResponse(
      version: text(), epoch: number(), revision: number(),
      sources: list {
        SourceInfo(name: $0.text(), phase: $0.pick(SourcePhase.self), detail: $0.text())
      },
      limits: ServerLimits(
        maxFrameLength: number32(), maxConcurrentCalls: number32(), maxConnections: number32(),
        maxSelectorLength: number32(), maxPageSize: number32(), maxLoggedRevisions: number32(),
        named: list {
          NamedLimit(
            name: $0.text(), value: $0.number(), unit: $0.text(), text: $0.text(),
            summary: $0.text())
        }),
      uptimeMs: number(), elementCount: count(), connectionCount: count(),
      subscriptionCount: count(), slowTurns: count(), longestTurnUs: number(),
      measuredTurnUs: number(), measuredTurnCPUUs: number(), memory: memory(),
      auditLog: maybe {
        AuditLogState(
          path: $0.text(), records: $0.number(), problem: $0.text(),
          stopsActions: $0.once(in: 2))
      }, reloadProblems: list { $0.text() })
  }

  private mutating func memory() -> MemoryUsage {
    var usage = MemoryUsage()
    usage.limit = number()
    usage.used = number()
    usage.peak = number()
    usage.uses = list { MemoryUsage.Use(purpose: $0.text(), bytes: $0.number()) }
    usage.largestConnection = text()
    usage.largestConnectionBytes = number()
    usage.endedConnections = number()
    usage.refusedCalls = number()
    usage.lostBacklogs = number()
    usage.droppedNotifications = number()
    return usage
  }

  mutating func treePart() -> GetTreeResponse {
    GetTreeResponse(
      revision: number(), elements: list(upTo: 12) { $0.element() }, isLast: once(in: 2),
      omitted: count(), total: count())
  }

  mutating func receipt() -> Receipt {
    Receipt(
      outcome: pick(Receipt.Outcome.self), refusal: maybe { $0.status() },
      element: maybe { $0.id() }, method: text(), revisionBefore: number(),
      revisionAfter: number(), update: maybe { $0.update() }, performedUs: number(),
      settledUs: number(), isQuiet: once(in: 2), target: maybe { $0.identity() },
      targetChanged: once(in: 2), targetOther: maybe { $0.identity() },
      effect: maybe { $0.pick(Receipt.Effect.self) }, retry: maybe { $0.pick(Receipt.Retry.self) },
      labelChanges: list(upTo: 3) {
        LabelChange($0.id(), before: $0.identity(), after: $0.identity())
      }, shortfall: maybe { $0.status() }, obstacle: maybe { $0.status() }, note: text(),
      appeared: list(upTo: 3) { $0.id() },
      stateChanges: list(upTo: 3) {
        StateChange(
          $0.id(), gained: States(rawValue: $0.number()), lost: States(rawValue: $0.number()))
      })
  }

  private mutating func identity() -> ElementIdentity {
    ElementIdentity(role: pick(Role.self), label: maybe { $0.text() })
  }

  private mutating func expectation() -> TargetExpectation {
    TargetExpectation(
      role: maybe { $0.pick(Role.self) }.flatMap { $0 == .unknown ? nil : $0 },
      label: maybe { $0.text() }, value: maybe { $0.text() }, revision: maybe { $0.number() },
      epoch: number())
  }

  private mutating func report() -> ApplicationReport {
    let differences = list {
      VerifyReport.Difference(
        element: $0.maybe { $0.id() }, object: $0.text(), field: $0.text(), mirrored: $0.text(),
        live: $0.text())
    }
    return ApplicationReport(
      name: text(),
      report: VerifyReport(
        application: id(), compared: count(), differences: differences, transient: count(),
        unmirrored: count(), failure: text()),
      differenceCount: count())
  }
}
