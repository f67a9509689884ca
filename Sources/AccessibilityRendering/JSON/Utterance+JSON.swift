package import AccessibilitySpeech
internal import AccessibilityTree

extension Utterance: JSONRepresentable {
  /// Writes `text`, and its components under `parts`.
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("text", text)
    writer.field("parts", parts)
    writer.field("speech", attributes)
  }
}

extension Utterance.Part: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.jsonName)
    writer.field("text", text)
  }
}

extension Utterance.Part.Kind {
  fileprivate var jsonName: String { self == .labelledBy ? "labelled_by" : rawValue }
}
