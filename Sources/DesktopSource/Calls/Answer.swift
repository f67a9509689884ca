internal import AccessibilityTree

/// Functions that read the answers to calls of actions.
enum Answer {
  static func nothing(_ message: MessageReader) throws(BusError) {}
  static func bool(_ message: MessageReader) throws(BusError) -> Bool { try message.bool() }
  static func int32(_ message: MessageReader) throws(BusError) -> Int32 { try message.int32() }
  static func uint32(_ message: MessageReader) throws(BusError) -> UInt32 {
    try message.uint32()
  }
  static func double(_ message: MessageReader) throws(BusError) -> Double { try message.double() }
  static func string(_ message: MessageReader) throws(BusError) -> String { try message.string() }

  static func strings(_ message: MessageReader) throws(BusError) -> [String] {
    try message.strings()
  }

  /// `GetState`: two words.
  static func states(_ message: MessageReader) throws(BusError) -> AtspiStates {
    AtspiStates(words: try message.words())
  }

  /// `GetChildren`: owners and paths.
  static func references(
    _ message: MessageReader
  ) throws(BusError) -> [(owner: String, path: String)] {
    var objects: [(owner: String, path: String)] = []
    _ = try message.prefix(of: "(so)", MessageLimits.elements) { () throws(BusError) in
      objects.append(try message.reference())
    }
    return objects
  }

  /// The path of one object.
  static func path(_ message: MessageReader) throws(BusError) -> String {
    try message.reference().path
  }

  /// `GetExtents`; `nil` when the object is not on screen or has no size.
  static func extents(_ message: MessageReader) throws(BusError) -> Rect? {
    try message.structure { () throws(BusError) in
      let (x, y) = (try message.int32(), try message.int32())
      let (width, height) = (try message.int32(), try message.int32())
      guard x != .min, y != .min, width > 0, height > 0 else { return nil }
      return Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
  }
}
