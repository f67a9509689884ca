extension Element {
  /// The text that stands in the place of a secret one.
  public static let redactedText = "[redacted]"

  /// Returns the element without its secrets.
  ///
  /// - Parameter isContent: Whether all of its texts are secret, and not only what people enter. The role, states,
  ///   identifier and actions stay.
  package func redacted(isContent: Bool) -> Element {
    var copy = self
    copy.isRedacted = true
    let isFilled = value.map { !$0.isEmpty } == true || text.map { $0.length > 0 } == true
    if isFilled || range != nil { copy.value = Self.redactedText }
    copy.range = nil
    copy.text = nil
    copy.objectPlaces = []
    copy.speech = nil
    copy.attributes = attributes.filter { Self.shownAttributes.contains($0.name) }
    guard isContent else { return copy }
    copy.label = Self.redacted(label)
    copy.hint = Self.redacted(hint)
    copy.placeholder = Self.redacted(placeholder)
    copy.inputLabels = []
    copy.intents = []
    copy.rotors = []
    copy.dragPoints = []
    copy.dropPoints = []
    return copy
  }

  /// Returns the element with `redactedText` in the place of each text for which `isSecret` holds; `nil` when it holds
  /// for none.
  package func redacted(where isSecret: (String) -> Bool) -> Element? {
    var copy = self
    func replace(_ text: inout String?) -> Bool {
      guard let old = text, isSecret(old) else { return false }
      text = Self.redactedText
      return true
    }
    if replace(&copy.value) {
      copy.text = nil
      copy.objectPlaces = []
    }
    _ = replace(&copy.label)
    _ = replace(&copy.hint)
    _ = replace(&copy.placeholder)
    copy.inputLabels.removeAll(where: isSecret)
    copy.attributes.removeAll { isSecret($0.value) }
    guard copy != self else { return nil }
    copy.isRedacted = true
    return copy
  }

  private static func redacted(_ text: String?) -> String? {
    text.map { $0.isEmpty ? $0 : redactedText }
  }

  /// The toolkit attributes that cannot hold what people entered. All others of a redacted element are left out.
  private static let shownAttributes: Set<String> = [
    "autocomplete", "class", "display", "explicit-name", "id", "invalid", "name-from", "required",
    "tag", "text-input-type", "toolkit", "xml-roles",
  ]
}
