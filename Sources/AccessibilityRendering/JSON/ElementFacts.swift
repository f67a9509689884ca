package import AccessibilityTree

/// Every property of an element in words, for people: rows of a name and a text, in a fixed order. The id is left out:
/// it is the name of what the rows describe.
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
    add("contents", element.contents.map { $0.quoted() }.joined(separator: ", "))
    add("value", Self.value(element))
    add("hint", element.hint.map { $0.quoted() })
    add("identifier", element.identifier)
    add("placeholder", element.placeholder.map { $0.quoted() })
    add("range", element.range.map(Self.range))
    add("states", element.states.names.joined(separator: " "))
    add("traits", element.traits.names.joined(separator: " "))
    add("actions", element.actions.map(Self.action).joined(separator: ", "))
    add("frame", element.frame.map(Self.frame))
    add("activation", element.activationPoint.map(Self.point))
    add("content path", element.contentPath.map(Self.path))
    for point in element.dragPoints { add("drag point", Self.namedPoint(point)) }
    for point in element.dropPoints { add("drop point", Self.namedPoint(point)) }
    add("direct touch", element.directTouch.map(Self.directTouch))
    for intent in element.intents { add("intent", Self.intent(intent)) }
    add("said as", element.inputLabels.map { $0.quoted() }.joined(separator: ", "))
    add("speech", element.speech.map(Self.speech))
    add("rotors", element.rotors.joined(separator: ", "))
    add("text", element.text.map(Self.textState))
    add("level", element.level.map(String.init))
    add("position", Self.position(element))
    add("sort priority", element.sortPriority == 0 ? nil : element.sortPriority.shortDescription)
    add("live region", element.liveRegion.map(\.name))
    for relation in element.relations {
      add(relation.kind.name, relation.targets.map(\.description).joined(separator: " "))
    }
    for attribute in element.attributes { add("@\(attribute.name)", attribute.value) }
    add("redacted", element.isRedacted ? "yes" : nil)
    add("shortened", element.shortenedFields.joined(separator: ", "))
    add("children", Self.children(element))
    add("parent", element.parent?.description)
    add("application", element.application.description)
  }

  /// The value; of an element that is on or off without a value of its own, what it counts as.
  private static func value(_ element: Element) -> String? {
    if let value = element.value { return value.quoted() }
    guard element.range == nil, let state = element.effectiveValue else { return nil }
    let word = state == "1" ? "on" : state == "0" ? "off" : state
    return "\(state.quoted()), \(word)"
  }

  private static func range(_ range: NumericRange) -> String {
    var text = range.current.shortDescription
    switch (range.minimum, range.maximum) {
    case (let low?, let high?): text += " of \(low.shortDescription)…\(high.shortDescription)"
    case (let low?, nil): text += ", at least \(low.shortDescription)"
    case (nil, let high?): text += ", at most \(high.shortDescription)"
    case (nil, nil): break
    }
    if let step = range.step, step > 0 { text += ", step \(step.shortDescription)" }
    return text
  }

  private static func action(_ action: Action) -> String {
    let native = action.nativeName.map { $0 == action.name ? "" : " (\($0))" } ?? ""
    return action.name + native
  }

  private static func frame(_ frame: Frame) -> String {
    "\(rect(frame.rect)) of the \(frame.space.name)"
  }

  private static func rect(_ rect: Rect) -> String {
    "\(length(rect.width)) × \(length(rect.height)) at \(length(rect.x)), \(length(rect.y))"
  }

  private static func point(_ point: Point) -> String {
    "\(length(point.x)), \(length(point.y))"
  }

  /// A length or coordinate in pixels, without the noise of computing.
  private static func length(_ pixels: Double) -> String {
    let rounded = (pixels * 1000).rounded() / 1000
    return (rounded.isFinite ? rounded : pixels).shortDescription
  }

  private static func path(_ path: ContentPath) -> String {
    switch path {
    case .rectangle(let bounds): "rectangle \(rect(bounds))"
    case .roundedRectangle(let bounds, let radius):
      "rounded rectangle \(rect(bounds)), corners of \(radius.shortDescription)"
    case .ellipse(let bounds): "ellipse \(rect(bounds))"
    case .polygon(let corners): "polygon " + corners.map(point).joined(separator: "; ")
    }
  }

  private static func position(_ element: Element) -> String? {
    guard element.positionInSet != nil || element.setSize != nil else { return nil }
    return "\(element.positionInSet.map(String.init) ?? "?") of "
      + "\(element.setSize.map(String.init) ?? "?")"
  }

  private static func textState(_ text: TextState) -> String {
    var parts = ["\(text.length) long"]
    if let caret = text.caret { parts.append("caret at \(caret)") }
    parts += text.selections.map { "selected \($0.lowerBound)–\($0.upperBound)" }
    return parts.joined(separator: ", ")
  }

  private static func namedPoint(_ point: NamedPoint) -> String {
    "\(point.name.quoted()) at \(Self.point(point.position))"
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
    return parts.isEmpty ? "as usual" : parts.joined(separator: ", ")
  }

  private static func children(_ element: Element) -> String {
    let shown = element.children.prefix(16).map(\.description).joined(separator: " ")
    let count = element.totalChildren ?? element.children.count
    let isAll = count == element.children.count && count <= 16
    return isAll ? shown : "\(shown) … (\(count))"
  }
}

extension Element {
  /// The properties of the element in words: `("label", "\"Save\"")`.
  package var facts: [(name: String, text: String)] { ElementFacts(self).rows }
}
