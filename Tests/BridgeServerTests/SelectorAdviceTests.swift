import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// The advice in errors about selectors that match nothing.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct SelectorAdviceTests {
  /// Starts a server with an application whose toolkit marks elements as visible but not as showing.
  private func unmarked() async throws -> (TestServer, BridgeClient) {
    let server = try await TestServer.start()
    try await server.run { world in
      let (root, window) = try world.addApplication("Plain")
      world.store.edit { edit in
        edit.updateApplication(root) {
          $0.toolkit = "GTK"
          $0.toolkitVersion = "4.8.3"
        }
      }
      try world.add(.button, "OK", under: window) { $0.states = [.enabled, .visible] }
    }
    return (server, try await server.client())
  }

  private func remedy(_ client: BridgeClient, _ selector: String) async throws -> String? {
    let request = GetElementRequest(target: .selector(selector))
    return try await status(of: await client.call(request))?.detail?.remedy
  }

  @Test func `Where a toolkit never sets showing, the advice is :visible`() async throws {
    let (server, client) = try await unmarked()
    defer { withExtendedLifetime(server) {} }
    let advice =
      "The toolkit \"GTK 4.8.3\" does not report the state showing: use :visible instead of :showing."
    for selector in [
      "button:showing", "window button[label=OK]:showing", "window:has(button:showing)",
      "button:not(:disabled):is(:showing)",
    ] {
      #expect(try await remedy(client, selector) == advice, "\(selector)")
    }
    let tree = GetTreeRequest(selector: "button:showing")
    #expect(
      try await status(of: await client.stream(tree).reduce(0) { sum, _ in sum + 1 })?.detail?
        .remedy == advice)
    // No advice where `:visible` would not help.
    for selector in ["slider:showing", "button[label=No]:showing", "dialog button:showing"] {
      #expect(try await remedy(client, selector)?.contains(":visible") == false, "\(selector)")
    }
  }

  @Test func `A wait that ends without a match gives the same advice`() async throws {
    let (server, _) = try await unmarked()
    defer { withExtendedLifetime(server) {} }
    let request = WaitForRequest(target: .selector("button:showing"), condition: .appears)
    let failed = try RawPeer(server.address).wait(for: request, timeoutMs: 300)
    #expect(failed?.reason == .conditionNotMet)
    #expect(failed?.detail?.remedy.contains("use :visible") == true)
    let other = WaitForRequest(target: .selector("button"), condition: .checked)
    let unmet = try RawPeer(server.address).wait(for: other, timeoutMs: 300)
    #expect(unmet?.reason == .conditionNotMet)
    #expect(unmet?.detail?.remedy == Remedy.awaitOther.rawValue)
  }

  @Test func `The advice for a cell that is not mirrored is to request it from its table`()
    async throws
  {
    let server = try await TestServer.start()
    let table = try await server.run { world in
      let window = try world.addApplication("Sheets").window
      let table = try world.add(.table, "Sheet1", under: window) { $0.totalChildren = 2_000_000 }
      try world.add(.cell, "A1", under: table)
      // All cells of this table are mirrored.
      let small = try world.add(.table, "Small", under: window) { $0.totalChildren = 1 }
      try world.add(.cell, "C1", under: small)
      return table
    }
    let client = try await server.client()
    for selector in [
      "cell[label=B500]", "window cell[label=B500]", "table > cell[label=B500]",
      "table[label=Sheet1] cell[label=B500]", "application[name=Sheets] cell[label=B500]",
    ] {
      let remedy = try #require(try await remedy(client, selector))
      // A step alone stands in quotation marks: what applications say would be taken for the bridge's own words.
      let step = "Run \"act '\(table)' 'cell B500'\": only the cells on screen"
      #expect(remedy.hasPrefix(step) && !remedy.contains("Sheet1"), "\(selector): \(remedy)")
    }
    for selector in [
      "button[label=B500]", "table[label=Small] cell[label=B500]", "dialog cell[label=B500]",
      "application[name=Other] cell[label=B500]",
    ] {
      #expect(try await remedy(client, selector)?.contains("act") == false, "\(selector)")
    }
  }

  @Test func `What is deeper than a selector says, or shows a text as its value, is named`()
    async throws
  {
    let server = try await TestServer.start()
    let (tab, cell) = try await server.run { world in
      let window = try world.addApplication("Sheets").window
      let list = try world.add(.tabList, "", under: try world.add(.generic, "", under: window))
      let table = try world.add(.table, "Sheet1", under: window) { $0.totalChildren = 2_000_000 }
      let cell = try world.add(.cell, "A1", under: table) { $0.value = "Hello" }
      return (try world.add(.tab, "Numbers", under: list), cell)
    }
    let client = try await server.client()
    let advice =
      "Write a space for each \">\": tab \"Numbers\" \(tab) is deeper, "
      + "in elements that outlines may leave out."
    for selector in ["window > tab", "window > tablist > tab", "window > tab[label=Numbers]"] {
      #expect(try await remedy(client, selector) == advice, "\(selector)")
    }
    #expect(try await remedy(client, "dialog > tab") != advice)
    #expect(
      try await remedy(client, "cell[label=Hello]")
        == "Did you mean cell[value=\"Hello\"] \(cell)?")
  }

  /// As in GTK 3.
  @Test func `The advice for a row of a table without rows is a cell`() async throws {
    let server = try await TestServer.start()
    let (places, files) = try await server.run { world in
      let window = try world.addApplication("Files").window
      let tables = try ["Home", "a.txt"].map { label in
        let table = try world.add(.table, "", under: window)
        try world.add(.columnHeader, "Name", under: table)
        try world.add(.cell, label, under: table)
        return table
      }
      let dialog = try world.add(.dialog, "Rows", under: window)
      let other = try world.add(.table, "", under: dialog)
      try world.add(.cell, "x", under: try world.add(.row, "R", under: other))
      return (tables[0], tables[1])
    }
    let client = try await server.client()
    let advice =
      "Name a cell of the row, as in cell[label=\"a.txt\"]: "
      + "the table \(files) has cells and no rows."
    for selector in [
      "row:has([label=\"a.txt\"])", "table row:has(cell[label=\"a.txt\"])",
      "application[name=Files] table > row:has(> cell[label=\"a.txt\"])",
    ] {
      #expect(try await remedy(client, selector) == advice, "\(selector)")
    }
    let any = try await remedy(client, "row:selected")
    #expect(any == "Name a cell of the row, as in cell: the table \(places) has cells and no rows.")
    for selector in ["dialog row:selected", "application[name=Other] row", "cell[label=\"b\"]"] {
      #expect(try await remedy(client, selector)?.contains("no rows") == false, "\(selector)")
    }
  }

  @Test func `The only element of another role with that label is named`() async throws {
    let server = try await TestServer.start()
    let (menu, both) = try await server.run { world in
      let window = try world.addApplication("Editor").window
      let menu = try world.add(.popUpButton, "Font", under: window)
      let both = try world.add(.link, "Both", under: window) {
        $0.actions = [Action(.press, name: "press")]
      }
      try world.add(.text, "Both", under: both)
      for _ in 0..<2 { try world.add(.text, "Twice", under: window) }
      return (menu, both)
    }
    let client = try await server.client()
    for selector in ["button[label=Font]", "window > button[label=Font]:enabled"] {
      let meant = "Did you mean popup-button \"Font\" \(menu)?"
      #expect(try await remedy(client, selector) == meant, "\(selector)")
    }
    #expect(
      try await remedy(client, "button[label=Both]") == "Did you mean link \"Both\" \(both)?")
    for selector in [
      "button[label=Twice]", "button[label^=Fon]", "dialog button[label=Font]", "button",
    ] {
      #expect(try await remedy(client, selector) == Remedy.lookAround.rawValue, "\(selector)")
    }
  }

  @Test func `What has a longer label, or one in another case, is named if it is the only one`()
    async throws
  {
    let server = try await TestServer.start()
    let (item, window) = try await server.run { world in
      let window = try world.addApplication("KeePassXC").window
      for label in ["Find Next", "Find Previous"] {
        try world.add(.menuItem, label, under: window)
      }
      return (try world.add(.menuItem, "Replace...", under: window), window)
    }
    let client = try await server.client()
    let meant = "Did you mean menuitem \"Replace...\" \(item)?"
    for selector in [
      "menuitem[label=Replace]", "menuitem[label=\"replace...\"]",
      "application[label=keepassxc] menuitem[label=\"Replace...\"]",
    ] {
      #expect(try await remedy(client, selector) == meant, "\(selector)")
    }
    #expect(
      try await remedy(client, "application[label=keepass] > window")
        == "Did you mean window \"KeePassXC window\" \(window)?")
    for selector in ["menuitem[label=Find]", "menuitem[label=\"\"]", "menuitem[label=place]"] {
      #expect(try await remedy(client, selector) == Remedy.lookAround.rawValue, "\(selector)")
    }
  }

  @Test func `A dialog that is active is named for the active window`() async throws {
    let server = try await TestServer.start()
    let dialog = try await server.run { world in
      let application = try world.addApplication("Editor")
      return try world.add(.dialog, "Save As", under: application.root) {
        $0.states = [.active, .visible]
      }
    }
    let client = try await server.client()
    #expect(
      try await remedy(client, "window:active")
        == "Did you mean dialog \"Save As\" \(dialog), which is a dialog?")
  }

  @Test func `What an outline shows as a name is named where it is not the label`() async throws {
    let server = try await TestServer.start()
    let (field, item) = try await server.run { world in
      let window = try world.addApplication("Form").window
      let label = try world.add(.label, "Town", under: window)
      let field = try world.add(.textField, "", under: window) {
        $0.relations = [Relation(.labelledBy, [label])]
      }
      let item = try world.add(.listItem, "", under: window)
      try world.add(.text, "Courier 3", under: item)
      for _ in 0..<2 {
        let twice = try world.add(.listItem, "", under: window)
        try world.add(.text, "Twice", under: twice)
      }
      return (field, item)
    }
    let client = try await server.client()
    for selector in ["textbox[label=Town]", "window textbox:enabled[label=Town]"] {
      #expect(
        try await remedy(client, selector)
          == "Did you mean textbox:labelled-by(\"Town\") \(field)?", "\(selector)")
    }
    #expect(
      try await remedy(client, "listitem[label=\"Courier 3\"]")
        == "Did you mean listitem:with(\"Courier 3\") \(item)?")
    #expect(
      try await remedy(client, "combobox:labelled-by(Town)") == "Did you mean textbox \(field)?")
    for selector in ["listitem[label=Twice]", "textbox[label^=Town]", "dialog [label=Town]"] {
      #expect(try await remedy(client, selector) == Remedy.lookAround.rawValue, "\(selector)")
    }
  }

  @Test func `Where not all of an application is mirrored, that is said`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let long = try world.addApplication("Long").root
      let cut = try world.addApplication("Cut").root
      world.store.edit { edit in
        edit.updateApplication(long) {
          $0.load = .partial("It has more than 9 elements; the others are not mirrored")
          $0.omitsElements = true
        }
        edit.updateApplication(cut) { $0.load = .partial("texts are truncated") }
      }
    }
    let client = try await server.client()
    func message(_ selector: String) async throws -> String? {
      try await status(of: await client.call(GetElementRequest(target: .selector(selector))))?
        .message
    }
    let omission =
      "; of \"Long\" only a part is mirrored: It has more than 9 elements; the others are not mirrored"
    for selector in ["button[label=X]", "application[name=Long] button"] {
      #expect(try await message(selector) == "nothing matches \(selector)\(omission)")
    }
    let other = "application[name=Cut] button"
    #expect(try await message(other) == "nothing matches \(other)")
  }

  @Test func `Where children are not mirrored, that is said`() async throws {
    let server = try await TestServer.start()
    let list = try await server.run { world in
      let window = try world.addApplication("Long").window
      let list = try world.add(.list, "Rows", under: window) { $0.totalChildren = 60_000 }
      try world.add(.listItem, "Row 1", under: list)
      let whole = try world.add(.list, "Whole", under: window) { $0.totalChildren = 1 }
      try world.add(.listItem, "Item", under: whole)
      _ = try world.addApplication("Other")
      return list
    }
    let client = try await server.client()
    func failure(_ selector: String) async throws -> Status? {
      try await status(
        of: await client.call(GetElementRequest(target: .selector(selector))))
    }
    for selector in ["listitem[label=X]", "application[name=Long] button"] {
      let status = try await failure(selector)
      #expect(
        status?.message.hasSuffix(
          "; of list \"Rows\" in window \"Long window\" only what is on screen is mirrored, without 59999 of its children"
        )
          == true, "\(status as Any)")
      #expect(status?.detail?.remedy == Remedy.scrollThere.rawValue)
    }
    let elsewhere = try await failure("application[name=Other] button")
    #expect(elsewhere?.message.contains("on screen") == false, "\(elsewhere as Any)")
    #expect(elsewhere?.detail?.remedy == Remedy.lookAround.rawValue)
    try await server.run { world in try world.remove(list) }
    #expect(try await failure("button")?.message == "nothing matches button")
  }
}
