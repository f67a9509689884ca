import AccessibilityTree
import Testing

struct InteractionTests {
  private let plain = Element(id: ElementID(rawValue: 1), role: .group)

  @Test
  func `A12 A14 A15 unset interaction attributes take no space in an element`() {
    var element = plain
    element.dragPoints = [NamedPoint("Handle", Point(x: 1, y: 2))]
    element.dropPoints = [NamedPoint("Set Sound 1", Point(x: 3, y: 4))]
    element.directTouch = []
    element.speech = SpeechAttributes(spellsOut: true)
    element.intents = [IntentOffer("Favorite", type: "FavoriteBeach")]
    element.rotors = ["Warnings"]
    #expect(element != plain)
    #expect(element.directTouch == [])
    element.dragPoints = []
    element.dropPoints = []
    element.directTouch = nil
    element.speech = nil
    element.intents = []
    element.rotors = []
    #expect(element == plain)
    #expect(element.hashValue == plain.hashValue)
  }

  @Test
  func `a copy of an element does not change with it`() {
    var element = plain
    element.hint = "hint"
    element.rotors = ["Warnings"]
    let copy = element
    element.rotors = []
    element.dropPoints = [NamedPoint("Here", Point(x: 0, y: 0))]
    #expect(copy.rotors == ["Warnings"])
    #expect(copy.dropPoints.isEmpty)
    #expect(element.hint == "hint")
  }

  @Test
  func `the storage of rare attributes stays while one of them is set`() {
    var element = plain
    element.speech = SpeechAttributes(pitch: 0.5)
    element.hint = nil
    element.rotors = []
    #expect(element.speech?.pitch == 0.5)
    #expect(element.rotors.isEmpty)
  }

  @Test
  func `A15 an offered intent runs with the parameters it names, in sorted order`() {
    let offer = IntentOffer(
      "Favorite", type: "FavoriteBeach",
      parameters: [IntentParameter("rating", "1"), IntentParameter("beach", "Baker")])
    #expect(offer.parameters.map(\.name) == ["beach", "rating"])
    #expect(
      offer.command
        == .intent(type: "FavoriteBeach", parameters: ["beach": "Baker", "rating": "1"]))
  }
}
