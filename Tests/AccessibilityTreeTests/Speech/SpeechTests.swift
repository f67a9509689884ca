import AccessibilitySpeech
import AccessibilityTree
import Testing

/// What a screen reader says of the applications of the talks, by key and element, in the words of table U.
struct Heard: Sendable, CustomTestStringConvertible {
  let key: String
  let element: Element
  let headline: String
  var sentences: [String] = []

  init(
    _ key: String, _ role: Role, _ label: String?, _ value: String? = nil, says headline: String,
    then sentences: [String] = [], _ configure: (inout Element) -> Void = { _ in }
  ) {
    self.key = key
    var element = Element(id: ElementID(rawValue: 2), role: role, label: label, value: value)
    element.states = [.enabled, .visible, .showing]
    configure(&element)
    self.element = element
    self.headline = headline
    self.sentences = sentences
  }

  var testDescription: String { "\(key): \(headline)" }
}

struct SpeechTests {
  private static let toggleHint = "Double-tap to toggle setting."
  private static let adjustHint = "Swipe up or down with one finger to adjust the value."
  private static let actionsHint =
    "Swipe up or down to select a custom action, then double tap to activate."

  static let talks: [Heard] = [
    Heard("U settings", .heading, "Settings", says: "Settings, heading") { $0.traits = .header },
    Heard(
      "T2", .switch, "Comments", "0", says: "Comments, switch button, off", then: [toggleHint]
    ) { $0.traits = .toggle },
    Heard(
      "T2", .checkBox, "Comments", says: "Comments, switch button, on", then: [toggleHint]
    ) {
      $0.traits = [.toggle, .button]
      $0.states.formUnion([.checkable, .checked])
    },
    Heard("P1", .button, "multiply", says: "multiply, button") { $0.traits = .button },
    Heard("P1", .button, "multiply", says: "selected, multiply, button") {
      $0.traits = [.button, .selected]
    },
    Heard("P1", .text, "Result", "5", says: "Result, 5", then: [actionsHint]) {
      $0.traits = .staticText
      $0.actions = [Action(.custom, name: "Clear")]
    },
    Heard("P5", .heading, "Contrast ratio", "11.7 to 1", says: "Contrast ratio, 11.7 to 1, heading")
    { $0.traits = .header },
    Heard("P5", .slider, "Blue", "100", says: "Blue, 100, adjustable", then: [adjustHint]) {
      $0.traits = .adjustable
      $0.range = NumericRange(current: 100, minimum: 0, maximum: 255, step: 1)
    },
    Heard("P5", .slider, "Blue", says: "Blue, 39 percent, adjustable", then: [adjustHint]) {
      $0.traits = .adjustable
      $0.range = NumericRange(current: 100, minimum: 0, maximum: 255, step: 1)
    },
    Heard("P5", .slider, "Size", says: "Size, 7, adjustable", then: [adjustHint]) {
      $0.traits = .adjustable
      $0.range = NumericRange(current: 7)
    },
    Heard("P7", .heading, "Weekend adventure", says: "Weekend adventure, heading"),
    Heard(
      "P7", .group, "Unread, Looks like a wonderful time, Nick",
      says: "Unread, Looks like a wonderful time, Nick, button", then: ["Actions available."]
    ) {
      $0.traits = .button
      $0.actions = [
        Action(.press), Action(.custom, name: "Favorite"), Action(.custom, name: "Reply"),
      ]
    },
    Heard("P7", .image, "Half star, Saturday, Beach", says: "Half star, Saturday, Beach, image") {
      $0.traits = .image
    },
    Heard("P8", .group, "Synth", says: "Synth, draggable") { $0.actions = [Action(.drag)] },
    Heard("P8", .group, "Cheers", "alert, no sounds", says: "Cheers, draggable, alert, no sounds") {
      $0.dragPoints = [NamedPoint("Cheers", Point(x: 1, y: 1))]
    },
    Heard(
      "P9", .button, "Baker beach", "no rating", says: "Baker beach, no rating, button",
      then: ["Actions available."]
    ) {
      $0.traits = .button
      $0.intents = [IntentOffer("Favorite", type: "FavoriteBeach")]
    },
    Heard("P10", .button, "Filter", says: "Filter, switch button", then: [toggleHint]) {
      $0.traits = [.button, .toggle]
    },
    Heard("P10", .button, "Photos", says: "Photos, button"),
    Heard(
      "P11", .slider, "Coffee dispenser", "6 ounces",
      says: "Coffee dispenser, 6 ounces, adjustable",
      then: [adjustHint]
    ) { $0.traits = .adjustable },
    Heard(
      "P12", .group, "Filter chart", "frequency 0, amplitude 10",
      says: "Filter chart, frequency 0, amplitude 10", then: [actionsHint]
    ) { $0.actions = [Action(.custom, name: "Move Up")] },
    Heard(
      "P13 A14", .canvas, "Virtual cat", "sleeping", says: "Virtual cat, sleeping",
      then: ["Activate to start direct touch interaction.", "Actions available."]
    ) {
      $0.traits = .allowsDirectInteraction
      $0.directTouch = .requiresActivation
      $0.actions = [Action(.press), Action(.custom, name: "Pet")]
    },
    Heard(
      "P13 A14", .canvas, "Virtual cat", "purring", says: "Virtual cat, purring",
      then: ["Escape to end direct touch interaction."]
    ) {
      $0.directTouch = .requiresActivation
      $0.states.insert(.active)
      $0.actions = [Action(.press), Action(.escape)]
    },
  ]

  @Test(arguments: talks)
  func `U the applications of the talks are spoken as in the talks`(heard: Heard) throws {
    let root = Node(1, .application, "App", children: [Node(heard.element)])
    let utterance = Speech.utterance(of: heard.element.id, in: try Tree([root]))
    #expect(utterance.headline == heard.headline)
    #expect(utterance.sentences == heard.sentences)
    let brief = Speech.utterance(of: heard.element.id, in: try Tree([root]), verbosity: .brief)
    #expect(brief.text == heard.headline)
  }

  @Test
  func `E1 custom content of high importance is spoken with the element, and the rest on request`()
    throws
  {
    let trail = Node(2, .button, "Lost Lake") {
      $0.states = [.enabled, .visible, .showing]
      $0.attributes = [
        ToolkitAttribute(name: "custom-content-importance:Length", value: "high"),
        ToolkitAttribute(name: "custom-content:Length", value: "3 miles"),
        ToolkitAttribute(name: "custom-content:Rating", value: "4 stars"),
      ]
    }
    let tree = try Tree([Node(1, .application, "App", children: [trail])])
    let id = ElementID(rawValue: 2)
    #expect(
      Speech.utterance(of: id, in: tree).headline == "Lost Lake, button, Length, 3 miles")
    #expect(
      Speech.utterance(of: id, in: tree, verbosity: .full).headline
        == "Lost Lake, button, Length, 3 miles, Rating, 4 stars")
  }

  @Test
  func `P4 E7 a linked label is spoken with the control`() throws {
    func tree(_ popUp: Node) throws -> Tree {
      try Tree([
        Node(1, .application, "App", children: [Node(2, .text, "System Voice"), popUp])
      ])
    }
    let link = Relation(.labelledBy, [ElementID(rawValue: 2), ElementID(rawValue: 99)])
    let valued = Node(3, .popUpButton, value: "Alex", { $0.relations = [link] })
    let labelled = Node(3, .popUpButton, "Alex", { $0.relations = [link] })
    let both = Node(3, .popUpButton, "System Voice", value: "Alex", { $0.relations = [link] })
    for popUp in [valued, labelled, both] {
      let said = Speech.utterance(of: ElementID(rawValue: 3), in: try tree(popUp))
      #expect(said.headline == "Alex, System Voice, pop up button")
    }
    #expect(Speech.name(of: ElementID(rawValue: 3), in: try tree(valued)) == "System Voice")
  }

  @Test
  func `P7 the menu of an element's actions names the number of actions and each action`() {
    var trip = Element(id: ElementID(rawValue: 1), role: .image, label: "Trip")
    #expect(Speech.actionsMenu(of: trip) == nil)
    trip.actions = [
      Action(.press), Action(.custom, name: "location"), Action(.custom, name: "recording"),
      Action(.custom, name: "location"),
    ]
    #expect(Speech.actionsMenu(of: trip) == "Actions menu, 2 items, location, recording")
    trip.actions = []
    trip.intents = [IntentOffer("Favorite", type: "F", parameters: [IntentParameter("id", "1")])]
    #expect(Speech.actionsMenu(of: trip) == "Actions menu, 1 item, Favorite")
    #expect(
      Speech.menuActions(of: trip).map(\.command) == [.intent(type: "F", parameters: ["id": "1"])])
  }

  @Test
  func `P11 T2 a changed value is spoken alone`() throws {
    let tree = try Tree([
      Node(
        1, .application, "App",
        children: [
          Node(2, .slider, "Coffee dispenser", value: "7 ounces"),
          Node(3, .switch, "Comments", value: "1", { $0.traits = .toggle }),
          Node(4, .button, "Save"),
        ])
    ])
    let values = [2, 3, 4].map { Speech.value(of: ElementID(rawValue: $0), in: tree) }
    #expect(values == ["7 ounces", "on", nil])
  }

  @Test
  func `sentences are separate from the description of the element`() {
    let all = Utterance([
      .init(.label, "Blue"), .init(.value, "100"), .init(.hint, "Adjusts"),
      .init(.actions, "Many!"),
    ])
    #expect(all.text == "Blue, 100. Adjusts. Many!")
    #expect(Utterance([.init(.label, "Really?"), .init(.hint, "Asks")]).text == "Really? Asks.")
    #expect(Utterance([.init(.hint, "Alone")]).text == "Alone.")
    #expect(Utterance([]).text == "")
    #expect(all.text(of: .value) == "100")
    #expect(all.text(of: .role) == nil)
  }

  @Test
  func `an element that is gone or has no content is silent`() throws {
    let tree = try Tree([Node(1, .generic)])
    #expect(Speech.utterance(of: ElementID(rawValue: 1), in: tree).isEmpty)
    #expect(Speech.utterance(of: ElementID(rawValue: 9), in: tree).text == "")
    #expect(Speech.value(of: ElementID(rawValue: 9), in: tree) == nil)
  }

  @Test
  func `E11 speech attributes change how the text is spoken`() throws {
    func said(_ attributes: SpeechAttributes, _ label: String) throws -> String {
      let tree = try Tree([Node(1, .text, label, { $0.speech = attributes })])
      let utterance = Speech.utterance(of: ElementID(rawValue: 1), in: tree)
      #expect(utterance.attributes == attributes)
      return utterance.headline
    }
    #expect(try said(SpeechAttributes(spellsOut: true), "A1-b") == "A 1 dash b")
    #expect(
      try said(SpeechAttributes(includesPunctuation: true), "Hi, (you)!")
        == "Hi comma left paren you right paren exclamation mark")
    #expect(try said(SpeechAttributes(pitch: 0.5), "Hi, you") == "Hi, you")
    let long = String(repeating: "x", count: 5_000)
    #expect(try said(SpeechAttributes(spellsOut: true), long).count == 1_001)
  }
}
