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
    let missing = try await desktop.bridge.client("select", box, "Nowhere")
    #expect(missing.code == 1, "\(missing)")
    #expect(missing.standardError.contains("has no option \"Nowhere\""), "\(missing)")
    let item = try await desktop.bridge.client("select", "[label=\"chose Italy\"]", "Spain")
    #expect(item.code == 2 && item.standardError.contains("select the item itself"), "\(item)")
    #expect(application.isRunning)
  }

  @Test
  func `selecting an item of a combo box in GTK 3 chooses it`() async throws {
    let desktop = try await Desktop.start()
    let application = try desktop.lab.launch(
      "/usr/bin/python3", [Places.fixture("programs/choices.py")])
    try await desktop.wait("combobox menuitem[label=France]")
    _ = try await desktop.bridge.client("select", "combobox menuitem[label=France]")
    try await desktop.wait("[label=\"chose France\"]")
    #expect(application.isRunning)
  }
}
