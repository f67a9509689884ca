internal import AccessibilityTree
internal import CProtobuf

extension Element {
  /// Reads how the element is touched, dragged, spoken and offered elsewhere.
  mutating func readInteraction(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Element>
  ) throws(Status) {
    if unsafe message.pointee.n_drag_points > 0 {
      dragPoints = try unsafe array(message.pointee.drag_points, message.pointee.n_drag_points) {
        (point) throws(Status) in try unsafe NamedPoint(point)
      }
    }
    if unsafe message.pointee.n_drop_points > 0 {
      dropPoints = try unsafe array(message.pointee.drop_points, message.pointee.n_drop_points) {
        (point) throws(Status) in try unsafe NamedPoint(point)
      }
    }
    if let touch = unsafe message.pointee.direct_touch {
      let options = unsafe bits(touch.pointee.options, touch.pointee.n_options) { $0.rawValue }
      directTouch = DirectTouchOptions(rawValue: UInt32(truncatingIfNeeded: options))
    }
    if let speech = unsafe message.pointee.speech { self.speech = unsafe SpeechAttributes(speech) }
    if unsafe message.pointee.n_intents > 0 {
      intents = try unsafe array(message.pointee.intents, message.pointee.n_intents) {
        (intent) throws(Status) in try unsafe IntentOffer(intent)
      }
    }
    if unsafe message.pointee.n_rotors > 0 {
      rotors = try unsafe array(message.pointee.rotors, message.pointee.n_rotors) {
        (rotor) throws(Status) in try unsafe readText(rotor, "Element.rotors")
      }
    }
  }
}

extension NamedPoint {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__NamedPoint>) throws(Status) {
    let name = try unsafe readText(message.pointee.name, "NamedPoint.name")
    guard let position = unsafe message.pointee.position else {
      self.init(name, Point(x: 0, y: 0))
      return
    }
    self.init(name, unsafe Point(position))
  }
}

extension SpeechAttributes {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__SpeechAttributes>) {
    unsafe self.init(
      priority: AnnouncementPriority(
        rawValue: UInt8(clamping: message.pointee.priority.rawValue)),
      spellsOut: message.pointee.spells_out != 0,
      includesPunctuation: message.pointee.includes_punctuation != 0,
      pitch: message.pointee.pitch)
  }
}

extension IntentOffer {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__IntentOffer>) throws(Status) {
    self.init(
      try unsafe readText(message.pointee.title, "IntentOffer.title"),
      type: try unsafe readText(message.pointee.type, "IntentOffer.type"),
      parameters: try unsafe array(message.pointee.parameters, message.pointee.n_parameters) {
        (parameter) throws(Status) in try unsafe IntentParameter(parameter)
      })
  }
}

extension IntentParameter {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__IntentParameter>) throws(Status) {
    let name = try unsafe readText(message.pointee.name, "IntentParameter.name")
    let field = "intent parameter \"\(name.excerpt)\""
    switch unsafe message.pointee.value_case {
    case A11Y__BRIDGE__V1__INTENT_PARAMETER__VALUE_TEXT:
      self.init(name, .text(try unsafe readText(message.pointee.text, "IntentParameter.text")))
    case A11Y__BRIDGE__V1__INTENT_PARAMETER__VALUE_INTEGER:
      self.init(name, .integer(unsafe message.pointee.integer))
    case A11Y__BRIDGE__V1__INTENT_PARAMETER__VALUE_NUMBER:
      let number = unsafe message.pointee.number
      guard number.isFinite else { throw .invalid(field, "is not a finite number") }
      self.init(name, .number(number))
    case A11Y__BRIDGE__V1__INTENT_PARAMETER__VALUE_BOOLEAN:
      self.init(name, .boolean(unsafe message.pointee.boolean != 0))
    default: throw .invalid(field, "has no value")
    }
  }
}
