internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// What the audit log says of one connection and its client.
final class ConnectionAudit {
  let audit: ServerAudit
  private let number: UInt64
  private let peer: String
  private let began = MonotonicTime.now()
  /// Who the client is; `nil` before it is let in.
  private var identity: Identity?
  /// What it may do: what the policy grants, and its pairing or token allows.
  private var permissions: Permissions = []

  convenience init(_ audit: ServerAudit, peer: String) {
    self.init(audit, peer: peer, number: audit.nextConnection())
  }

  private init(_ audit: ServerAudit, peer: String, number: UInt64) {
    self.audit = audit
    self.peer = peer
    self.number = number
  }

  /// Returns the same for one more client of the connection.
  func another() -> ConnectionAudit { ConnectionAudit(audit, peer: peer, number: number) }

  /// Begins a record of something that the client did.
  func record(_ event: String) -> AuditRecord {
    var record = AuditRecord(event)
    record.add("connection", number)
    if let identity {
      record.add("who", identity.name)
      record.add("proof", identity.proof.name)
      record.add("may", permissions.words)
    } else {
      record.add("peer", peer)
    }
    return record
  }

  /// The client was let in.
  func connected(
    _ identity: Identity, may permissions: Permissions, software: String, transport: String,
    carrier: String, isPaired: Bool
  ) {
    self.identity = identity
    self.permissions = permissions
    var record = record("connected")
    record.add("peer", peer)
    record.add("transport", transport)
    record.add("carrier", carrier)
    record.add("software", software)
    record.add("paired", isPaired)
    audit.trail.append(record)
  }

  /// The client was turned away.
  func refused(_ status: Status, transport: String, carrier: String) {
    var record = record("connection_refused")
    record.add("transport", transport)
    record.add("carrier", carrier)
    record.add("reason", status.reason.name)
    record.add("message", status.message)
    audit.trail.append(refusal: record)
  }

  /// A call was not begun, because the client may not make it, or because what it names cannot be acted on.
  func refused(_ method: String, _ status: Status) {
    var record = record("call_refused")
    record.add("method", method)
    record.add("reason", status.reason.name)
    record.add("element", status.detail?.element?.rawValue)
    // Its text may hold what the client looked for.
    record.add("selector_length", status.detail?.selector?.utf8.count)
    // Its records need no limit: it may act anyway.
    if permissions.contains(.act) {
      audit.trail.append(record)
    } else {
      audit.trail.append(refusal: record)
    }
  }

  func disconnected(_ reason: String) {
    guard identity != nil else { return }
    var record = record("disconnected")
    record.add("reason", reason)
    record.add("seconds", Int(MonotonicTime.now().since(began).milliseconds / 1000))
    audit.trail.append(record)
  }
}
