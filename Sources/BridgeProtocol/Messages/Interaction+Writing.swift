internal import AccessibilityTree

extension ProtoWriter {
  /// How an element is touched, dragged, spoken and offered elsewhere: fields 29 and up.
  mutating func interaction(_ element: Element) {
    for point in element.dragPoints { message(29) { $0.namedPoint(point) } }
    for point in element.dropPoints { message(30) { $0.namedPoint(point) } }
    if let touch = element.directTouch { message(31) { $0.bits(1, UInt64(touch.rawValue)) } }
    if let speech = element.speech { message(32) { $0.speechAttributes(speech) } }
    for intent in element.intents { message(33) { $0.intentOffer(intent) } }
    for rotor in element.rotors { text(34, present: rotor) }
  }

  private mutating func namedPoint(_ point: NamedPoint) {
    text(1, point.name)
    message(2) { $0.point(point.position) }
  }

  private mutating func speechAttributes(_ speech: SpeechAttributes) {
    if let priority = speech.priority { number(1, UInt64(priority.rawValue)) }
    flag(2, speech.spellsOut)
    flag(3, speech.includesPunctuation)
    double(4, speech.pitch)
  }

  private mutating func intentOffer(_ intent: IntentOffer) {
    text(1, intent.title)
    text(2, intent.type)
    for parameter in intent.parameters { message(3) { $0.intentParameter(parameter) } }
  }

  mutating func intentParameter(_ parameter: IntentParameter) {
    text(1, parameter.name)
    switch parameter.value {
    case .text(let value): text(2, present: value)
    case .integer(let value): number(3, present: UInt64(bitPattern: value))
    case .number(let value): double(4, present: value)
    case .boolean(let value): number(5, present: value ? 1 : 0)
    }
  }
}
