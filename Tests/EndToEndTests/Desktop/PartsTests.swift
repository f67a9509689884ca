import BridgeTestSupport
import Testing

/// What GTK 4 tells little of: the focus and text of entries made of several parts, mnemonics, and shortcuts.
@Suite
struct `Parts of GTK 4` {
  private func launched() async throws -> (desktop: Desktop, parts: RunningProcess) {
    let desktop = try await Desktop.start()
    let parts = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/parts4.py")])
    try await desktop.wait("window[label=Parts]:active")
    return (desktop, parts)
  }

  /// Presses keys, and returns whether the effect was confirmed. What follows right behind the start may be taken for a part of it, and
  /// what follows an action that was not confirmed for an effect of that.
  private func type(_ keys: String, in desktop: Desktop) async throws -> Bool {
    let result = try await desktop.bridge.client(
      "keys", "window[label=Parts]", keys, "--synthesize")
    #expect(result.code == 0, "\(result)")
    return result.standardOutput.hasPrefix("confirmed")
  }

  @Test
  func `an entry whose text is in no tree has the focus, and is set by typing`() async throws {
    let (desktop, parts) = try await launched()
    let (name, query) = ("textbox[placeholder=Name]", "textbox[@native-name=QueryEditor]")
    try await desktop.wait("\(name):focused")
    try await eventually("the start is over", every: .seconds(1)) {
      _ = try await type("Tab", in: desktop)
      try await desktop.wait("\(query):focused")
      let isConfirmed = try await type("shift+Tab", in: desktop)
      try await desktop.wait("\(name):focused")
      return isConfirmed
    }
    let refused = try await desktop.bridge.client("set", query, "one")
    #expect(refused.code == 1 && refused.standardError.contains("--synthesize"), "\(refused)")
    for text in ["one", "two"] {
      try await desktop.confirm("set", query, text, "--synthesize")
      try await desktop.wait("[label=\"query \(text)\"]")
      try await desktop.wait("\(query):focused")
    }
    try await desktop.expectTrue()
    #expect(parts.isRunning)
  }

  @Test
  func `labels have no mnemonics, and items have their shortcuts`() async throws {
    let (desktop, parts) = try await launched()
    try await desktop.wait("checkbox[label=\"Wrap text\"]")
    try await desktop.wait("checkbox[label=_a]")
    try await desktop.confirm("press", "button[label=Menu]")
    try await desktop.wait("menuitem[label=\"Save As\"]")
    let outline = try await desktop.bridge.client("tree").standardOutput
    #expect(outline.contains(/menuitem "Save" with "Ctrl\+S" #\d+/), "\(outline)")
    #expect(outline.contains(/menuitem "Save As" #\d+/), "\(outline)")
    #expect(!outline.contains("    \"Ctrl+S\""), "\(outline)")
    try await desktop.expectTrue()
    #expect(parts.isRunning)
  }

  @Test
  func `what is in a popover is clicked there, and what is beside it is refused`() async throws {
    let desktop = try await Desktop.start()
    let boxes = try desktop.lab.launch("/usr/bin/python3", [Places.fixture("programs/boxes4.py")])
    let beside = "checkbox[label=Beside]"
    try await desktop.wait("window[label=Boxes]:active")
    try await desktop.wait(beside)
    try await desktop.confirm("press", "button[label=Options]")
    for label in ["Wrap", "Numbers", "Margin"] {
      let box = "checkbox[label=\(label)]"
      try await desktop.wait(box)
      try await desktop.confirm("press", box, "--synthesize")
      try await desktop.wait("\(box):checked")
    }
    let refused = try await desktop.bridge.client("press", beside, "--synthesize")
    #expect(refused.code == 1 && refused.standardError.contains("popup"), "\(refused)")
    try await desktop.confirm("press", "button[label=Options]")
    try await desktop.wait("checkbox[label=Wrap]", until: "disappears")
    try await desktop.confirm("press", beside, "--synthesize")
    try await desktop.wait("\(beside):checked")
    try await desktop.expectTrue()
    #expect(boxes.isRunning)
  }
}
