public import AccessibilityTree
internal import CProtobuf

/// Asks what is missing on the server's machine.
public struct DiagnoseRequest: Hashable, Sendable {
  public init() {}
}

/// What is missing on the server's machine.
public struct DiagnoseResponse: Hashable, Sendable {
  /// The findings, in the order in which they were examined.
  public var findings: [Finding]

  public init(findings: [Finding] = []) {
    self.findings = findings
  }
}

extension DiagnoseRequest {
  init(_: UnsafeMutablePointer<A11y__Bridge__V1__DiagnoseRequest>) throws(Status) {
    self.init()
  }

  public func encoded() -> [UInt8] { [] }
}

extension DiagnoseResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__DiagnoseResponse>) throws(Status) {
    self.init(
      findings: try unsafe array(message.pointee.findings, message.pointee.n_findings) {
        (finding) throws(Status) in
        let severity = UInt8(clamping: unsafe finding.pointee.severity.rawValue)
        return Finding(
          Finding.Severity(rawValue: severity) ?? .note,
          try unsafe readText(finding.pointee.subject, "Finding.subject"),
          try unsafe readText(finding.pointee.message, "Finding.message"),
          remedy: try unsafe readText(finding.pointee.remedy, "Finding.remedy"))
      })
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      for finding in findings {
        writer.message(DiagnoseResponseFields.findings) {
          $0.number(FindingFields.severity, UInt64(finding.severity.rawValue))
          $0.text(FindingFields.subject, finding.subject)
          $0.text(FindingFields.message, finding.message)
          $0.text(FindingFields.remedy, finding.remedy)
        }
      }
    }
  }
}
