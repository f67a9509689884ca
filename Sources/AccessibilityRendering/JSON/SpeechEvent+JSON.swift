package import AccessibilityTree

extension SpeechEvent: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("utterance_id", utterance)
    writer.field("decision", decision.name)
    writer.field("text", text)
    writer.field("priority", priority.name)
    writer.field("element_id", element)
  }
}
