import BridgeTestSupport
import Testing

/// An option of a combo box is chosen in one step, by its label.
@Suite
struct `Choices in real applications` {
  @Test(arguments: ["gtk3", "chromium"])
  func `an option is chosen by its label`(_ toolkit: String) async throws {
    let desktop = try await Desktop.start()
    let application =
      toolkit == "chromium"
      ? try desktop.lab.launchChromium(["file://\(Places.fixture("pages/choices.html"))"])
      : try desktop.lab.launch("/usr/bin/python3", [Places.fixture("programs/choices.py")])
    let box = "combobox[label^=Country]"
    try await desktop.wait(box)
    for option in ["France", "Italy"] {
      let chosen = try await desktop.bridge.client("do", "select \(box) \(option)")
      #expect(chosen.code == 0, "\(chosen)")
      try await desktop.wait("[label=\"chose \(option)\"]")
    }
    let spain = try await desktop.bridge.client("select", box, "Spain")
    #expect(spain.standardOutput.hasPrefix("confirmed: select combobox "), "\(spain)")
    let until = try await desktop.bridge.client("select", box, "Italy", "--until", "appears")
    #expect(until.standardOutput.hasPrefix("select: done"), "\(until)")
    try await desktop.wait("[label=\"chose Italy\"]")
    let missing = try await desktop.bridge.client("select", box, "Nowhere")
    #expect(missing.code == 1, "\(missing)")
    #expect(missing.standardError.contains("has no option \"Nowhere\", but \""), "\(missing)")
    #expect(missing.standardError.contains("retry: safe"), "\(missing)")
    let item = try await desktop.bridge.client("select", "[label=\"chose Italy\"]", "Spain")
    #expect(item.code == 2 && item.standardError.contains("select the item itself"), "\(item)")
    #expect(application.isRunning)
  }

  @Test
  func `a combo box of GTK 3 that takes any text has one line, and is set by it`() async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices.py")])
    let box = "combobox[label=Any]"
    try await desktop.wait("\(box) textbox")
    try await desktop.confirm("set", box, "Norway")
    try await desktop.wait("\(box) textbox[value=Norway]")
    let outline = try await desktop.bridge.client("tree").standardOutput
    #expect(
      outline.contains(/combobox "Any" = "Norway" #\d+( \[focused\])? \(set-text\)/), "\(outline)")
    #expect(!outline.contains("textbox"), "\(outline)")
    let untrue = try await desktop.bridge.client("expect", box, "value=Spain")
    #expect(untrue.code == 1, "\(untrue)")
    // The list has an option selected that is not in the field.
    try await desktop.confirm("select", box, "Spain")
    try await desktop.wait("\(box) textbox[value=Spain]")
    try await desktop.wait(box, until: "value=Spain")
    #expect(application.isRunning)
  }

  @Test
  func `choosing what is chosen already in Firefox leaves no list open`() async throws {
    let desktop = try await Desktop.start()
    let page = "file://\(Places.fixture("pages/choices.html"))"
    let application = try desktop.lab.launch("firefox-esr", [page])
    let box = "combobox[label=Country]"
    try await desktop.wait(box)
    try await desktop.loaded("Firefox")
    for option in ["Spain", "Spain", "France", "France", "Italy"] {
      try await desktop.confirm("select", box, option)
      try await desktop.wait("\(box)[value=\(option)]")
    }
    #expect(application.isRunning)
  }

  @Test
  func `an option of GTK 4 is chosen by keys, and said to be chosen only when it is`() async throws
  {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices4.py")])
    let box = "combobox[label=Country]"
    try await desktop.wait("\(box) label[label=Spain]")
    let refused = try await desktop.bridge.client("select", box, "Italy")
    #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    for option in ["Italy", "France"] {
      try await desktop.confirm("select", box, option, "--synthesize")
      try await desktop.wait("[label=\"chose \(option)\"]")
    }
    let missing = try await desktop.bridge.client("select", box, "Nowhere", "--synthesize")
    #expect(missing.standardError.contains("has no option \"Nowhere\""), "\(missing)")
    try await desktop.wait("\(box) listitem", until: "disappears")
    let stubborn = try await desktop.bridge.client(
      "select", "combobox[label=Stubborn]", "Italy", "--synthesize")
    #expect(stubborn.code == 1, "\(stubborn)")
    #expect(stubborn.standardOutput.contains("\"Stubborn\" has \"Spain\""), "\(stubborn)")
    let old = try await desktop.bridge.client("select", "combobox:nth(3)", "Red", "--synthesize")
    #expect(old.standardError.contains("does not report the labels"), "\(old)")
    #expect(application.isRunning)
  }

  @Test
  func `a choice that the program sets back is not confirmed`() async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices.py")])
    // It is named by its choice, which is its value as well.
    try await desktop.wait("combobox[label=Alpha]", until: "value=Alpha")
    for words in [
      ["do", "select combobox[label=Alpha] Beta"], ["select", "combobox[label=Alpha]", "Beta"],
    ] {
      let result = try await desktop.bridge.client(words)
      #expect(result.code == 1, "\(result)")
      let line = "failed: it had no effect: combobox \"Alpha\" has \"Alpha\""
      #expect(result.standardOutput.contains(line), "\(result)")
    }
    #expect(application.isRunning)
  }

  @Test
  func `a choice that a named combo box lets go of later is not confirmed`() async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices.py")])
    try await desktop.wait("combobox[label=Late]")
    let late = try await desktop.bridge.client("select", "combobox[label=Late]", "Italy")
    #expect(late.code == 1, "\(late)")
    #expect(late.standardOutput.contains("combobox \"Late\" has \"Spain\""), "\(late)")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `an option of Qt is chosen by keys, and said to be chosen only when it stays`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/fields-qt.py"), version])
    try await desktop.wait("combobox[label=\"Item 1\"]")
    let refused = try await desktop.bridge.client("select", "combobox:nth(1)", "Italy")
    #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    for (box, name, option) in [
      (1, "Country", "Italy"), (1, "Country", "France"), (2, "City", "Italy"),
      (3, "Long", "Item 40"),
    ] {
      let words = [
        "--timeout", "60", "select", "combobox:nth(\(box))", option, "--synthesize",
      ]
      let result = try await desktop.bridge.client(words)
      #expect(result.code == 0, "\(result)")
      try await desktop.wait("[label=\"\(name) \(option)\"]")
    }
    let missing = try await desktop.bridge.client(
      "select", "combobox:nth(1)", "Nowhere", "--synthesize")
    #expect(
      missing.standardError.contains("has no option \"Nowhere\", but \"Spain\""), "\(missing)")
    #expect(missing.code == 1 && missing.standardError.contains("retry: safe"), "\(missing)")
    // Its list is open, and has another item in front.
    try await desktop.confirm("press", "combobox:nth(1)")
    try await desktop.confirm("keys", "window", "Down", "--synthesize")
    try await desktop.confirm("select", "combobox:nth(1)", "Spain", "--synthesize")
    try await desktop.wait("[label=\"Country Spain\"]")
    // What takes any text takes one that is no option, without keys.
    try await desktop.confirm("set", "combobox:nth(2)", "Oslo")
    let back = try await desktop.bridge.client(
      "select", "combobox:nth(4)", "Italy", "--synthesize")
    #expect(back.code == 1, "\(back)")
    #expect(application.isRunning)
  }

  @Test
  func `selecting an item of a combo box in GTK 3 chooses it`() async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices.py")])
    try await desktop.wait("combobox[label=Country] menuitem[label=France]")
    _ = try await desktop.bridge.client("select", "combobox[label=Country] menuitem[label=France]")
    try await desktop.wait("[label=\"chose France\"]")
    #expect(application.isRunning)
  }
}
