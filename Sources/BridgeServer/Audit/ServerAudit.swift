internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity

/// The audit log of a server.
final class ServerAudit {
  let trail: AuditTrail
  private var lastConnection: UInt64 = 0
  private var lastAction: UInt64 = 0

  init(_ trail: AuditTrail) {
    self.trail = trail
  }

  func nextConnection() -> UInt64 {
    lastConnection += 1
    return lastConnection
  }

  func nextAction() -> UInt64 {
    lastAction += 1
    return lastAction
  }

  /// Pairings and tokens were made, changed or removed, by a client that paired or by who may write the state directory, or
  /// their files cannot be used, or can be again.
  func grantsChanged(from old: KnownGrants, to new: KnownGrants) {
    let left = Set(new.all.map(\.holder))
    for grant in old.all where !left.contains(grant.holder) { record("revoked", grant) }
    let suspended = Set(old.withheld.map(\.grant))
    for withheld in new.withheld where !suspended.contains(withheld.grant) {
      record("suspended", withheld.grant, withheld.problem)
    }
    let before = Set(old.usable)
    for grant in new.usable where !before.contains(grant) {
      record(suspended.contains(grant) ? "resumed" : "granted", grant)
    }
  }

  private func record(_ event: String, _ grant: Grant, _ problem: String? = nil) {
    var record = AuditRecord(event)
    record.add("who", grant.name.text)
    record.add("proof", grant.identity.proof.name)
    record.add("may", grant.scope.words)
    if !grant.applications.isEmpty {
      record.add("applications", grant.applications.joined(separator: ", "))
    }
    record.add("expires", grant.expires.map { "\($0)" })
    record.add("problem", problem)
    trail.append(record)
  }

  /// A limit refused connections.
  func limited(_ report: RefusalReports.Report) {
    var record = AuditRecord("limited")
    record.add("origin", report.origin)
    record.add("limit", report.limit)
    record.add("refusals", report.count)
    trail.append(record)
  }
}

extension ServerAudit {
  /// What administrators are told.
  var state: AuditLogState {
    AuditLogState(
      path: trail.options.path, records: trail.written, problem: trail.problem ?? "",
      stopsActions: !trail.options.continuesWhenFull)
  }

  /// The same for `doctor`.
  var finding: Finding {
    let state = state
    guard !state.problem.isEmpty else {
      return Finding(.ok, "audit log", "\(state.path), \(state.records) records")
    }
    return Finding(
      .problem, "audit log",
      "\(state.path) cannot be written: \(state.problem); "
        + (state.stopsActions ? "actions are refused" : "actions go on unrecorded"),
      remedy: trail.isFull
        ? "Free space on the disk of \(state.path); the log goes on by itself"
        : "Mend that; the log goes on by itself")
  }
}

extension Identity.Proof {
  /// How the audit log names it.
  var name: String {
    switch self {
    case .localUser: "local user"
    case .pairing: "pairing"
    case .certificate: "certificate"
    case .token: "token"
    case .nobody: "none"
    }
  }
}
