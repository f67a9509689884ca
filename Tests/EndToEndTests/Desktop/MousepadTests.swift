import BridgeTestSupport
import Testing

@Suite
struct `Mousepad through TCP` {
  let text = "application[name=\"mousepad\"] tab textbox"

  @Test
  func `text is set, inserted, and read back`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let watcher = try await desktop.watch("value")
    try await desktop.confirm("set", text, "Dear Ada,")
    #expect(try await desktop.element(text).text("value") == "Dear Ada,")
    try await desktop.confirm("insert", text, "5:old ")
    #expect(try await desktop.element(text).text("value") == "Dear old Ada,")
    _ = try await watcher.standardOutput.line { $0.contains("\"new_value\":\"Dear old Ada,\"") }

    // Offsets count characters, also beyond ASCII.
    try await desktop.confirm("set", text, "Ä😀b")
    try await desktop.confirm("insert", text, "2:é")
    #expect(try await desktop.element(text).text("value") == "Ä😀éb")
    // An action that needs a click is refused unless an option allows it.
    let refused = try await desktop.bridge.client("menu", "application[name=\"mousepad\"] menubar")
    #expect(refused.standardError.contains("if allowed (--synthesize)"), "\(refused)")
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `the item of an open menu that keys go to has the focus`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let opened = try await desktop.bridge.client("press", "menu[label=File]")
    #expect(opened.standardOutput.contains("focus menuitem \"New\""), "\(opened)")
    #expect(!opened.standardOutput.contains("focus nothing"), "\(opened)")
    try await desktop.wait("menuitem[label=New]:focused")
    try await desktop.confirm("keys", "menuitem[label=New]", "Down", "--synthesize")
    try await desktop.wait("menuitem[label=\"New Window\"]:focused")
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `a dialog for which the application waits within the action can be used`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let opened = try await desktop.bridge.client(
      "press", "application[name=\"mousepad\"] menuitem[label=\"Save As...\"]", "--then",
      "dialog button[label=Cancel]")
    #expect(opened.code == 0 && opened.standardOutput.contains("done after"), "\(opened)")
    let closed = try await desktop.bridge.client(
      "press", "application[name=\"mousepad\"] dialog button[label=Cancel]", "--then", "dialog",
      "--until", "disappears")
    #expect(closed.code == 0, "\(closed)")
    try await desktop.confirm("set", text, "Dear Ada,")
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `a dialog for which the application waits within the action takes keys`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let dialog = "application[name=\"mousepad\"] > dialog"
    for closing in ["keys '\(dialog)' Escape --synthesize", "escape '\(dialog)' --synthesize"] {
      let closed = try await desktop.bridge.client(
        "do", "--no-changes",
        "press 'application[name=\"mousepad\"] menuitem[label=\"Save As...\"]' --then dialog",
        "\(closing) --until disappears")
      #expect(closed.code == 0, "\(closing): \(closed)")
      try await desktop.confirm("set", text, closing)
    }
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test
  func `a server that ends while a program waits for its dialog says so, and the next closes it`()
    async throws
  {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let opened = try await desktop.bridge.client(
      "press", "application[name=\"mousepad\"] menuitem[label=\"Save As...\"]", "--then",
      "dialog button[label=Cancel]")
    #expect(opened.code == 0, "\(opened)")
    let ended = desktop.bridge.process
    #expect(try await ended.terminate() == .code(0))
    #expect(ended.standardError.text.contains("waits for a window that an action opened"))
    let next = Desktop(
      lab: desktop.lab,
      bridge: try await Bridge(source: "desktop", environment: desktop.lab.environment))
    try await next.loaded("mousepad")
    let closed = try await next.bridge.client(
      "press", "application[name=\"mousepad\"] dialog button[label=Cancel]", "--then", "dialog",
      "--until", "disappears")
    #expect(closed.code == 0, "\(closed)")
    try await next.confirm("keys", text, "a", "--synthesize")
    #expect(mousepad.isRunning)
  }

  private static let forgetActiveWindow = """
    import gi
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk
    root = Gdk.Screen.get_default().get_root_window()
    Gdk.property_delete(root, Gdk.Atom.intern("_NET_ACTIVE_WINDOW", False))
    Gdk.Display.get_default().sync()
    """

  @Test
  func `its window is put in front of another one, and behind it again`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let windows = ["mousepad", "gnome-calculator"].map { "application[name=\"\($0)\"] > window" }
    let refused = try await desktop.bridge.client("focus", windows[0])
    #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    // Some window managers do not say which window is active before one was activated.
    let forgotten = try await desktop.lab.run("/usr/bin/python3", ["-c", Self.forgetActiveWindow])
    #expect(forgotten.code == 0, "\(forgotten)")
    for (front, behind) in [(windows[0], windows[1]), (windows[1], windows[0])] {
      try await desktop.confirm("focus", "--synthesize", front)
      let waited = try await desktop.bridge.client(
        "wait", "\(behind):active", "--until", "disappears")
      #expect(waited.code == 0, "\(waited)")
      let other = try await desktop.element(behind)
      #expect(!other.texts("states").contains("active"), "\(other)")
    }
    #expect(mousepad.isRunning && calculator.isRunning)
  }
}
