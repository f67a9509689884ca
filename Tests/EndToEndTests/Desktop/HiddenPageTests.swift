import BridgeTestSupport
import Testing

/// Qt reports the views of pages behind others as if they were on screen, and tells of none of what is in them.
@Suite struct `Pages of Qt behind others` {
  @Test(arguments: ["5", "6"])
  func `views are on screen with their headers while their page is in front`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/pages-qt.py"), version], name: "pages-qt.py")
    let views = ["table:visible", "tree:visible", "list:visible"]
    for view in views { try await desktop.wait(view, until: "disappears") }
    try await desktop.expectTrue()
    for (tab, header) in [("Parts", "Price"), ("Depots", "Place"), ("Parts", "Price")] {
      try await desktop.confirm("press", "tab[label=\(tab)]")
      let shown = try await desktop.bridge.client(
        "expect", "columnheader[label=\(header)]", "visible")
      #expect(shown.code == 0, "\(shown)")
    }
    try await desktop.expectTrue()
    #expect(application.isRunning)
  }

  /// Qt says of it and of its items that they are on screen, at the upper left.
  @Test(arguments: ["5", "6"])
  func `the list of a box on a page behind another is off screen`(version: String) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/pages-qt.py"), version], name: "pages-qt.py")
    try await desktop.wait("listitem[label=Large]")
    for _ in 1...2 {
      try await desktop.wait("listitem[label=Large]:visible", until: "disappears")
      let pressed = try await desktop.bridge.client("press", "tab[label=Sizes]")
      // What counts the visits is behind it.
      #expect(
        pressed.standardOutput.hasPrefix("confirmed")
          && pressed.standardOutput.contains("… and 1 change of what is not shown")
          && !pressed.standardOutput.contains("spinbutton"), "\(pressed)")
      let shown = try await desktop.bridge.client("expect", "combobox", "visible")
      #expect(shown.code == 0, "\(shown)")
      try await desktop.confirm("press", "tab[label=First]")
    }
    try await desktop.expectTrue()
    #expect(application.isRunning)
  }

  /// It says that it is on screen, in a page that does not.
  @Test(arguments: ["5", "6"])
  func `the scroll bar of a page that was hidden while it was being shown is off screen`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/pages-qt.py"), version], name: "pages-qt.py")
    for _ in 1...2 {
      try await desktop.wait("tab[label=First]:selected")
      try await desktop.wait("scrollbar:visible", until: "disappears")
      let outline = try await desktop.bridge.client("tree", "application")
      #expect(
        outline.standardOutput.contains("Welcome")
          && !outline.standardOutput.contains("House rules"), "\(outline)")
      try await desktop.expectTrue()
      try await desktop.confirm("press", "tab[label=Rules]")
      try await desktop.wait("scrollbar:visible")
      try await desktop.expectTrue()
      try await desktop.confirm("press", "tab[label=First]")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `headers of hidden columns and lists that are scrolled out are off screen`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/pages-qt.py"), version], name: "pages-qt.py")
    for (tab, shown, hidden) in [
      ("Parts", "columnheader[label=Price]", "columnheader[label=Origin]"),
      ("Filters", "listitem[label=\"Status 1\"]", "listitem[label=\"Tracker 1\"]"),
    ] {
      try await desktop.confirm("press", "tab[label=\(tab)]")
      try await desktop.wait("\(shown):visible")
      try await desktop.wait(hidden)
      try await desktop.wait("\(hidden):visible", until: "disappears")
    }
    // The frame that draws a border around the lists is none.
    let windows = try await desktop.bridge.client("expect", "window", "count=1")
    #expect(windows.code == 0, "\(windows)")
    try await desktop.expectTrue()
    #expect(application.isRunning)
  }
}
