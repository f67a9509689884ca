public import AccessibilityTree

/// Asks to compare the mirror with the live applications.
public struct VerifyRequest: Hashable, Sendable {
  /// The root of the application; `nil`: all of them.
  public var application: ElementID?

  public init(application: ElementID? = nil) {
    self.application = application
  }
}

/// How the mirror compares.
public struct VerifyResponse: Hashable, Sendable {
  /// The revision afterwards.
  public var revision: Revision
  /// One an application.
  public var reports: [ApplicationReport]

  public init(revision: Revision, reports: [ApplicationReport] = []) {
    self.revision = revision
    self.reports = reports
  }
}

/// How the mirror of one application compares with the application.
public struct ApplicationReport: Hashable, Sendable {
  /// The most differences that are sent.
  public static let maxDifferences = 1_000

  /// The application's name.
  public var name: String
  /// Its `differences` are the first 1,000.
  public var report: VerifyReport
  /// How many differ in all.
  public var differenceCount: Int

  public init(name: String, report: VerifyReport, differenceCount: Int? = nil) {
    self.name = name
    self.report = report
    self.differenceCount = differenceCount ?? report.differences.count
    self.report.differences = Array(report.differences.prefix(Self.maxDifferences))
  }
}
