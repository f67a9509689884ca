public import AccessibilityTree
internal import CProtobuf

/// Asks for one element.
public struct GetElementRequest: Hashable, Sendable {
  public var target: Target
  /// The revision that the client has; `nil`: everything is sent.
  public var since: ReadSince?

  public init(target: Target, since: ReadSince? = nil) {
    self.target = target
    self.since = since
  }
}

/// One element.
public struct GetElementResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  /// `.whole` or `.unchanged`.
  public var result = ReadResult.whole
  /// The element; only its id and role when nothing changed.
  public var element: Element
  /// The ancestors, nearest first, in the brief view.
  public var ancestors: [Element]
  public var application: ApplicationInfo?

  public init(
    revision: Revision, element: Element, ancestors: [Element] = [],
    application: ApplicationInfo? = nil
  ) {
    self.revision = revision
    self.element = element
    self.ancestors = ancestors
    self.application = application
  }
}

extension GetElementRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetElementRequest>) throws(Status) {
    self.init(
      target: try unsafe Target(message.pointee.target, "GetElementRequest.target"))
    let hasSince =
      unsafe message.pointee.has_since_case
      == A11Y__BRIDGE__V1__GET_ELEMENT_REQUEST__HAS_SINCE_SINCE
    since = try ReadSince(
      hasSince ? unsafe message.pointee.since : nil, epoch: unsafe message.pointee.epoch,
      "GetElementRequest")
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(GetElementRequestFields.target) { $0.target(target) }
      $0.since(since, GetElementRequestFields.since, GetElementRequestFields.epoch)
    }
  }
}

extension GetElementResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetElementResponse>) throws(Status) {
    guard let element = unsafe message.pointee.element else {
      throw .invalid("GetElementResponse.element", "is missing")
    }
    self.init(
      revision: unsafe message.pointee.revision, element: try unsafe Element(element),
      ancestors: try unsafe elements(message.pointee.ancestors, message.pointee.n_ancestors))
    if let application = unsafe message.pointee.application {
      self.application = try unsafe ApplicationInfo(application)
    }
    result = try ReadResult(
      wire: unsafe message.pointee.result.rawValue, "GetElementResponse.result")
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      revision: revision, element: EncodedElement(element),
      ancestors: ancestors.map(EncodedElement.init), application: application, result: result)
  }

  /// Encodes the response from elements that are already encoded.
  package static func encoded(
    revision: Revision, element: EncodedElement, ancestors: some Collection<EncodedElement>,
    application: ApplicationInfo?, result: ReadResult = .whole
  ) -> [UInt8] {
    let capacity = 256 + element.bytes.count + ProtoWriter.capacity(for: ancestors)
    return ProtoWriter.bytes(capacity: capacity) {
      $0.number(GetElementResponseFields.revision, revision)
      $0.blob(GetElementResponseFields.element, present: element.bytes)
      $0.elements(GetElementResponseFields.ancestors, ancestors)
      if let application {
        $0.message(GetElementResponseFields.application) { $0.application(application) }
      }
      $0.signed(GetElementResponseFields.result, result.wire)
    }
  }
}
