public import AccessibilityTree
internal import CProtobuf

/// The element that a call is about: named by id, or by a selector that must match exactly one.
public enum Target: Hashable, Sendable {
  case id(ElementID)
  case selector(String)
}

extension Target {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Target>?, _ field: String) throws(Status) {
    guard let message = unsafe message else { throw .invalid(field, "is missing") }
    switch unsafe message.pointee.by_case {
    case A11Y__BRIDGE__V1__TARGET__BY_ELEMENT_ID:
      self = .id(try ElementID(wire: unsafe message.pointee.element_id, "\(field).element_id"))
    case A11Y__BRIDGE__V1__TARGET__BY_SELECTOR:
      self = .selector(try unsafe readText(message.pointee.selector, "\(field).selector"))
    default: throw .invalid(field, "has neither id nor selector")
    }
  }
}

extension ProtoWriter {
  mutating func target(_ target: Target) {
    switch target {
    case .id(let id): number(TargetFields.elementID, present: id.rawValue)
    case .selector(let selector): text(TargetFields.selector, present: selector)
    }
  }
}
