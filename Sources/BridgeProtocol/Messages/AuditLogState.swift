internal import CProtobuf

/// The state of the log in which a server records connections, actions and refusals.
public struct AuditLogState: Hashable, Sendable {
  /// The file on the server's machine.
  public var path: String
  /// The number of the last record that is written.
  public var records: UInt64
  /// Why the log cannot be written at present; empty when it can.
  public var problem: String
  /// Whether actions are refused while the log cannot be written.
  public var stopsActions: Bool

  public init(
    path: String = "", records: UInt64 = 0, problem: String = "", stopsActions: Bool = false
  ) {
    self.path = path
    self.records = records
    self.problem = problem
    self.stopsActions = stopsActions
  }
}

extension AuditLogState {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__AuditLog>) throws(Status) {
    self.init(
      path: try unsafe readText(message.pointee.path, "AuditLog.path"),
      records: unsafe message.pointee.records,
      problem: try unsafe readText(message.pointee.problem, "AuditLog.problem"),
      stopsActions: unsafe message.pointee.stops_actions != 0)
  }
}

extension ProtoWriter {
  mutating func auditLog(_ log: AuditLogState) {
    text(AuditLogFields.path, log.path)
    number(AuditLogFields.records, log.records)
    text(AuditLogFields.problem, log.problem)
    flag(AuditLogFields.stopsActions, log.stopsActions)
  }
}
