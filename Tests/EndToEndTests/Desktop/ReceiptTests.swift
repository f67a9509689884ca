import BridgeTestSupport
import Testing

/// What receipts say of buttons that do different things, beside a label or rows that change ten times a second.
/// `bench/receipts` presses all buttons beside all that changes.
@Suite
struct `Receipts of real applications` {
  private struct Scene {
    let desktop: Desktop
    let application: RunningProcess

    /// Presses a button and returns the effect in the receipt, whether to try again, and what else the receipt says, for the message of
    /// a failed test.
    func press(
      _ label: String, settle: Int = 8000
    ) async throws -> (effect: String?, retry: String?, output: String) {
      let result = try await desktop.bridge.client(
        "--json", "press", Self.button(label), "--settle", "\(settle)")
      let receipt = try jsonLines(result.standardOutput).first
      return (
        receipt?.text("effect"), receipt?.text("retry"),
        String(result.standardOutput.prefix(1000)) + result.standardError
      )
    }

    static func button(_ label: String) -> String { "button[label=\"\(label)\"]" }
  }

  private func start(_ toolkit: String, _ noise: String) async throws -> Scene {
    let desktop = try await Desktop.start()
    let application =
      toolkit == "chromium"
      ? try desktop.lab.launchChromium(
        ["file://\(Places.fixture("pages/buttons.html"))#\(noise)"])
      : try desktop.lab.launch(
        "/usr/bin/python3", [Places.fixture("programs/buttons.py"), toolkit, noise])
    try await desktop.wait(Scene.button("Nothing"))
    let scene = Scene(desktop: desktop, application: application)
    // Twice in a row, because the reads after the first actions find what no event reported since the start. Between actions, because
    // nothing is learned from what changes within 200 ms of one, and after two seconds, because until then everything may be an effect
    // of the action before.
    var learned = 0
    try await eventually("the server knows what changes by itself", every: .milliseconds(2500)) {
      learned =
        try await scene.press("Nothing", settle: 1000).effect == "uncertain" ? learned + 1 : 0
      return learned == 2
    }
    return scene
  }

  @Test(arguments: [("3.0", "label"), ("4.0", "label"), ("chromium", "rows")])
  func `an effect is told from what changes by itself`(
    _ toolkit: String, _ noise: String
  ) async throws {
    let scene = try await start(toolkit, noise)
    for (label, effect) in [
      ("Nothing", "uncertain"), ("At once", "seen"), ("Writes a file", "uncertain"),
      ("Renames itself", "seen"), ("Dialog", "seen"),
    ] {
      let receipt = try await scene.press(label)
      #expect(
        receipt.effect == effect && receipt.retry == "unsafe", "\(toolkit) \(label): \(receipt)")
    }
  }

  @Test(arguments: ["3.0", "4.0"])
  func `a hang and a crash are not confirmed`(_ toolkit: String) async throws {
    let scene = try await start(toolkit, "label")
    // It hangs for five seconds.
    let hang = try await scene.press("Hangs", settle: 2000)
    #expect(hang.effect == "not_responding" && hang.retry == "unsafe", "\(hang)")
    try await eventually("it answers again") {
      try await scene.desktop.application("buttons")?.text("health") == "responsive"
    }
    let crash = try await scene.press("Crashes")
    #expect(crash.effect == "ended" && crash.retry == "unsafe", "\(crash)")
  }
}
