internal import CNghttp2

/// Metadata of a call: fields with a name and a value. Values of names that end in "-bin" are base64.
package struct Metadata: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields as libnghttp2's module has them: each name and value ended by a NUL.
  private(set) var bytes: [UInt8] = []

  package init() {}

  /// - Parameter elements: Names in lower case, and values of printable ASCII.
  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  init(_ fields: cnghttp2_metadata) {
    bytes = unsafe Array(UnsafeBufferPointer(start: fields.bytes, count: fields.count))
  }

  /// The value of the first field of a name. Setting one adds a field.
  package subscript(name: String) -> String? {
    get {
      let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
      for index in stride(from: 0, to: texts.count - 1, by: 2)
      where texts[index].elementsEqual(name.utf8) {
        return String(decoding: texts[index + 1], as: UTF8.self)
      }
      return nil
    }
    set {
      guard let newValue else { return }
      for text in [name, newValue] { bytes += text.utf8.filter { $0 != 0 } + [0] }
    }
  }

  /// Calls `body` with the fields.
  func withFields(_ body: (cnghttp2_metadata) -> Void) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe body(cnghttp2_metadata(bytes: $0.baseAddress, count: $0.count))
    }
  }
}
