package import AccessibilityTree

/// The properties of an element in words, for people: rows of a name and a text, in a fixed order.
struct ElementFacts {
  private(set) var rows: [(name: String, text: String)] = []

  init(_ element: Element) {
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append((name, text)) }
    }
    add(
      "role",
      element.nativeRole.isEmpty
        ? element.role.name : "\(element.role.name) (\(element.nativeRole))")
    add("label", element.label.map { $0.quoted() })
    add("value", element.value.map { $0.quoted() })
    add("hint", element.hint.map { $0.quoted() })
    add("identifier", element.identifier)
    add("placeholder", element.placeholder.map { $0.quoted() })
    add("range", element.range.map(Self.range))
    add("states", element.states.names.joined(separator: " "))
    add("traits", element.traits.names.joined(separator: " "))
    add("actions", element.actions.map(Self.action).joined(separator: ", "))
    add("frame", element.frame.map(Self.frame))
    add(
      "activation",
      element.activationPoint.map { "\($0.x.shortDescription), \($0.y.shortDescription)" })
    for point in element.dragPoints { add("drag point", Self.namedPoint(point)) }
    for point in element.dropPoints { add("drop point", Self.namedPoint(point)) }
    add("direct touch", element.directTouch.map(Self.directTouch))
    for intent in element.intents { add("intent", Self.intent(intent)) }
    add("said as", element.inputLabels.map { $0.quoted() }.joined(separator: ", "))
    add("speech", element.speech.map(Self.speech))
    add("rotors", element.rotors.joined(separator: ", "))
    add("text", element.text.map(Self.textState))
    add("level", element.level.map(String.init))
    add(
      "position",
      element.positionInSet.map { "\($0) of \(element.setSize.map(String.init) ?? "?")" })
    add("live region", element.liveRegion.map(\.name))
    for relation in element.relations {
      add(relation.kind.name, relation.targets.map(\.description).joined(separator: " "))
    }
    for attribute in element.attributes { add("@\(attribute.name)", attribute.value) }
    add("children", Self.children(element))
  }

  private static func range(_ range: NumericRange) -> String {
    var text = range.current.shortDescription
    if let minimum = range.minimum, let maximum = range.maximum {
      text += " of \(minimum.shortDescription)…\(maximum.shortDescription)"
    }
    if let step = range.step, step > 0 { text += ", step \(step.shortDescription)" }
    return text
  }

  private static func action(_ action: Action) -> String {
    let native = action.nativeName.map { $0 == action.name ? "" : " (\($0))" } ?? ""
    return action.name + native
  }

  private static func frame(_ frame: Frame) -> String {
    let rect = frame.rect
    return "\(rect.width.shortDescription) × \(rect.height.shortDescription) at "
      + "\(rect.x.shortDescription), \(rect.y.shortDescription) of the \(frame.space.name)"
  }

  private static func textState(_ text: TextState) -> String {
    var parts = ["\(text.length) long"]
    if let caret = text.caret { parts.append("caret at \(caret)") }
    parts += text.selections.map { "selected \($0.lowerBound)–\($0.upperBound)" }
    return parts.joined(separator: ", ")
  }

  private static func namedPoint(_ point: NamedPoint) -> String {
    "\(point.name.quoted()) at \(point.position.x.shortDescription), "
      + point.position.y.shortDescription
  }

  private static func directTouch(_ options: DirectTouchOptions) -> String {
    options.isEmpty ? "at any time" : options.names.joined(separator: " ")
  }

  private static func intent(_ intent: IntentOffer) -> String {
    let parameters = intent.parameters.map { parameter in
      " \(parameter.name)\(parameter.value.text == nil ? ":" : "")=\(parameter.value)"
    }.joined()
    return "\(intent.title.quoted()): \(intent.type)\(parameters)"
  }

  private static func speech(_ speech: SpeechAttributes) -> String {
    var parts: [String] = []
    if let priority = speech.priority { parts.append("\(priority.name) priority") }
    if speech.spellsOut { parts.append("spelled out") }
    if speech.includesPunctuation { parts.append("with punctuation") }
    if speech.pitch != 0 { parts.append("pitch \(speech.pitch.shortDescription)") }
    return parts.joined(separator: ", ")
  }

  private static func children(_ element: Element) -> String {
    let shown = element.children.prefix(16).map(\.description).joined(separator: " ")
    let count = element.totalChildren ?? element.children.count
    return count > 16 ? "\(shown) … (\(count))" : shown
  }
}

extension Element {
  /// The properties of the element in words: `("label", "\"Save\"")`.
  package var facts: [(name: String, text: String)] { ElementFacts(self).rows }
}
