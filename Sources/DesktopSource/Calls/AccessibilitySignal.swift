internal import AccessibilityTree

/// A decoded accessibility signal of an application.
struct AccessibilitySignal {
  var event: AtspiEvent
  /// The meaning depends on the event: the new value of a state, a caret offset, a priority.
  var detail1: Int
  var detail2: Int
  /// The name, text or object that the signal carries.
  var content: Content

  enum Content {
    case none
    case text(String)
    /// An object, with its number where it is known. Unknown objects are not numbered because of an event.
    case object(ObjectReference?, owner: String, path: String)
  }

  init(event: AtspiEvent, detail1: Int, detail2: Int, content: Content) {
    (self.event, self.detail1, self.detail2, self.content) = (event, detail1, detail2, content)
  }

  /// Decodes a signal; `nil` for one that is not a relevant event.
  init?(_ message: MessageReader, _ interner: ObjectInterner, limits: DesktopLimits) {
    guard let interface = message.interface(after: "org.a11y.atspi.Event."),
      let member = message.member, let detail = try? message.string(atMost: 256),
      let first = try? message.int32(), let second = try? message.int32()
    else { return nil }
    event = AtspiEvent(interface: interface, member: member, detail: detail)
    detail1 = Int(first)
    detail2 = Int(second)
    content = .none
    guard event != .ignored else { return nil }
    switch try? message.variantSignature() {
    case "s":
      let text = try? message.variant("s") { () throws(BusError) in
        try message.string(atMost: limits.string)
      }
      if let text { content = .text(text) }
    // Only these events need the object that they carry; others only cause children to be read.
    case "(so)" where event == .activeDescendant || event == .parent:
      let object = try? message.variant("(so)") { () throws(BusError) in try message.reference() }
      if let (owner, path) = object {
        content = .object(interner.find(owner, path), owner: owner, path: path)
      }
    default: break
    }
  }

  var isSet: Bool { detail1 != 0 }

  /// The name or text that the signal carries.
  var text: String? { if case .text(let text) = content { text } else { nil } }
}
