public import AccessibilityTree
internal import CProtobuf

/// Asks which element is at a point.
public struct HitTestRequest: Hashable, Sendable {
  /// The point, in pixels.
  public var point: Point
  /// The origin from which the point is measured.
  public var space: CoordinateSpace
  /// Limits the test to what is below this element; `nil`: everywhere. Required for points measured from a
  /// window.
  public var scope: ElementID?

  public init(point: Point, space: CoordinateSpace = .screen, scope: ElementID? = nil) {
    self.point = point
    self.space = space
    self.scope = scope
  }
}

/// The element at a point.
public struct HitTestResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  /// The deepest element at the point; `nil` when there is none.
  public var element: Element?

  public init(revision: Revision, element: Element? = nil) {
    self.revision = revision
    self.element = element
  }
}

extension HitTestRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__HitTestRequest>) throws(Status) {
    let number = unsafe message.pointee.space.rawValue
    let space = number == 0 ? .screen : CoordinateSpace(rawValue: UInt8(clamping: number))
    guard let space else {
      throw .invalid("HitTestRequest.space", "has the unknown value \(number)")
    }
    self.init(
      point: try unsafe Point(asked: message.pointee.point, "HitTestRequest.point"),
      space: space, scope: ElementID(wire: unsafe message.pointee.scope_id))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(HitTestRequestFields.point) { $0.point(point) }
      $0.number(HitTestRequestFields.space, UInt64(space.rawValue))
      $0.id(HitTestRequestFields.scopeID, scope)
    }
  }
}

extension HitTestResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__HitTestResponse>) throws(Status) {
    unsafe self.init(revision: message.pointee.revision)
    if let element = unsafe message.pointee.element {
      self.element = try unsafe Element(element)
    }
  }

  public func encoded() -> [UInt8] {
    Self.encoded(revision: revision, element: element.map(EncodedElement.init))
  }

  /// Encodes the response from an element that is already encoded.
  package static func encoded(revision: Revision, element: EncodedElement?) -> [UInt8] {
    ProtoWriter.bytes(capacity: 32 + (element?.bytes.count ?? 0)) {
      $0.number(HitTestResponseFields.revision, revision)
      if let element { $0.blob(HitTestResponseFields.element, present: element.bytes) }
    }
  }
}
