/// A file of the contract, or of the services that every gRPC server has, with its descriptor.
package struct DescriptorFile: Sendable {
  let name: String
  let imports: [String]
  let services: [String]
  /// The full names of everything that it declares, separated by spaces.
  let symbols: String
  /// A `google.protobuf.FileDescriptorProto` as base64.
  let descriptor: String

  /// The full names of all services.
  package static let services = all.flatMap(\.services)

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let bySymbol = Dictionary(
    all.flatMap { file in file.symbols.split(separator: " ").map { (String($0), file) } },
    uniquingKeysWith: { first, _ in first })

  /// The file with a name, such as "a11y/bridge/v1/bridge.proto".
  static func named(_ name: String) -> DescriptorFile? { byName[name] }

  /// The file that declares a symbol, by its full name.
  static func declaring(_ symbol: String) -> DescriptorFile? { bySymbol[symbol] }

  /// The descriptors of the file and of all that it imports, its own first.
  var withImports: [[UInt8]] {
    var names: [String] = []
    var waiting = [name]
    while let next = waiting.popLast() {
      guard !names.contains(next) else { continue }
      names.append(next)
      waiting += Self.named(next)?.imports ?? []
    }
    return names.compactMap { Self.named($0) }.map { Base64.decode($0.descriptor) ?? [] }
  }
}
