internal import AccessibilityTree

extension ElementID {
  /// Returns `nil` for 0, which is no id.
  init?(wire value: UInt64) {
    guard value != 0 else { return nil }
    self.init(rawValue: value)
  }

  init(wire value: UInt64, _ field: String) throws(Status) {
    guard let id = ElementID(wire: value) else {
      throw .invalid(field, "is 0, which is not a valid id")
    }
    self = id
  }
}

func ids(
  _ values: UnsafeMutablePointer<UInt64>?, _ count: Int, _ field: String
) throws(Status) -> [ElementID] {
  try unsafe array(values, count) { (value) throws(Status) in
    try ElementID(wire: value, field)
  }
}

/// The maximum number of values in a list of a request.
private let maxListed = 1_024

func checkCount(_ count: Int, _ field: String) throws(Status) {
  guard count <= maxListed else {
    throw Status(
      .invalidArgument, "\(field) has \(count) entries, limit \(maxListed)",
      limit: UInt64(maxListed))
  }
}

/// Reads the ids that a request names.
func requestedIDs(
  _ values: UnsafeMutablePointer<UInt64>?, _ count: Int, _ field: String
) throws(Status) -> [ElementID] {
  try checkCount(count, field)
  return try unsafe ids(values, count, field)
}

extension ProtoWriter {
  mutating func id(_ field: UInt64, _ id: ElementID?) {
    if let id { number(field, id.rawValue) }
  }

  mutating func ids(_ field: UInt64, _ ids: [ElementID]) {
    guard !ids.isEmpty else { return }
    packed(field, ids.lazy.map(\.rawValue))
  }
}
