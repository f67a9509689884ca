extension Utterance: JSONRepresentable {
  /// `text`, and under `parts` what it was put together from.
  public func writeFields(to writer: inout JSONWriter) {
    writer.field("text", text)
    writer.field("parts", parts)
    writer.field("speech", attributes)
  }
}

extension Utterance.Part: JSONRepresentable {
  public func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.jsonName)
    writer.field("text", text)
  }
}

extension Utterance.Part.Kind {
  fileprivate var jsonName: String { self == .labelledBy ? "labelled_by" : rawValue }
}
