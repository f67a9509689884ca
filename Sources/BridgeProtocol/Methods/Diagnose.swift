public import AccessibilityTree

/// Asks what is missing on the server's machine.
public struct DiagnoseRequest: Hashable, Sendable {
  public init() {}
}

/// What was found.
public struct DiagnoseResponse: Hashable, Sendable {
  /// In the order that they were looked at.
  public var findings: [Finding]

  public init(findings: [Finding] = []) {
    self.findings = findings
  }
}
