public import AccessibilityTree
internal import CProtobuf

/// Which states of an element an action changed.
public struct StateChange: Hashable, Sendable {
  /// The maximum number in a receipt.
  package static let maxCount = 16

  public var element: ElementID
  /// What it has now, and had not before.
  public var gained: States
  /// What it had before, and has not now.
  public var lost: States

  public init(_ element: ElementID, gained: States, lost: States) {
    self.element = element
    self.gained = gained
    self.lost = lost
  }
}

extension StateChange {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__StateChange>) throws(Status) {
    guard let element = ElementID(wire: unsafe message.pointee.element_id) else {
      throw .invalid("StateChange.element_id", "is missing")
    }
    self.init(
      element,
      gained: States(
        rawValue: unsafe bits(message.pointee.gained, message.pointee.n_gained) { $0.rawValue }),
      lost: States(
        rawValue: unsafe bits(message.pointee.lost, message.pointee.n_lost) { $0.rawValue }))
  }
}

extension ProtoWriter {
  mutating func stateChange(_ change: StateChange) {
    id(StateChangeFields.elementID, change.element)
    bits(StateChangeFields.gained, change.gained.rawValue)
    bits(StateChangeFields.lost, change.lost.rawValue)
  }
}
