extension Element {
  /// Named points at which the element can be picked up, in order. Empty where it cannot be dragged,
  /// or only as a whole (A12).
  public var dragPoints: [NamedPoint] {
    get { interaction?.dragPoints ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.dragPoints = newValue } }
  }

  /// Named points at which something can be dropped on the element, in order (A12).
  public var dropPoints: [NamedPoint] {
    get { interaction?.dropPoints ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.dropPoints = newValue } }
  }

  /// How the element accepts touches passed to it unchanged; `nil` where it does not. Used with the trait
  /// `allowsDirectInteraction` (A14).
  public var directTouch: DirectTouchOptions? {
    get { interaction?.directTouch }
    set { changeInteraction(isDefault: newValue == nil) { $0.directTouch = newValue } }
  }

  /// How the label and value are spoken; `nil` where nothing is specified (E11).
  public var speech: SpeechAttributes? {
    get { interaction?.speech }
    set { changeInteraction(isDefault: newValue == nil) { $0.speech = newValue } }
  }

  /// The app intents that the element offers, in order (A15).
  public var intents: [IntentOffer] {
    get { interaction?.intents ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.intents = newValue } }
  }

  /// The names of the application's custom rotors that contain the element.
  public var rotors: [String] {
    get { interaction?.rotors ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.rotors = newValue } }
  }

  private mutating func changeInteraction(
    isDefault: Bool, _ body: (inout InteractionAttributes) -> Void
  ) {
    if isDefault, interaction == nil { return }
    // Resetting the last of these attributes may free the outer box as well.
    change(isDefault: isDefault) {
      SparseBox.change(&$0.interaction, isDefault: isDefault, body)
    }
  }
}
