internal import AccessibilityTree

/// Maps object attributes to properties of an element. All of them stay readable in `Element.attributes`.
enum AttributeMapping {
  static func apply(_ facts: AtspiFacts, to element: inout Element) {
    let attributes = facts.attributes
    element.identifier = nonEmpty(facts.accessibleID) ?? nonEmpty(attributes["id"])
    element.placeholder =
      nonEmpty(attributes["placeholder-text"]) ?? nonEmpty(attributes["placeholder"])
    element.level = positive(attributes["level"])
    element.positionInSet = positive(attributes["posinset"])
    element.setSize = positive(attributes["setsize"])
    element.liveRegion = attributes["live"].flatMap(liveRegion)
    element.attributes = attributes.list
    // The reported name, where it is not the label.
    if !facts.name.isEmpty, element.label != NameMapping.trimmed(facts.name) {
      add(ToolkitAttribute(name: "native-name", value: facts.name), to: &element)
    }
    if !facts.helpText.isEmpty, element.hint != facts.plain(facts.helpText) {
      add(ToolkitAttribute(name: "help-text", value: facts.helpText), to: &element)
    }
  }

  /// Returns the states that only attributes report.
  static func states(_ attributes: AtspiAttributes) -> States {
    var states: States = []
    if isSet(attributes["current"]) { states.insert(.isCurrent) }
    if isSet(attributes["haspopup"]) { states.insert(.hasPopup) }
    if isSet(attributes["invalid"]) { states.insert(.invalid) }
    if isSet(attributes["busy"]) { states.insert(.busy) }
    if isSet(attributes["checkable"]) { states.insert(.checkable) }
    if isSet(attributes["autocomplete"]), attributes["autocomplete"] != "none" {
      states.insert(.supportsAutocompletion)
    }
    return states
  }

  private static func add(_ attribute: ToolkitAttribute, to element: inout Element) {
    let place = element.attributes.firstIndex { $0.name > attribute.name }
    element.attributes.insert(attribute, at: place ?? element.attributes.count)
  }

  static func liveRegion(_ value: String) -> LiveRegion? {
    switch value {
    case "off": .off
    case "polite": .polite
    case "assertive", "rude": .assertive
    default: nil
    }
  }

  private static func isSet(_ value: String?) -> Bool {
    guard let value else { return false }
    return value != "false" && value != "" && value != "0"
  }

  private static func nonEmpty(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return text
  }

  private static func positive(_ text: String?) -> Int? {
    guard let text, let number = Int(text), number > 0 else { return nil }
    return number
  }
}
