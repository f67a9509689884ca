public import AccessibilityTree
internal import CProtobuf

/// Asks for the applications.
public struct ListApplicationsRequest: Hashable, Sendable {
  public init() {}
}

/// The applications.
public struct ListApplicationsResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  /// In the order that they appeared.
  public var applications: [ApplicationInfo]

  public init(revision: Revision, applications: [ApplicationInfo] = []) {
    self.revision = revision
    self.applications = applications
  }
}

extension ListApplicationsRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "ListApplicationsRequest", .request,
      a11y__bridge__v1__list_applications_request__unpack
    ) { (_) throws(Status) in ListApplicationsRequest() }
  }

  public func encoded() -> [UInt8] { [] }
}

extension ListApplicationsResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "ListApplicationsResponse", .response,
      a11y__bridge__v1__list_applications_response__unpack
    ) { (message) throws(Status) in
      ListApplicationsResponse(
        revision: unsafe message.pointee.revision,
        applications: try unsafe array(
          message.pointee.applications, message.pointee.n_applications
        ) { (application) throws(Status) in try unsafe ApplicationInfo(application) })
    }
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
