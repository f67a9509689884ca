public import AccessibilityTree
internal import CProtobuf

/// What the target of an action must be. An expectation of nothing holds for every element.
public struct TargetExpectation: Hashable, Sendable {
  /// The maximum length of a label or a value, in bytes.
  public static let maxTextLength = 4096

  public var role: Role?
  /// The whole label; empty: none, or an empty one.
  public var label: String?
  /// The whole value; empty: none, or an empty one.
  public var value: String?
  /// A revision at which the target was what the client means.
  public var revision: Revision?
  /// The epoch of `revision`; required with it.
  public var epoch: UInt64

  /// Whether only a role is expected.
  public var isOfRoleAlone: Bool {
    role != nil && label == nil && value == nil && revision == nil
  }

  public init(
    role: Role? = nil, label: String? = nil, value: String? = nil, revision: Revision? = nil,
    epoch: UInt64 = 0
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.revision = revision
    self.epoch = epoch
  }

  /// The names of what is expected, without what it contains: "role, label".
  public var fieldNames: String {
    var names: [String] = []
    if role != nil { names.append("role") }
    if label != nil { names.append("label") }
    if value != nil { names.append("value") }
    if revision != nil { names.append("revision") }
    return names.joined(separator: ", ")
  }

  /// Expects an element to be what a client has read.
  public init(_ element: Element, at revision: Revision? = nil, epoch: UInt64 = 0) {
    self.init(
      role: element.role, label: element.label ?? "", revision: revision, epoch: epoch)
  }
}

extension TargetExpectation {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__TargetExpectation>) throws(Status) {
    let role = unsafe message.pointee.role.rawValue
    self.init(
      role: role == 0 ? nil : Role(rawValue: UInt16(clamping: role)),
      epoch: unsafe message.pointee.epoch)
    if role != 0, self.role == nil {
      throw .invalid("TargetExpectation.role", "is unknown: \(role)")
    }
    if unsafe message.pointee.has_label_case
      == A11Y__BRIDGE__V1__TARGET_EXPECTATION__HAS_LABEL_LABEL
    {
      label = try Self.checked(
        try unsafe readText(message.pointee.label, "TargetExpectation.label"),
        "TargetExpectation.label")
    }
    if unsafe message.pointee.has_value_case
      == A11Y__BRIDGE__V1__TARGET_EXPECTATION__HAS_VALUE_VALUE
    {
      value = try Self.checked(
        try unsafe readText(message.pointee.value, "TargetExpectation.value"),
        "TargetExpectation.value")
    }
    if unsafe message.pointee.has_revision_case
      == A11Y__BRIDGE__V1__TARGET_EXPECTATION__HAS_REVISION_REVISION
    {
      revision = unsafe message.pointee.revision
    }
  }

  private static func checked(_ text: String, _ field: String) throws(Status) -> String {
    guard text.utf8.count <= maxTextLength else {
      throw Status(
        .invalidArgument, "\(field) is \(text.utf8.count) bytes, limit \(maxTextLength)",
        limit: UInt64(maxTextLength))
    }
    return text
  }
}

extension ElementIdentity {
  /// The maximum length of a label in a receipt, in bytes; longer ones are cut.
  package static let maxSentLabel = 1024

  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__TargetState>) throws(Status) {
    self.init(
      role: Role(rawValue: UInt16(clamping: unsafe message.pointee.role.rawValue)) ?? .unknown)
    if unsafe message.pointee.has_label_case == A11Y__BRIDGE__V1__TARGET_STATE__HAS_LABEL_LABEL {
      label = try unsafe readText(message.pointee.label, "TargetState.label")
    }
  }
}

extension ProtoWriter {
  mutating func expectation(_ expectation: TargetExpectation) {
    number(TargetExpectationFields.role, UInt64(expectation.role?.rawValue ?? 0))
    if let label = expectation.label { text(TargetExpectationFields.label, present: label) }
    if let value = expectation.value { text(TargetExpectationFields.value, present: value) }
    if let revision = expectation.revision {
      number(TargetExpectationFields.revision, present: revision)
    }
    number(TargetExpectationFields.epoch, expectation.epoch)
  }

  mutating func targetState(_ identity: ElementIdentity) {
    number(TargetStateFields.role, UInt64(identity.role.rawValue))
    if let label = identity.label { text(TargetStateFields.label, present: label) }
  }
}
