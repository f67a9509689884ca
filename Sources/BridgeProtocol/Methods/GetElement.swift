public import AccessibilityTree
internal import CProtobuf

/// Asks for one element.
public struct GetElementRequest: Hashable, Sendable {
  public var target: Target

  public init(target: Target) {
    self.target = target
  }
}

/// One element.
public struct GetElementResponse: Hashable, Sendable {
  /// The revision that this was read at.
  public var revision: Revision
  public var element: Element
  /// Nearest first, structure and names only.
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

extension GetElementRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetElementRequest", .request, a11y__bridge__v1__get_element_request__unpack
    ) { (message) throws(Status) in
      GetElementRequest(
        target: try unsafe Target(message.pointee.target, "GetElementRequest.target"))
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes { $0.message(GetElementRequestFields.target) { $0.target(target) } }
  }
}

extension GetElementResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GetElementResponse", .response, a11y__bridge__v1__get_element_response__unpack
    ) { (message) throws(Status) in
      guard let element = unsafe message.pointee.element else {
        throw .invalid("GetElementResponse.element", "is missing")
      }
      var response = GetElementResponse(
        revision: unsafe message.pointee.revision, element: try unsafe Element(element),
        ancestors: try unsafe elements(message.pointee.ancestors, message.pointee.n_ancestors))
      if let application = unsafe message.pointee.application {
        response.application = try unsafe ApplicationInfo(application)
      }
      return response
    }
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      revision: revision, element: EncodedElement(element),
      ancestors: ancestors.map(EncodedElement.init), application: application)
  }

  /// The same bytes around elements that are bytes already.
  package static func encoded(
    revision: Revision, element: EncodedElement, ancestors: some Collection<EncodedElement>,
    application: ApplicationInfo?
  ) -> [UInt8] {
    let capacity = 256 + element.bytes.count + ProtoWriter.capacity(for: ancestors)
    return ProtoWriter.bytes(capacity: capacity) {
      $0.number(GetElementResponseFields.revision, revision)
      $0.blob(GetElementResponseFields.element, present: element.bytes)
      $0.elements(GetElementResponseFields.ancestors, ancestors)
      if let application {
        $0.message(GetElementResponseFields.application) { $0.application(application) }
      }
    }
  }
}
