import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Texts with links and marked words in them, as browsers report them: the text has an object in the place of each.
struct OutlineProseTests {
  private let guide = Node(
    5, .link, "the guide", press, children: [Node(15, .text, "the guide")])
  private let tutorial = Node(7, .link, "the tutorial", press)
  private let links = "link \"the guide\" #5\nlink \"the tutorial\" #7"

  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  /// - Parameter written: The text, with `_` in the place of each object.
  private func outlined(
    _ role: Role, _ written: String, _ parts: Node...,
    configure: (inout Element) -> Void = { _ in }
  ) throws -> String {
    var places: [Int] = []
    var value = ""
    for character in written {
      if character == "_" {
        places.append(value.unicodeScalars.count)
      } else {
        value.append(character)
      }
    }
    let text = Node(
      3, role, value: value,
      {
        $0.objectPlaces = places
        configure(&$0)
      }, children: parts)
    let tree = try Tree([Node(1, .application, children: [Node(2, .window, "W", children: [text])])]
    )
    let lines = outline(tree, 2).text.split(separator: "\n").dropFirst()
    return lines.map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test func `a paragraph of Chromium, which has its texts as elements, is one text and its links`()
    throws
  {
    #expect(
      try outlined(
        .paragraph, "Read _ first, then _, and rest _ (see _).", Node(4, .text, "Read"), guide,
        Node(6, .text, "first, then"), tutorial, Node(8, .text, ", and rest"),
        Node(9, .code, "open()"), Node(10, .text, "(see"), Node(11, .mark, "it"),
        Node(12, .text, ")."))
        == "\"Read the guide first, then the tutorial, and rest open() (see it).\"\n" + links)
    #expect(
      try outlined(
        .listItem, "• Bread and butter", Node(4, .listMarker, "•"), Node(5, .text, "Bread and"),
        Node(6, .text, "butter")) == "\"Bread and butter\"")
    #expect(
      try outlined(
        .listItem, "1. See _ now", Node(4, .listMarker, "1."), Node(6, .text, "See"), guide,
        Node(8, .text, "now")) == "\"See the guide now\"\nlink \"the guide\" #5")
    #expect(
      try outlined(
        .paragraph, "Do _ us.", Node(4, .text, "Do"),
        Node(5, .text, "ask", children: [Node(15, .text, "ask")]), Node(6, .text, "us."))
        == "\"Do ask us.\"")
    // A blank between two links is a text without a label.
    #expect(
      try outlined(
        .paragraph, "The _ _ end", Node(4, .text, "The"), guide, Node(6, .text), tutorial,
        Node(8, .text, "end")) == "\"The the guide the tutorial end\"\n" + links)
  }

  @Test func `so is one of Firefox, which has an object for each element in it`() throws {
    #expect(
      try outlined(.paragraph, "Read _ first, then _.", guide, tutorial)
        == "\"Read the guide first, then the tutorial.\"\n" + links)
    let ask = Node(8, .mark, value: "ask")
    #expect(
      try outlined(.paragraph, "_ (_), or _ us", guide, tutorial, ask)
        == "\"the guide (the tutorial), or ask us\"\n" + links)
    // Blanks part the objects at both ends from the text, which is trimmed.
    let same = [Node(5, .link, "Same"), Node(6, .link, "Same"), Node(7, .link, "Same")]
    #expect(
      try outlined(
        .paragraph, "and _ twice", same[0], same[1], same[2],
        configure: { $0.objectPlaces = [-1, 4, 11] }
      ).hasPrefix("\"Same and Same twice Same\"\n"))
    // A link in marked words.
    let marked = Node(
      8, .mark, value: "all of ", { $0.objectPlaces = [7] }, children: [guide])
    #expect(
      try outlined(.section, "Read _ now", marked)
        == "\"Read all of the guide now\"\nlink \"the guide\" #5")
    // What is no part of a text has its place in it, and a line.
    #expect(
      try outlined(.paragraph, "Read _ or press _.", guide, Node(9, .button, "Go", Self.press))
        == "\"Read the guide or press .\"\nlink \"the guide\" #5\nbutton \"Go\" #9")
  }

  @Test func `a text with a line of its own has all words as well`() throws {
    #expect(
      try outlined(.blockQuote, "Read _ now", guide)
        == "blockquote = \"Read the guide now\" #3\n  link \"the guide\" #5")
    #expect(
      try outlined(.section, "Read _ now", guide, configure: Self.press)
        == "section = \"Read the guide now\" #3 (press)\n  link \"the guide\" #5")
  }

  @Test func `what is no part of a text, or not known to be in it, keeps its line`() throws {
    let whole = "\"One\"\nlink \"the guide\" #5\n\"two\""
    let (one, two) = (Node(4, .text, "One"), Node(6, .text, "two"))
    #expect(try outlined(.paragraph, "Another _", one, guide, two) == whole)
    #expect(try outlined(.paragraph, "One two", one, guide, two) == whole)
    #expect(
      try outlined(.paragraph, "One _ two_", one, guide, two, Node(7, .button, "Go", Self.press))
        == whole + "\nbutton \"Go\" #7")
    // Two lines say as much.
    #expect(
      try outlined(.paragraph, "Price:_", guide) == "\"Price:\"\nlink \"the guide\" #5")
    // Places that the text does not have.
    #expect(
      try outlined(.paragraph, "One two", guide, configure: { $0.objectPlaces = [9] })
        == "\"One two\"\nlink \"the guide\" #5")
  }
}
