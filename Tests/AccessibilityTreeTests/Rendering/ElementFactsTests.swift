import AccessibilityRendering
import Testing

@testable import AccessibilityTree

/// What `get`, `--json` and the inspector show of an element: every property there is.
struct ElementFactsTests {
  /// The smallest change of each stored property, by its name.
  private static let changes: [String: @Sendable (inout Element) -> Void] = [
    "id": { $0.id = ElementID(rawValue: 7) },
    "parentValue": { $0.parent = ElementID(rawValue: 7) },
    "children": { $0.children = [ElementID(rawValue: 7)] },
    "application": { $0.application = ElementID(rawValue: 7) },
    "role": { $0.role = .button },
    "traits": { $0.traits = .header },
    "states": { $0.states = .busy },
    "nativeRole": { $0.nativeRole = "push button" },
    "label": { $0.label = "" },
    "value": { $0.value = "" },
    "actions": { $0.actions = [Action(.press)] },
    "frame": { $0.frame = Frame(rect: Rect(x: 1, y: 2, width: 3, height: 4), space: .window) },
    "attributes": { $0.attributes = [ToolkitAttribute(name: "class", value: "primary")] },
    "contents": { $0.contents = ["Ada", "Edit"] },
    "hint": { $0.hint = "" },
    "identifier": { $0.identifier = "save" },
    "placeholder": { $0.placeholder = "" },
    "activationPoint": { $0.activationPoint = Point(x: 1, y: 2) },
    "contentPath": { $0.contentPath = .ellipse(Rect(x: 1, y: 2, width: 3, height: 4)) },
    "range": { $0.range = NumericRange(current: 1) },
    "text": { $0.text = TextState(length: 5) },
    "relations": { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 7)])] },
    "level": { $0.level = 1 },
    "positionInSet": { $0.positionInSet = 2 },
    "setSize": { $0.setSize = 3 },
    "sortPriority": { $0.sortPriority = 1 },
    "liveRegion": { $0.liveRegion = .off },
    "inputLabels": { $0.inputLabels = ["times"] },
    "totalChildren": { $0.totalChildren = 9 },
    "isRedacted": { $0.isRedacted = true },
    "shortenedFields": { $0.shortenedFields = ["value"] },
    "dragPoints": { $0.dragPoints = [NamedPoint("Whole", Point(x: 1, y: 2))] },
    "dropPoints": { $0.dropPoints = [NamedPoint("Set Sound 1", Point(x: 3, y: 4))] },
    "directTouch": { $0.directTouch = [] },
    "speech": { $0.speech = SpeechAttributes() },
    "intents": { $0.intents = [IntentOffer("Favorite", type: "FavoriteBeach")] },
    "rotors": { $0.rotors = ["Warnings"] },
  ]

  private static let plain = Element(id: ElementID(rawValue: 1), role: .group)

  /// The names of everything that an element stores, also in its boxes of rare attributes; where objects stand in a text is
  /// for outlines alone.
  private var stored: Set<String> {
    let values: [Any] = [Self.plain, RareAttributes(), InteractionAttributes()]
    let names = values.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }
    return Set(names).subtracting(["rare", "interaction", "objectPlaces"])
  }

  private func shown(_ element: Element) -> [String] {
    element.facts.map { "\($0.name) \($0.text)" }
  }

  @Test func `V5: every property that an element stores is known here`() {
    #expect(stored == Set(Self.changes.keys))
  }

  @Test(arguments: changes.keys.sorted())
  func `V5: a property is shown to people and to programs`(name: String) throws {
    var element = Self.plain
    let change = try #require(Self.changes[name])
    change(&element)
    #expect(element != Self.plain)
    #expect(element.json != Self.plain.json, "--json does not show \(name)")
    // Who looks at an element knows its id, which is the title of its facts.
    if name == "id" { return #expect(Outline.line(for: element).contains("#7")) }
    #expect(shown(element) != shown(Self.plain), "the facts do not show \(name)")
  }

  @Test func `V5: outlines, limits and parts of a set are shown with their numbers`() {
    var element = Self.plain
    let rect = Rect(x: 1, y: 2, width: 3.5, height: 4)
    func fact(_ name: String) -> String? { element.facts.first { $0.name == name }?.text }
    for (path, text) in [
      (.rectangle(rect), "rectangle 3.5 × 4 at 1, 2"),
      (.roundedRectangle(rect, cornerRadius: 5), "rounded rectangle 3.5 × 4 at 1, 2, corners of 5"),
      (.ellipse(rect), "ellipse 3.5 × 4 at 1, 2"),
      (.polygon([Point(x: 0, y: 0), Point(x: 1, y: 0.5)]), "polygon 0, 0; 1, 0.5"),
    ] as [(ContentPath, String)] {
      element.contentPath = path
      #expect(fact("content path") == text)
    }
    for (range, text) in [
      (NumericRange(current: 1, minimum: 0), "1, at least 0"),
      (NumericRange(current: 1, maximum: 9, step: 2), "1, at most 9, step 2"),
      (NumericRange(current: 1, minimum: 0, maximum: 9), "1 of 0…9"),
    ] {
      element.range = range
      #expect(fact("range") == text)
    }
    element.setSize = 5
    #expect(fact("position") == "? of 5")
    element.positionInSet = 2
    element.sortPriority = -1.5
    #expect(fact("position") == "2 of 5" && fact("sort priority") == "-1.5")
  }
}
