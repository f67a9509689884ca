import AccessibilityRendering
import AccessibilityTree
import Testing

import struct Foundation.Data
import class Foundation.JSONSerialization

struct JSONTests {
  @Test(arguments: [
    ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1B}\u{7F}\u{85}", #""\u0000\u001b\u007f\u0085""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("Größe \u{1F600}", "\"Größe \u{1F600}\""),
  ])
  func `texts are escaped`(text: String, expected: String) {
    var writer = JSONWriter()
    writer.string(text)
    #expect(writer.text == expected)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (7, "7"), (9.5, "9.5"), (1e300, "1e+300"), (-1.5e-9, "-1.5e-09"),
      (.nan, "\"NaN\""), (.infinity, "\"Infinity\""), (-.infinity, "\"-Infinity\""),
    ] as [(Double, String)])
  func `all numbers are written as valid JSON`(number: Double, expected: String) throws {
    var writer = JSONWriter()
    writer.array { $0.number(number) }
    #expect(writer.text == "[\(expected)]")
    _ = try JSONSerialization.jsonObject(with: Data(writer.bytes))
  }

  @Test
  func `commas are written only between values`() {
    var writer = JSONWriter()
    writer.object {
      $0.key("empty")
      $0.object { _ in }
      $0.key("list")
      $0.array {
        $0.null()
        $0.bool(true)
        $0.array { _ in }
        $0.integer(UInt64.max)
      }
      $0.field("absent", nil as String?)
      $0.field("none", [String]())
      $0.field("last", false)
    }
    #expect(
      writer.text
        == #"{"empty":{},"list":[null,true,[],18446744073709551615],"last":false}"#)
  }

  @Test
  func `an element is one line with the fields that it has`() throws {
    let save = try #require(try Desk.tree()[ElementID(rawValue: 4)])
    #expect(
      save.json
        == ##"{"id":4,"role":"button","label":"Save","states":["enabled","visible","showing"],"##
        + ##""actions":[{"kind":"press","name":"press","native_name":"click"}],"parent_id":3,"##
        + ##""application_id":1,"frame":{"rect":{"x":10,"y":10,"width":80,"height":30},"##
        + ##""space":"screen"},"native_role":"push button","hint":"Writes the file","##
        + ##""identifier":"save-button","attributes":[{"name":"class","value":"primary big"}]}"##)
  }

  @Test
  func `every field of an element is written as valid JSON`() throws {
    var element = Element(id: ElementID(rawValue: 418), role: .slider, label: "a\nb", value: "")
    element.traits = [.adjustable]
    element.range = NumericRange(current: .nan, minimum: 0, maximum: .infinity, step: 0.5)
    element.activationPoint = Point(x: 1, y: 2)
    element.contentPath = .polygon([Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)])
    element.text = TextState(length: 5, caret: 2, selections: [1..<3])
    element.relations = [Relation(.labelledBy, [ElementID(rawValue: 7)])]
    element.placeholder = "p"
    element.level = 1
    element.positionInSet = 2
    element.setSize = 3
    element.sortPriority = 4
    element.liveRegion = .assertive
    element.inputLabels = ["one", "two"]
    element.totalChildren = 1_000
    element.dragPoints = [NamedPoint("Whole", Point(x: 1, y: 2))]
    element.dropPoints = [NamedPoint("Set Sound 1", Point(x: 3, y: 4))]
    element.directTouch = []
    element.speech = SpeechAttributes(priority: .low, spellsOut: true)
    element.intents = [IntentOffer("Favorite", type: "FavoriteBeach")]
    element.rotors = ["Warnings"]
    let object = try JSONSerialization.jsonObject(with: Data(element.json.utf8))
    let fields = try #require(object as? [String: Any])
    for key in [
      "id", "role", "label", "value", "traits", "range", "activation_point", "content_path", "text",
      "relations", "placeholder", "level", "position_in_set", "set_size", "sort_priority",
      "live_region", "input_labels", "total_children", "application_id", "drag_points",
      "drop_points",
      "direct_touch", "speech", "intents", "rotors",
    ] {
      #expect(fields[key] != nil, "\(key)")
    }
    #expect(fields["id"] as? Int == 418)
    #expect((fields["range"] as? [String: Any])?["maximum"] as? String == "Infinity")
    #expect(!element.json.contains("\n"))
  }

  @Test
  func `changes have revisions as text, and notifications with their kinds`() throws {
    let delta = Delta(
      from: 1, to: UInt64.max, changed: [Element(id: ElementID(rawValue: 1), role: .text)],
      removed: [ElementID(rawValue: 255)])
    #expect(
      delta.json
        == ##"{"from_revision":"1","revision":"18446744073709551615","##
        + ##""changed":[{"id":1,"role":"text","application_id":1}],"removed_ids":[255]}"##)
    let value = Notification.valueChanged(element: ElementID(rawValue: 9), old: nil, new: "15")
    #expect(
      value.json == ##"{"kind":"value","value_changed":{"element_id":9,"new_value":"15"}}"##)
    let page = Notification.scrolled(
      container: ElementID(rawValue: 9), deltaX: 0, deltaY: -40, page: "Page 2 of 5")
    #expect(
      page.json
        == ##"{"kind":"scroll","scrolled":{"container_id":9,"delta_x":0,"delta_y":-40,"##
        + ##""page":"Page 2 of 5"}}"##)
    let all: [Notification] = [
      .announcement(text: "x", priority: .high, element: nil),
      .layoutChanged(container: ElementID(rawValue: 1), focus: nil),
      .screenChanged(root: ElementID(rawValue: 1), focus: ElementID(rawValue: 2)),
      .scrolled(container: ElementID(rawValue: 1), deltaX: 0, deltaY: -1.5),
      .focusMoved(from: nil, to: ElementID(rawValue: 2)),
      .speech(SpeechEvent(utterance: 1, .dropped, text: "x", priority: .low)),
      .applicationChanged(Application(root: ElementID(rawValue: 1), name: "a", source: "s")),
    ]
    for notification in all {
      let object = try JSONSerialization.jsonObject(with: Data(notification.json.utf8))
      #expect((object as? [String: Any])?["kind"] as? String == notification.kind.names.first)
      #expect((object as? [String: Any])?.count == 2)
    }
  }
}
