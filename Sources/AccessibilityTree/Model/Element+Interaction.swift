extension Element {
  /// Where the element can be picked up, in order; empty where it cannot, or as a whole alone (A12).
  public var dragPoints: [NamedPoint] {
    get { interaction?.dragPoints ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.dragPoints = newValue } }
  }

  /// Where something can be dropped on the element, in order (A12).
  public var dropPoints: [NamedPoint] {
    get { interaction?.dropPoints ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.dropPoints = newValue } }
  }

  /// How the element takes touches as they are; `nil` where it does not. Goes with the trait
  /// `allowsDirectInteraction` (A14).
  public var directTouch: DirectTouchOptions? {
    get { interaction?.directTouch }
    set { changeInteraction(isDefault: newValue == nil) { $0.directTouch = newValue } }
  }

  /// How the element's label and value are spoken; `nil` where nothing was said (E11).
  public var speech: SpeechAttributes? {
    get { interaction?.speech }
    set { changeInteraction(isDefault: newValue == nil) { $0.speech = newValue } }
  }

  /// App intents that can be run on the element, in order (A15).
  public var intents: [IntentOffer] {
    get { interaction?.intents ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.intents = newValue } }
  }

  /// The names of the application's own rotors in which the element is an entry.
  public var rotors: [String] {
    get { interaction?.rotors ?? [] }
    set { changeInteraction(isDefault: newValue.isEmpty) { $0.rotors = newValue } }
  }

  private mutating func changeInteraction(
    isDefault: Bool, _ body: (inout InteractionAttributes) -> Void
  ) {
    if isDefault, interaction == nil { return }
    // Where the last of them goes, the rare attributes may go as well.
    change(isDefault: isDefault) {
      SparseBox.change(&$0.interaction, isDefault: isDefault, body)
    }
  }
}
