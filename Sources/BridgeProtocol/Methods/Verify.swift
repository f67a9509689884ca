public import AccessibilityTree
internal import CProtobuf

/// Asks to compare the mirror with the live applications.
public struct VerifyRequest: Hashable, Sendable {
  /// The root of the application to compare; `nil`: all applications.
  public var application: ElementID?

  public init(application: ElementID? = nil) {
    self.application = application
  }
}

/// The results of comparing the mirror with the live applications.
public struct VerifyResponse: Hashable, Sendable {
  /// The revision after the comparison.
  public var revision: Revision
  /// The reports, one for each application.
  public var reports: [ApplicationReport]

  public init(revision: Revision, reports: [ApplicationReport] = []) {
    self.revision = revision
    self.reports = reports
  }
}

/// The result of comparing the mirror of one application with the application.
public struct ApplicationReport: Hashable, Sendable {
  /// The maximum number of differences that are sent.
  public static let maxDifferences = 1_000

  /// The application's name.
  public var name: String
  /// The report. Its `differences` are at most the first 1,000.
  public var report: VerifyReport
  /// The number of all differences.
  public var differenceCount: Int

  public init(name: String, report: VerifyReport, differenceCount: Int? = nil) {
    self.name = name
    self.report = report
    self.differenceCount = differenceCount ?? report.differences.count
    self.report.differences = Array(report.differences.prefix(Self.maxDifferences))
  }
}

extension VerifyRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__VerifyRequest>) throws(Status) {
    self.init(application: ElementID(wire: unsafe message.pointee.application_id))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes { $0.id(VerifyRequestFields.applicationID, application) }
  }
}

extension VerifyResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__VerifyResponse>) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      reports: try unsafe array(message.pointee.reports, message.pointee.n_reports) {
        (report) throws(Status) in try unsafe ApplicationReport(report)
      })
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      writer.number(VerifyResponseFields.revision, revision)
      for report in reports { writer.message(VerifyResponseFields.reports) { $0.report(report) } }
    }
  }
}

extension ApplicationReport {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__VerifyReport>) throws(Status) {
    let differences = try unsafe array(
      message.pointee.differences, message.pointee.n_differences
    ) { (difference) throws(Status) in
      VerifyReport.Difference(
        element: ElementID(wire: unsafe difference.pointee.element_id),
        object: try unsafe readText(difference.pointee.object, "Difference.object"),
        field: try unsafe readText(difference.pointee.field, "Difference.field"),
        mirrored: try unsafe readText(difference.pointee.mirrored, "Difference.mirrored"),
        live: try unsafe readText(difference.pointee.live, "Difference.live"))
    }
    self.init(
      name: try unsafe readText(message.pointee.name, "VerifyReport.name"),
      report: VerifyReport(
        application: try ElementID(
          wire: unsafe message.pointee.application_id, "VerifyReport.application_id"),
        compared: Int(clamping: unsafe message.pointee.compared), differences: differences,
        transient: Int(clamping: unsafe message.pointee.transient_count),
        unmirrored: Int(clamping: unsafe message.pointee.unmirrored_count),
        failure: try unsafe readText(message.pointee.failure, "VerifyReport.failure")),
      differenceCount: Int(clamping: unsafe message.pointee.difference_count))
  }
}

extension ProtoWriter {
  fileprivate mutating func report(_ info: ApplicationReport) {
    let report = info.report
    id(VerifyReportFields.applicationID, report.application)
    text(VerifyReportFields.name, info.name)
    count(VerifyReportFields.compared, report.compared)
    for difference in report.differences {
      message(VerifyReportFields.differences) {
        $0.id(DifferenceFields.elementID, difference.element)
        $0.text(DifferenceFields.object, difference.object)
        $0.text(DifferenceFields.field, difference.field)
        $0.text(DifferenceFields.mirrored, difference.mirrored)
        $0.text(DifferenceFields.live, difference.live)
      }
    }
    count(VerifyReportFields.differenceCount, info.differenceCount)
    count(VerifyReportFields.transientCount, report.transient)
    text(VerifyReportFields.failure, report.failure)
    count(VerifyReportFields.unmirroredCount, report.unmirrored)
  }
}
