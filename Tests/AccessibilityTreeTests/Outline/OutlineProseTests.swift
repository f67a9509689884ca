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
    #expect(
      try outlined(
        .listItem, "◦ Do __", Node(4, .listMarker, "◦"), Node(6, .text, "Do"),
        Node(8, .code, "open()"),
        guide) == "\"Do open()the guide\"\nlink \"the guide\" #5")
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
      try outlined(.paragraph, "Read _ or press _.", guide, Node(9, .button, nil, Self.press))
        == "\"Read the guide or press .\"\nlink \"the guide\" #5\nbutton #9")
  }

  /// Gecko says in the value of an element where each of its children stands.
  @Test func `a text stands behind what is before it in the list`() throws {
    let (heading, next) = (Node(5, .heading, "Stock"), Node(6, .link, "next", Self.press))
    #expect(
      try outlined(.section, "_Page 1 of 4", heading) == "heading \"Stock\" #5\n\"Page 1 of 4\"")
    #expect(
      try outlined(.section, "_Page 1 of 4 _", heading, next)
        == "heading \"Stock\" #5\n\"Page 1 of 4 \"\nlink \"next\" #6")
    // With all words of the links in it as well.
    #expect(
      try outlined(.section, "_Page 1, _ or all", heading, next)
        == "heading \"Stock\" #5\n\"Page 1, next or all\"\nlink \"next\" #6")
    let (name, buy) = (Node(5, .link, "Milk", Self.press), Node(6, .button, "Buy", Self.press))
    #expect(
      try outlined(.section, "_1.20 € _", name, buy)
        == "link \"Milk\" #5\n\"1.20 € \"\nbutton \"Buy\" #6")
  }

  /// Gecko has the texts of an element in its value alone.
  @Test(arguments: ["7", "12 / 40", "12:30", "−120.50 €", "★★★☆☆", "5"])
  func `a price, a count or a time beside what can be used is a text`(_ text: String) throws {
    let (less, more) = (Node(5, .button, "Less", Self.press), Node(6, .button, "More", Self.press))
    for role in [Role.section, .article, .form] {
      #expect(
        try outlined(role, "_\(text)_", less, more)
          == "button \"Less\" #5\n\"\(text)\"\nbutton \"More\" #6")
    }
    #expect(
      try outlined(.section, text, Node(5, .heading, "Total"))
        == "\"\(text)\"\nheading \"Total\" #5")
    // In a cell, whose name has it as well, and beside a label.
    #expect(
      try outlined(.cell, "_\(text)_", less, more, configure: { $0.label = "Less \(text) More" })
        == "button \"Less\" #5\n\"\(text)\"\nbutton \"More\" #6")
    #expect(
      try outlined(.section, "_ \(text)_", Node(7, .label, "Rate"), more)
        == "\"Rate\"\n\" \(text)\"\nbutton \"More\" #6")
    // Marks between what can be used are none.
    #expect(try outlined(.section, "_ | _", less, more) == "button \"Less\" #5\nbutton \"More\" #6")
  }

  @Test func `a count in a list item is a text, the mark of the item is none`() throws {
    let mails = Node(5, .link, "Mails", Self.press)
    #expect(try outlined(.listItem, "• _ (14)", mails) == "\"Mails (14)\"\nlink \"Mails\" #5")
    #expect(try outlined(.listItem, "• _", mails) == "link \"Mails\" #5")
    #expect(try outlined(.listItem, "14. _", mails) == "link \"Mails\" #5")
  }

  @Test func `a heading with a link in it says its words once`() throws {
    #expect(
      try outlined(.heading, "Lone _ news", guide, configure: { $0.label = "Lone the guide news" })
        == "heading \"Lone the guide news\" #3\n  link \"the guide\" #5")
  }

  @Test func `a text with a line of its own has all words as well`() throws {
    #expect(
      try outlined(.blockQuote, "Read _ now", guide)
        == "blockquote = \"Read the guide now\" #3\n  link \"the guide\" #5")
    #expect(
      try outlined(.section, "Read _ now", guide, configure: Self.press)
        == "section = \"Read the guide now\" #3 (press)\n  link \"the guide\" #5")
  }

  @Test func `controls in a text have their labels in brackets there, and lines`() throws {
    let (press, field) = (Node(4, .text, "Press"), Node(9, .textField, "Code"))
    let (go, then) = (Node(5, .button, "Go", Self.press), Node(6, .text, "then enter"))
    let lines = "\nbutton \"Go\" #5\ntextbox \"Code\" #9"
    #expect(
      try outlined(
        .paragraph, "Press _ then enter _.", press, go, then, field, Node(10, .text, "."))
        == "\"Press [Go] then enter [Code].\"" + lines)
    #expect(
      try outlined(.paragraph, "Press _ then enter _.", go, field)
        == "\"Press [Go] then enter [Code].\"" + lines)
    // Where two have the same label, the texts before them tell which is which.
    let again = Node(9, .button, "Go", Self.press)
    #expect(
      try outlined(.paragraph, "Press _ then enter _", press, go, then, again) == """
        "Press"
        button "Go" after "Press" #5
        "then enter"
        button "Go" after "then enter" #9
        """)
    let (gone, new) = (Node(5, .deletion, value: "gone"), Node(7, .insertion, value: "new"))
    #expect(
      try outlined(.paragraph, "Press _ then enter _", press, gone, then, new)
        == "\"Press [deletion: gone] then enter [insertion: new]\"")
  }

  @Test func `what stands below the words of a text follows it`() throws {
    let nested = Node(20, .list, children: [Node(21, .listItem, value: "◦ Nested")])
    let (mark, item) = (Node(4, .listMarker, "•"), Node(6, .text, "Item"))
    let rest = Node(8, .text, "rest")
    let lines = "\nlink \"the guide\" #5\n\"◦ Nested\""
    #expect(
      try outlined(.listItem, "• Item _ rest_", mark, item, guide, rest, nested)
        == "\"Item the guide rest\"" + lines)
    #expect(
      try outlined(.listItem, "• Item _ rest_", mark, item, nested, rest, guide).contains(
        "\"rest\""))
    // Gecko names an entry by all that is in it.
    func named(_ label: String) throws -> String {
      try outlined(.listItem, "• Item _ rest_", guide, nested) { $0.label = label }
    }
    #expect(try named("• Item the guide rest ◦ Nested") == "\"Item the guide rest\"" + lines)
    #expect(try named("Chosen").hasPrefix("listitem \"Chosen\" = \"• Item  rest\" #3\n"))
    #expect(
      try outlined(
        .blockQuote, "Quoted _ rest_", Node(4, .text, "Quoted"), guide, rest,
        Node(20, .paragraph, value: "More")) == """
          blockquote = "Quoted the guide rest" #3
            link "the guide" #5
            "More"
          """)
  }

  @Test func `a cell is the text of its label, where that is all words in it`() throws {
    func cell(_ label: String, _ parts: Node...) throws -> String {
      let cell = Node(3, .cell, label, children: parts)
      let tree = try Tree([
        Node(1, .application, children: [Node(2, .window, "W", children: [cell])])
      ])
      return outline(tree, 2).text
    }
    let (read, now) = (Node(4, .text, "Read"), Node(6, .text, "now"))
    let lines = "  link \"the guide\" #5\n"
    let text = try cell("Read the guide now", read, guide, now)
    #expect(text == "window \"W\" #2\n  \"Read the guide now\"\n" + lines)
    let other = try cell("Read it", read, guide, now)
    #expect(other.contains("  cell \"Read it\" #3\n  " + lines + "    \"now\"\n"), "\(other)")
    #expect(
      try outlined(.cell, "Read _ now", guide) { $0.label = "Read the guide now" }
        == "\"Read the guide now\"\nlink \"the guide\" #5")
  }

  @Test func `what is no part of a text, or not known to be in it, keeps its line`() throws {
    let whole = "\"One\"\nlink \"the guide\" #5\n\"two\""
    let (one, two) = (Node(4, .text, "One"), Node(6, .text, "two"))
    #expect(try outlined(.paragraph, "Another _", one, guide, two) == whole)
    #expect(try outlined(.paragraph, "One two", one, guide, two) == whole)
    #expect(
      try outlined(.paragraph, "One _ two_", one, guide, two, Node(7, .button, nil, Self.press))
        == whole + "\nbutton #7")
    // Two lines say as much.
    #expect(
      try outlined(.paragraph, "Price:_", guide) == "\"Price:\"\nlink \"the guide\" #5")
    // Places that the text does not have.
    #expect(
      try outlined(.paragraph, "One two", guide, configure: { $0.objectPlaces = [9] })
        == "\"One two\"\nlink \"the guide\" #5")
  }

  /// What people write in on a page, in Chromium.
  @Test func `a field says the texts in it in its value, and not what the value lacks`() throws {
    func texts(_ value: String, _ states: States) throws -> String {
      let field = Node(
        3, .textField, "Comment", value: value, { $0.states.formUnion(states) },
        children: [Node(4, .text, "Some"), Node(5, .text, "rich"), Node(6, .text, "end")])
      let tree = try Tree([
        Node(1, .application, children: [Node(2, .window, "W", children: [field])])
      ])
      return outline(tree, 3).text.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
    #expect(try texts("Some rich\nend", .editable).isEmpty)
    #expect(try texts("Some rich", .editable) == "  \"end\"")
    #expect(try texts("Some rich end", []).hasPrefix("  \"Some\""))
    let long = String(repeating: "Some rich end ", count: 20)
    #expect(try texts(long, .editable).hasPrefix("  \"Some\""))
  }
}
