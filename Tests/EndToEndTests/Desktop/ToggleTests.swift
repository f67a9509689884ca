import BridgeTestSupport
import Testing

/// What stays pressed, ticked or selected: its action may set it without a click.
@Suite struct `Toggles in real applications` {
  private static let note = "set without a click, at which its application may do more"

  @Test(arguments: ["5", "6"])
  func `toggles of Qt are clicked where that is allowed, or the receipt says otherwise`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/toggles-qt.py"), version],
      name: "toggles-qt.py")
    for (toggle, told) in [
      ("checkbox[label=Details]", "ran Details"), ("checkbox[label=Insured]", "clicked Insured"),
      ("radio[label=Standard]", "clicked Standard"), ("checkbox[label=Panel]", "clicked Panel"),
      ("checkbox[label=Gift]", "clicked Gift"), ("checkbox[label=Last]", "clicked Last"),
    ] {
      let set = try await desktop.bridge.client("press", toggle)
      #expect(
        set.code == 0
          && set.standardOutput.hasPrefix("unconfirmed, only a part of it was done: press "),
        "\(set)")
      #expect(set.standardOutput.contains("retry: unsafe"), "\(set)")
      let advice =
        toggle.hasPrefix("radio") ? "(--synthesize clicks it)" : "(if nothing follows, press it"
      #expect(set.standardOutput.contains("\(Self.note) \(advice)"), "\(set)")
      let silent = try await desktop.bridge.client("find", ":text(\"\(told)\")")
      #expect(silent.code == 1, "\(silent)")
      if toggle.hasPrefix("radio") {
        let other = try await desktop.bridge.client("press", "radio[label=Express]")
        #expect(other.code == 0, "\(other)")
      }
      let clicked = try await desktop.bridge.client("press", toggle, "--synthesize")
      // What the click ran may be all that changed, right behind the action before.
      #expect(clicked.code == 0, "\(clicked)")
      #expect(!clicked.standardOutput.contains(Self.note), "\(clicked)")
      try await desktop.wait(":text(\"\(told)\")")
    }
    let step = try await desktop.bridge.client("do", "press checkbox[label=Insured]")
    #expect(step.standardOutput.contains(Self.note), "\(step)")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `items of Qt are selected, and the receipt says that they were not clicked`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/pages-qt.py"), version], name: "pages-qt.py")
    try await desktop.confirm("press", "tab[label=Couriers]")
    let item = "listitem[label=\"Courier 3\"]"
    let selected = try await desktop.bridge.client("select", item)
    #expect(selected.standardOutput.hasPrefix("confirmed"), "\(selected)")
    #expect(selected.standardOutput.contains(Self.note), "\(selected)")
    #expect(selected.standardOutput.contains("as show its page"), "\(selected)")
    let kept = try await desktop.bridge.client("select", item)
    #expect(kept.standardOutput.contains("it may have been selected without a click"), "\(kept)")
    // As the note advises. The current item, which was clicked, is left as it is.
    for method in ["by synthesised click", "already selected"] {
      let again = try await desktop.bridge.client("select", item, "--synthesize")
      #expect(again.code == 0 && again.standardOutput.contains(method), "\(again)")
    }
    let clicked = try await desktop.bridge.client("press", item, "--synthesize")
    #expect(clicked.standardOutput.contains("by synthesised click"), "\(clicked)")
    try await desktop.wait("\(item):selected")
    #expect(application.isRunning)
  }

  @Test func `a cell of GTK 3 beside an icon is selected by its row`() async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/items.py")], name: "items")
    let selected = try await desktop.bridge.client("select", "cell[label=Photo]")
    #expect(selected.standardOutput.contains("Table.AddRowSelection(1)"), "\(selected)")
    #expect(selected.standardOutput.hasPrefix("confirmed"), "\(selected)")
    #expect(application.isRunning)
  }

  @Test func `the line of a row of GTK 3 stays one when the row is selected`() async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/items.py")], name: "items")
    for _ in 1...3 {
      try await desktop.confirm("select", "cell[label=Photo]")
      let outline = try await desktop.bridge.client("tree", "application[name=items]")
      let line = outline.standardOutput.split(separator: "\n").first { $0.contains("Photo") }
      #expect(line?.contains("\"3 MB\"") == true, "\(outline)")
      #expect(line?.contains("[selected") == true, "\(outline)")
      try await desktop.confirm("deselect", "cell[label=Photo]")
    }
    #expect(application.isRunning)
  }

  @Test func `a press of a row of GTK 3 acts on it, and on no other that is selected`()
    async throws
  {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/items.py")], name: "items")
    for name in ["Letter", "Song"] { try await desktop.confirm("select", "cell[label=\(name)]") }
    let pressed = try await desktop.bridge.client("press", "cell[label=Photo]")
    #expect(
      pressed.standardOutput.contains("it deselected 2 other rows first, as a click does"),
      "\(pressed)")
    try await desktop.wait(":text(\"opened Photo\")")
    try await desktop.wait(":text(\"at Photo\")")
    let again = try await desktop.bridge.client("press", "cell[label=Song]")
    #expect(again.standardOutput.contains("it deselected 1 other row first"), "\(again)")
    try await desktop.wait(":text(\"opened Song\")")
    // Nothing is opened anew, and that another row is selected is no effect of the press.
    let silent = try await desktop.bridge.client("press", "cell[label=Song]")
    #expect(silent.standardOutput.hasPrefix("unconfirmed"), "\(silent)")
    #expect(application.isRunning)
  }
}
