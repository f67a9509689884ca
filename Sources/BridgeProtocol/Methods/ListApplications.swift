public import AccessibilityTree
internal import CProtobuf

/// Asks for the applications.
public struct ListApplicationsRequest: Hashable, Sendable {
  public init() {}
}

/// The applications.
public struct ListApplicationsResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  /// The applications, in the order in which they appeared.
  public var applications: [ApplicationInfo]

  public init(revision: Revision, applications: [ApplicationInfo] = []) {
    self.revision = revision
    self.applications = applications
  }
}

extension ListApplicationsRequest {
  init(_: UnsafeMutablePointer<A11y__Bridge__V1__ListApplicationsRequest>) throws(Status) {
    self.init()
  }

  public func encoded() -> [UInt8] { [] }
}

extension ListApplicationsResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__ListApplicationsResponse>) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision,
      applications: try unsafe array(
        message.pointee.applications, message.pointee.n_applications
      ) { (application) throws(Status) in try unsafe ApplicationInfo(application) })
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 128 + applications.count * 128) { writer in
      writer.number(ListApplicationsResponseFields.revision, revision)
      for info in applications {
        writer.message(ListApplicationsResponseFields.applications) { $0.application(info) }
      }
    }
  }
}
