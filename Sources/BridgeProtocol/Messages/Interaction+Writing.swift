internal import AccessibilityTree

extension ProtoWriter {
  /// Writes how an element is touched, dragged, spoken and offered elsewhere: fields 29 and up.
  mutating func interaction(_ element: Element) {
    for point in element.dragPoints { message(ElementFields.dragPoints) { $0.namedPoint(point) } }
    for point in element.dropPoints { message(ElementFields.dropPoints) { $0.namedPoint(point) } }
    if let touch = element.directTouch {
      message(ElementFields.directTouch) {
        $0.bits(DirectTouchFields.options, UInt64(touch.rawValue))
      }
    }
    if let speech = element.speech { message(ElementFields.speech) { $0.speechAttributes(speech) } }
    for intent in element.intents { message(ElementFields.intents) { $0.intentOffer(intent) } }
    for rotor in element.rotors { text(ElementFields.rotors, present: rotor) }
  }

  private mutating func namedPoint(_ point: NamedPoint) {
    text(NamedPointFields.name, point.name)
    message(NamedPointFields.position) { $0.point(point.position) }
  }

  private mutating func speechAttributes(_ speech: SpeechAttributes) {
    if let priority = speech.priority {
      number(SpeechAttributesFields.priority, UInt64(priority.rawValue))
    }
    flag(SpeechAttributesFields.spellsOut, speech.spellsOut)
    flag(SpeechAttributesFields.includesPunctuation, speech.includesPunctuation)
    double(SpeechAttributesFields.pitch, speech.pitch)
  }

  private mutating func intentOffer(_ intent: IntentOffer) {
    text(IntentOfferFields.title, intent.title)
    text(IntentOfferFields.type, intent.type)
    for parameter in intent.parameters {
      message(IntentOfferFields.parameters) { $0.intentParameter(parameter) }
    }
  }

  mutating func intentParameter(_ parameter: IntentParameter) {
    text(IntentParameterFields.name, parameter.name)
    switch parameter.value {
    case .text(let value): text(IntentParameterFields.text, present: value)
    case .integer(let value):
      number(IntentParameterFields.integer, present: UInt64(bitPattern: value))
    case .number(let value): double(IntentParameterFields.number, present: value)
    case .boolean(let value): number(IntentParameterFields.boolean, present: value ? 1 : 0)
    }
  }
}
