import BridgeTestSupport
import Testing

/// Qt tells over AT-SPI of no window that it is modal; the X server knows.
@Suite struct `Modal dialogs of Qt` {
  @Test(arguments: ["5", "6"])
  func `a modal dialog is told from one that is not, and named before what it blocks`(
    version: String
  ) async throws {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/dialogs-qt.py"), version],
      name: "dialogs-qt.py")
    for (opener, dialog, close) in [
      ("Ask", "alertdialog[label=Question]", "button[label=Cancel]"),
      ("Rename", "dialog[label=Rename]", "dialog[label=Rename] button[label=Done]"),
      // A dialog that was hidden is shown again.
      ("Ask", "alertdialog[label=Question]:visible", "button[label=Cancel]:visible"),
    ] {
      // What opens may be the late effect of the press behind the dialog before.
      _ = try await desktop.bridge.client("press", "button[label=\(opener)]")
      try await desktop.wait("\(dialog):modal")
      let behind = try await desktop.bridge.client("press", "button[label=Save]")
      #expect(behind.standardOutput.contains(" is in front, so a person"), "\(behind)")
      let refused = try await desktop.bridge.client("expand", "button[label=Save]")
      #expect(refused.standardError.contains("has no action expand"), "\(refused)")
      #expect(refused.standardError.contains(" is in front, so a person"), "\(refused)")
      try await desktop.expectTrue()
      try await desktop.confirm("press", close)
      try await desktop.wait("\(dialog):modal", until: "disappears")
    }
    _ = try await desktop.bridge.client("press", "button[label=Search]")
    try await desktop.wait("dialog[label=Search]")
    let beside = try await desktop.bridge.client("press", "button[label=Save]")
    #expect(!beside.standardOutput.contains("in front"), "\(beside)")
    let modal = try await desktop.bridge.client("find", "dialog[label=Search]:modal")
    #expect(modal.code == 1, "\(modal)")
    #expect(application.isRunning)
  }
}
