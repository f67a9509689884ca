package import AccessibilityTree

extension NamedPoint: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("position", position)
  }
}

extension DirectTouchOptions: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("options", names)
  }
}

/// Unspecified attributes are omitted.
extension SpeechAttributes: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("priority", priority?.name)
    if spellsOut { writer.field("spells_out", true) }
    if includesPunctuation { writer.field("includes_punctuation", true) }
    writer.field("pitch", pitch == 0 ? nil : pitch)
  }
}

extension IntentOffer: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("title", title)
    writer.field("type", type)
    writer.field("parameters", parameters)
  }
}

extension IntentParameter: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    switch value {
    case .text(let text): writer.field("value", text)
    case .integer(let integer): writer.field("value", integer)
    case .number(let number): writer.field("value", number)
    case .boolean(let boolean): writer.field("value", boolean)
    }
  }
}
