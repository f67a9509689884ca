internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

extension Schema {
  /// Returns the method with a name, in any spelling; throws `BadCommand` for an unknown name.
  func requiredMethod(_ name: String) throws -> SchemaMethod {
    if let method = method(named: name) { return method }
    let known = methods.map(\.name).joined(separator: ", ")
    throw BadCommand("unknown method \(name.quoted(limit: 60)); the methods are \(known)")
  }
}

extension ValueKind {
  /// A method of the protocol. Any spelling is accepted; shell completion offers the short ones.
  static let method = suggested(Schema.contract.methods.map(\.name))
}
