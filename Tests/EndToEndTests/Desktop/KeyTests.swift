import BridgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Keys through TCP` {
  @Test func `Enter submits a form without a button in Chromium`() async throws {
    let desktop = try await Desktop.start()
    let chromium = try desktop.lab.launchChromium([Places.fixture("pages/search.html")])
    let page = "document[label=Search]"
    let field = "\(page) textbox"
    try await desktop.loaded("Chromium")
    try await desktop.wait(field)

    let plain = try await desktop.bridge.client("keys", field, "Enter")
    #expect(plain.code == 1, "\(plain)")
    #expect(plain.standardError.contains("'Enter' --synthesize"), "\(plain)")
    #expect(plain.standardError.contains("retry: safe"), "\(plain)")
    let unknown = try await desktop.bridge.client("keys", field, "Entr", "--synthesize")
    #expect(unknown.code == 2, "\(unknown)")
    #expect(unknown.standardError.contains("did you mean Enter?"), "\(unknown)")
    let broken = try await desktop.bridge.client("insert", field, "trees\n", "--synthesize")
    #expect(broken.code == 1 && broken.standardError.contains("U+000A"), "\(broken)")
    #expect(broken.standardError.contains("'Enter' --synthesize"), "\(broken)")

    let done = try await desktop.bridge.client(
      "do", "set '\(field)' trees --synthesize",
      "keys '\(field)' Enter --synthesize --then '\(page) [label=\"Searched for trees\"]'")
    #expect(done.code == 0, "\(done)")
    try await press("Ctrl+S", field, desktop)
    try await desktop.wait("\(page) [label=Saved]")
    #expect(chromium.isRunning)
  }

  @Test func `Ctrl+A selects a text that the next key replaces, in Mousepad`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let text = "application[name=mousepad] tab textbox"
    try await desktop.confirm("set", text, "Dear Ada,")
    try await desktop.confirm("keys", text, "Ctrl+A x Enter Shift+y +", "--synthesize")
    #expect(try await desktop.element(text).text("value") == "x\nY+")
    #expect(mousepad.isRunning)
    try await desktop.expectTrue()
  }

  @Test func `a window gets keys once it is in front, and Escape closes its dialog`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let calculator = try await desktop.launch("gnome-calculator", name: "gnome-calculator")
    let window = "application[name=mousepad] > window"
    try await desktop.confirm(
      "focus", "application[name=\"gnome-calculator\"] > window", "--synthesize")
    let dialog = "application[name=mousepad] > dialog"
    let opened = try await desktop.bridge.client(
      "keys", window, "Ctrl+Shift+S", "--synthesize", "--then", dialog)
    #expect(opened.code == 0, "\(opened)")
    let covered = try await desktop.bridge.client("keys", window, "Ctrl+Q", "--synthesize")
    #expect(covered.code == 1, "\(covered)")
    #expect(covered.standardError.contains("Keys would go to dialog"), "\(covered)")
    let closed = try await desktop.bridge.client(
      "keys", dialog, "Escape", "--synthesize", "--until", "disappears")
    #expect(closed.code == 0, "\(closed)")
    #expect(mousepad.isRunning && calculator.isRunning)
  }

  @Test func `no key goes to a program that is in no accessibility tree`() async throws {
    let desktop = try await Desktop.start()
    let mousepad = try await desktop.launch("mousepad", name: "mousepad")
    let window = "application[name=mousepad] > window"
    try await desktop.wait("\(window):active")
    let other = try desktop.lab.launch(
      "env", ["NO_AT_BRIDGE=1", "/usr/bin/python3", Places.fixture("programs/choices.py")])
    try await desktop.wait("\(window):active", until: "disappears")
    let refused = try await desktop.bridge.client(
      "keys", "application[name=mousepad]", "x y", "--synthesize")
    #expect(refused.code == 1 && refused.standardError.contains("retry: safe"), "\(refused)")
    #expect(refused.standardError.contains("of another program, and not to"), "\(refused)")
    #expect(refused.standardError.contains("Run \"bridge-client focus"), "\(refused)")
    try await desktop.confirm("keys", window, "x y", "--synthesize")
    #expect(mousepad.isRunning && other.isRunning)
  }

  @Test func `Tab moves the focus in GTK 4, and Shift+Tab back`() async throws {
    let desktop = try await Desktop.start()
    let form = try desktop.lab.launch(Places.fixture("programs/passwords.py"), ["gtk4"])
    let window = "application[name=\"passwords-gtk4\"]"
    let (show, hide) = ("\(window) button[label=Show]", "\(window) button[label=Hide]")
    try await desktop.wait("\(window) > window:active")
    // The first presses are those of the password field and what it has.
    for _ in 0..<4 {
      if try await isFocused(show, desktop) { break }
      try await press("Tab", "\(window) > window", desktop)
    }
    try await desktop.wait("\(show):focused")
    try await press("Tab", show, desktop)
    try await desktop.wait("\(hide):focused")
    try await press("Shift+Tab", hide, desktop)
    try await desktop.wait("\(show):focused")
    #expect(form.isRunning)
  }

  @Test func `what is entered into a password field by keys is served to nobody`() async throws {
    let desktop = try await Desktop.start()
    let watch = try desktop.bridge.start("--json", "watch")
    let form = try desktop.lab.launch(Places.fixture("programs/passwords.py"), ["gtk3"])
    let window = "application[name=\"passwords-gtk3\"]"
    let field = "\(window) [label=Password]:is(password, textbox)"
    try await desktop.wait(field)
    let typed = try await desktop.bridge.client(
      "--json", "keys", field, "S e s a m e - 4 7 1 1", "--synthesize")
    #expect(typed.code == 0, "\(typed)")
    try await desktop.wait("\(window) [label=\"Length 11\"]")
    #expect(try await desktop.bridge.client("press", "\(window) button[label=Show]").code == 0)
    try await desktop.wait("\(window) textbox[label=Password], \(window) password[label=Password]")
    #expect(try await desktop.element(field).text("value") == "[redacted]")
    let tree = try await desktop.bridge.client("--json", "tree")
    for said in [typed.standardOutput, tree.standardOutput, watch.standardOutput.text] {
      #expect(!said.contains("Sesame"))
    }
    #expect(form.isRunning)
  }

  /// Presses keys. What they do in an application that was just started may be its start, and is not confirmed.
  private func press(_ keys: String, _ target: String, _ desktop: Desktop) async throws {
    let result = try await desktop.bridge.client("keys", target, keys, "--synthesize")
    #expect(result.code == 0, "\(keys): \(result)")
  }

  private func isFocused(_ selector: String, _ desktop: Desktop) async throws -> Bool {
    try await desktop.element(selector).texts("states").contains("focused")
  }
}
