internal import CProtobuf

/// A limit of the server that can be set.
public struct NamedLimit: Hashable, Sendable {
  /// The name, such as "connections".
  public var name: String
  /// The value, in its unit.
  public var value: UInt64
  /// "bytes", "ms", or empty for a number of things.
  public var unit: String
  /// The value as the server's command line takes it, such as "4MiB".
  public var text: String
  /// What it limits, in a phrase for people.
  public var summary: String

  public init(
    name: String, value: UInt64, unit: String = "", text: String = "", summary: String = ""
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.text = text
    self.summary = summary
  }
}

extension NamedLimit {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__NamedLimit>) throws(Status) {
    self.init(
      name: try unsafe readText(message.pointee.name, "NamedLimit.name"),
      value: unsafe message.pointee.value,
      unit: try unsafe readText(message.pointee.unit, "NamedLimit.unit"),
      text: try unsafe readText(message.pointee.text, "NamedLimit.text"),
      summary: try unsafe readText(message.pointee.summary, "NamedLimit.summary"))
  }
}

extension ProtoWriter {
  mutating func limit(_ limit: NamedLimit) {
    text(NamedLimitFields.name, limit.name)
    number(NamedLimitFields.value, limit.value)
    text(NamedLimitFields.unit, limit.unit)
    text(NamedLimitFields.text, limit.text)
    text(NamedLimitFields.summary, limit.summary)
  }
}
