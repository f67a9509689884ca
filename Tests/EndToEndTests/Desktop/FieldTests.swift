import BridgeTestSupport
import Testing

/// Fields are filled as people fill them, and a receipt tells of what stays.
@Suite
struct `Fields in real applications` {
  /// Shows the page of fields in Chromium, as long as the returned process is kept.
  private func page() async throws -> (desktop: Desktop, chromium: RunningProcess) {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([
      "file://\(Places.fixture("pages/fields.html"))"
    ])
    try await desktop.wait("combobox[label=Fruit]")
    try await desktop.loaded("Chromium")
    return (desktop, chromium)
  }

  @Test
  func `numbers, dates and times of Chromium are set, and read-only ones are not`() async throws {
    let (desktop, chromium) = try await page()
    try await desktop.confirm("set", "spinbutton[label=Number]", "5")
    try await desktop.wait("document :text(\"number 5\")")
    let fixed = "spinbutton[label=Fixed]"
    for words in [["set", fixed, "9"], ["increment", fixed]] {
      let refused = try await desktop.bridge.client(words)
      #expect(refused.code == 1 && refused.standardError.contains("read-only"), "\(refused)")
    }
    #expect(
      try await desktop.element(fixed).object("range")?.number("current")
        == 7)
    let day = "date-field[label=Day]"
    let refused = try await desktop.bridge.client("set", day, "2026-12-24")
    #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    for (field, text) in [("Day", "2026-12-24"), ("Hour", "17:30"), ("Month", "2026-11")] {
      try await desktop.confirm("set", "date-field[label=\(field)]", text, "--synthesize")
    }
    try await desktop.wait("document :text(\"month 2026-11\")")
    #expect(chromium.isRunning)
  }

  @Test
  func `dates and times of Firefox are set by keys in their parts`() async throws {
    let desktop = try await Desktop.start()
    let firefox = try desktop.lab.launch(
      "firefox-esr", ["file://\(Places.fixture("pages/fields.html"))"])
    let day = "date-field[label=Day]"
    try await desktop.wait(day)
    try await desktop.loaded("Firefox")
    for part in [day, "\(day) spinbutton:nth(1)"] {
      let refused = try await desktop.bridge.client("set", part, "2")
      #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    }
    for (field, text) in [
      ("Day", "2026-12-24"), ("Day", "2027-12-12"), ("Day", "2026-11-12"), ("Hour", "17:30"),
      ("Hour", "00:00"), ("Hour", "12:00"),
    ] {
      try await desktop.confirm("set", "date-field[label=\(field)]", text, "--synthesize")
      let name = field == "Day" ? "date" : "time"
      try await desktop.wait("document :text(\"\(name) \(text)\")")
    }
    for number in ["5", "7"] {
      try await desktop.confirm("set", "\(day) spinbutton:nth(1)", number, "--synthesize")
    }
    try await desktop.wait("document :text(\"date 2026-07-12\")")
    #expect(firefox.isRunning)
  }

  @Test
  func `what a page sets back a moment later is not confirmed`() async throws {
    let (desktop, chromium) = try await page()
    for (words, now) in [
      (["set", "textbox[label=Back60]", "x"], "has \"old\""),
      (["set", "textbox[label=Back200]", "x"], "has \"old\""),
      (["select", "combobox[label=Select200]", "France"], "has \"Spain\""),
    ] {
      let result = try await desktop.bridge.client(words + ["--synthesize"])
      #expect(result.code == 1 && result.standardOutput.contains(now), "\(result)")
    }
    #expect(chromium.isRunning)
  }

  @Test
  func `a slider takes the nearest of its steps, and the receipt says which`() async throws {
    let (desktop, chromium) = try await page()
    let result = try await desktop.bridge.client("set", "slider[label=Volume]", "12")
    #expect(result.code == 0 && result.standardOutput.contains("rounded to 10"), "\(result)")
    #expect(chromium.isRunning)
  }

  @Test
  func `a combo box that takes any text is not chosen from`() async throws {
    let (desktop, chromium) = try await page()
    let refused = try await desktop.bridge.client("select", "combobox[label=Fruit]", "Cherry")
    #expect(refused.code == 2 && refused.standardError.contains("press"), "\(refused)")
    let box = "combobox[label=Fruit]"
    let chosen = try await desktop.bridge.client(
      "do", "set \(box) Cher --synthesize", "press option[label=Cherry]")
    #expect(chosen.code == 0, "\(chosen)")
    try await desktop.wait("document :text(\"chose Cherry\")")
    #expect(chromium.isRunning)
  }

  @Test func `a spin button of GTK 3 that shows another number is not confirmed`() async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/items.py")], name: "items")
    let set = try await desktop.bridge.client("set", "spinbutton[label=Count]", "7.4")
    #expect(set.code == 1 && set.standardOutput.contains("shows 7, not 7.4"), "\(set)")
    try await desktop.confirm("set", "spinbutton[label=Count]", "8")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `spin boxes and date fields of Qt are set`(version: String) async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/fields-qt.py"), version])
    try await desktop.wait("spinbutton[label=Day]")
    #expect(
      !(try await desktop.bridge.client("find", "spinbutton:read-only")).standardOutput.contains(
        "spinbutton"))
    try await desktop.confirm("set", "spinbutton[label=Count]", "5")
    try await desktop.wait("[label=\"Count 5\"]")
    try await desktop.confirm("set", "spinbutton[label=Day]", "2026-12-24")
    try await desktop.wait("spinbutton[value=\"2026-12-24\"]")
    for field in ["Back60", "Back200"] {
      let result = try await desktop.bridge.client("set", "textbox[label=\(field)]", "x")
      #expect(result.code == 1 && result.standardOutput.contains("has \"old\""), "\(result)")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `what a spin box or date of Qt does not take is not confirmed, and what it takes stays`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/fields-qt.py"), version])
    try await desktop.wait("spinbutton[label=Moment]")
    // The form of the field, texts that it does not take, and what they leave, and one that it takes.
    for (field, texts, before, taken) in [
      ("Day", ["24.12.2026", "5", "tomorrow"], "2026-01-02", "2026-12-24"),
      ("Time", ["8 pm", "25:00", "99"], "08:30", "17:45"),
      ("Moment", ["2026-12-24T17:45"], "02.01.2026 08:30", "24.12.2026 17:45"),
      ("Count", ["many"], "0", "12"),
    ] {
      let selector = "spinbutton[label=\(field)]"
      for text in texts {
        let refused = try await desktop.bridge.client("set", selector, text)
        #expect(refused.code == 1, "\(refused)")
        #expect(refused.standardError.contains("retry: safe"), "\(refused)")
        #expect(refused.standardError.contains("does not take"), "\(refused)")
        try await desktop.wait("\(selector)[value=\"\(before)\"]")
      }
      try await desktop.confirm("set", selector, taken)
      // It stays when the focus leaves the field.
      let left = try await desktop.bridge.client("keys", selector, "Tab", "--synthesize")
      #expect(left.code == 0, "\(left)")
      try await desktop.wait("\(selector)[value=\"\(taken)\"]")
    }
    let stepped = try await desktop.bridge.client("increment", "spinbutton[label=Day]")
    #expect(stepped.code == 1 && stepped.standardError.contains("shows no number"), "\(stepped)")
    let words = ["set", "spinbutton[label=Count]", "12.6"]
    let rounded = try await desktop.bridge.client(words)
    #expect(rounded.code == 1 && rounded.standardOutput.contains("retry: safe"), "\(rounded)")
    #expect(rounded.standardOutput.contains("its value is now 13, not 12.6"), "\(rounded)")
    // Keys would make 126 of it.
    let again = try await desktop.bridge.client(words + ["--synthesize"])
    #expect(again.code == 1 && again.standardError.contains("its value is still 13"), "\(again)")
    #expect(application.isRunning)
  }
}
